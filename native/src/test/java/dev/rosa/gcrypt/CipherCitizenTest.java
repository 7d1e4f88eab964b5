package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the JCE behaviour that all three ciphers share with the JDK's. */
@Tag("jdk")
class CipherCitizenTest {

  private static final byte[] DATA = Jce.bytes(1_003, 1);
  private static final IvParameterSpec IV = new IvParameterSpec(Jce.bytes(16, 2));

  private static AlgorithmParameterSpec spec(String transformation) {
    return transformation.equals(Jce.GCM) ? new GCMParameterSpec(128, Jce.bytes(12, 2)) : IV;
  }

  private static Cipher started(Jce jce, String transformation, int mode)
      throws GeneralSecurityException {
    Cipher cipher = jce.cipher(transformation);
    cipher.init(mode, Jce.aes(), spec(transformation));
    return cipher;
  }

  private static byte[] sealed(String transformation, byte[] data) throws GeneralSecurityException {
    return started(Jce.sun(), transformation, Cipher.ENCRYPT_MODE).doFinal(data);
  }

  /** A key that a test makes up. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record OddKey(String algorithm, String format, byte[] bytes) implements SecretKey {
    @Override
    public String getAlgorithm() {
      return algorithm;
    }

    @Override
    public String getFormat() {
      return format;
    }

    @Override
    public byte[] getEncoded() {
      return bytes == null ? null : bytes.clone();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldRefuseWhatIsNoKeyForAes(String transformation) throws GeneralSecurityException {
    Key[] keys = {
      null,
      new OddKey("DES", "RAW", new byte[16]),
      new OddKey("AES", "RAW", new byte[15]),
      new OddKey("AES", "RAW", new byte[0]),
      new OddKey("AES", "RAW", new byte[33]),
      new OddKey("AES", "RAW", null),
      KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic(),
    };
    for (Key key : keys) {
      Jce.assertLikeSun(
          jce -> {
            jce.cipher(transformation).init(Cipher.ENCRYPT_MODE, key, spec(transformation));
            return "taken";
          });
    }
  }

  @Test
  void shouldRefuseAKeyOfAnotherFormat() throws GeneralSecurityException {
    Cipher cipher = Jce.rosa().cipher(Jce.GCM);
    Key key = new OddKey("AES", "FOREIGN", new byte[16]);
    assertThrows(
        InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, key, spec(Jce.GCM)));
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldRefuseParametersOfAnotherKind(String transformation) {
    AlgorithmParameterSpec[] specs = {
      new IvParameterSpec(new byte[12]),
      new IvParameterSpec(new byte[17]),
      new IvParameterSpec(new byte[0]),
      new GCMParameterSpec(128, new byte[0]),
      new GCMParameterSpec(64, new byte[12]),
      new GCMParameterSpec(97, new byte[12]),
      new GCMParameterSpec(136, new byte[12]),
    };
    for (AlgorithmParameterSpec spec : specs) {
      Jce.assertLikeSun(
          jce -> {
            jce.cipher(transformation).init(Cipher.ENCRYPT_MODE, Jce.aes(), spec);
            return "taken";
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldMakeAnIvForEncryptionOnly(String transformation) throws GeneralSecurityException {
    Cipher cipher = Jce.rosa().cipher(transformation);
    cipher.init(Cipher.ENCRYPT_MODE, Jce.aes());
    byte[] first = cipher.getIV();
    assertEquals(transformation.equals(Jce.GCM) ? 12 : 16, first.length);
    byte[] sealed = cipher.doFinal(DATA);
    Cipher reference = Jce.sun().cipher(transformation);
    reference.init(Cipher.DECRYPT_MODE, Jce.aes(), cipher.getParameters());
    assertArrayEquals(DATA, reference.doFinal(sealed));
    cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), new SecureRandom());
    assertTrue(!Arrays.equals(first, cipher.getIV()));
    assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.DECRYPT_MODE, Jce.aes()));
    assertThrows(
        InvalidAlgorithmParameterException.class,
        () -> cipher.init(Cipher.DECRYPT_MODE, Jce.aes(), (AlgorithmParameterSpec) null));
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldTakeAndGiveParameters(String transformation) {
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, transformation, Cipher.ENCRYPT_MODE);
          AlgorithmParameters parameters = cipher.getParameters();
          Cipher other = jce.cipher(transformation);
          other.init(Cipher.DECRYPT_MODE, Jce.aes(), parameters);
          return Jce.hex(parameters.getEncoded())
              + parameters.getAlgorithm()
              + Jce.hex(other.getIV())
              + Jce.hex(other.doFinal(cipher.doFinal(DATA)));
        });
    Jce.assertLikeSun(
        jce -> {
          AlgorithmParameters foreign = AlgorithmParameters.getInstance("RSASSA-PSS");
          jce.cipher(transformation).init(Cipher.ENCRYPT_MODE, Jce.aes(), foreign);
          return "taken";
        });
    Jce.assertLikeSun(jce -> jce.cipher(transformation).getIV());
    Jce.assertLikeSun(jce -> jce.cipher(transformation).getParameters().getAlgorithm());
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldRefuseToWorkWithoutAKey(String transformation) {
    Jce.assertLikeSun(jce -> jce.cipher(transformation).doFinal(DATA));
    Jce.assertLikeSun(jce -> jce.cipher(transformation).update(DATA));
    Jce.assertLikeSun(jce -> jce.cipher(transformation).getOutputSize(5));
    Jce.assertLikeSun(jce -> jce.cipher(transformation).getBlockSize());
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, transformation, Cipher.ENCRYPT_MODE);
          assertThrows(
              InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, (Key) null));
          return cipher.doFinal(DATA);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldAnnounceTheSizeOfOutput(String transformation) {
    // After 17 bytes of CBC the JDK still holds the first block back.
    for (int held : new int[] {0, 1, 15, 16, 32}) {
      for (int more : new int[] {0, 1, 15, 16, 17, 100}) {
        for (int mode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
          // Bytes held back by an encryption in GCM differ: here there are none.
          int before = transformation.equals(Jce.GCM) && mode == 1 ? held / 16 * 16 : held;
          Jce.assertLikeSun(
              jce -> {
                Cipher cipher = started(jce, transformation, mode);
                cipher.update(DATA, 0, before);
                return cipher.getOutputSize(more);
              });
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldGoOnAfterAnOutputWasTooShort(String transformation) throws GeneralSecurityException {
    byte[] sealed = sealed(transformation, DATA);
    Cipher cipher = started(Jce.rosa(), transformation, Cipher.ENCRYPT_MODE);
    byte[] output = new byte[2_000];
    int done = cipher.update(DATA, 0, 21, output, 0);
    assertThrows(
        ShortBufferException.class, () -> cipher.update(DATA, 21, 500, output, 2_000 - 495));
    done += cipher.update(DATA, 21, 500, output, done);
    int from = done;
    assertThrows(
        ShortBufferException.class,
        () -> cipher.doFinal(DATA, 521, 482, output, 2_000 - (sealed.length - from - 1)));
    done += cipher.doFinal(DATA, 521, 482, output, done);
    assertArrayEquals(sealed, Arrays.copyOf(output, done));
    Arrays.fill(output, 0, done, (byte) 0);
    assertArrayEquals(new byte[2_000], output);
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldDecryptIntoAsMuchRoomAsThePlaintextNeeds(String transformation)
      throws GeneralSecurityException {
    byte[] sealed = sealed(transformation, DATA);
    Cipher cipher = started(Jce.rosa(), transformation, Cipher.DECRYPT_MODE);
    byte[] output = new byte[DATA.length];
    int done = cipher.update(sealed, 0, 100, output, 0);
    int from = done;
    byte[] tooShort = Arrays.copyOf(output, DATA.length - 1);
    assertThrows(
        ShortBufferException.class,
        () -> cipher.doFinal(sealed, 100, sealed.length - 100, tooShort, from));
    assertArrayEquals(Arrays.copyOf(output, DATA.length - 1), tooShort);
    done += cipher.doFinal(sealed, 100, sealed.length - 100, output, done);
    assertEquals(DATA.length, done);
    assertArrayEquals(DATA, output);
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR})
  void shouldStartOverWithTheSameIvAfterTheEnd(String transformation) {
    for (int mode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
      Jce.assertLikeSun(
          jce -> {
            Cipher cipher = started(jce, transformation, mode);
            byte[] input = mode == Cipher.ENCRYPT_MODE ? DATA : sealed(transformation, DATA);
            String first = Jce.hex(cipher.update(input, 0, 99)) + Jce.hex(tail(cipher, input));
            return first + Jce.hex(cipher.doFinal(input));
          });
    }
  }

  private static byte[] tail(Cipher cipher, byte[] input) throws GeneralSecurityException {
    return cipher.doFinal(input, 99, input.length - 99);
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldDropWhatWasGivenBeforeAnotherStart(String transformation) {
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, transformation, Cipher.ENCRYPT_MODE);
          cipher.update(DATA, 0, 33);
          cipher.init(Cipher.DECRYPT_MODE, Jce.aes(), spec(transformation));
          cipher.update(DATA, 0, 55);
          cipher.init(Cipher.DECRYPT_MODE, Jce.aes(), spec(transformation));
          return cipher.doFinal(sealed(transformation, DATA));
        });
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, transformation, Cipher.ENCRYPT_MODE);
          cipher.init(Cipher.ENCRYPT_MODE, Jce.key(32, "AES"), spec(transformation));
          String first = Jce.hex(cipher.doFinal(DATA));
          cipher.init(Cipher.ENCRYPT_MODE, Jce.key(24, "AES"), spec(transformation));
          return first + Jce.hex(cipher.doFinal(DATA));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldTakeNothingAsData(String transformation) {
    for (int mode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
      Jce.assertLikeSun(jce -> started(jce, transformation, mode).update(new byte[0]));
      Jce.assertLikeSun(jce -> started(jce, transformation, mode).update(new byte[0], 0, 0, DATA));
    }
    Jce.assertLikeSun(jce -> started(jce, transformation, Cipher.ENCRYPT_MODE).doFinal());
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, transformation, Cipher.DECRYPT_MODE);
          cipher.update(new byte[0]);
          cipher.update(sealed(transformation, new byte[0]));
          return cipher.doFinal();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldWrapAndUnwrapKeys(String transformation) throws GeneralSecurityException {
    var pair = KeyPairGenerator.getInstance("RSA").generateKeyPair();
    Key[] keys = {new SecretKeySpec(new byte[7], "Odd"), pair.getPrivate(), pair.getPublic()};
    int[] types = {Cipher.SECRET_KEY, Cipher.PRIVATE_KEY, Cipher.PUBLIC_KEY};
    for (int i = 0; i < keys.length; i++) {
      Key key = keys[i];
      int type = types[i];
      Jce.assertLikeSun(
          jce -> {
            byte[] wrapped = started(jce, transformation, Cipher.WRAP_MODE).wrap(key);
            Cipher cipher = started(jce, transformation, Cipher.UNWRAP_MODE);
            Key unwrapped = cipher.unwrap(wrapped, key.getAlgorithm(), type);
            return Jce.hex(wrapped) + Jce.hex(unwrapped.getEncoded()) + unwrapped.getAlgorithm();
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldRefuseWhatCannotBeWrappedOrUnwrapped(String transformation) {
    Key hidden = new OddKey("AES", "RAW", null);
    Jce.assertLikeSun(jce -> started(jce, transformation, Cipher.WRAP_MODE).wrap(hidden));
    for (int type : new int[] {Cipher.PRIVATE_KEY, Cipher.PUBLIC_KEY}) {
      Jce.assertLikeSun(
          jce -> {
            byte[] noKey = sealed(transformation, DATA);
            Cipher cipher = started(jce, transformation, Cipher.UNWRAP_MODE);
            return cipher.unwrap(noKey, "RSA", type);
          });
    }
    if (!transformation.equals(Jce.CTR)) {
      Cipher[] cipher = new Cipher[1];
      Jce.assertLikeSun(
          jce -> {
            cipher[0] = started(jce, transformation, Cipher.UNWRAP_MODE);
            return cipher[0].unwrap(new byte[48], "AES", Cipher.SECRET_KEY);
          });
    }
    Jce.assertLikeSun(jce -> started(jce, transformation, Cipher.WRAP_MODE).update(DATA));
  }

  @Test
  void shouldRefuseCiphertextThatIsNotOfWholeBlocks() {
    for (int length : new int[] {1, 15, 17, 33}) {
      Jce.assertLikeSun(
          jce -> {
            Cipher cipher = started(jce, Jce.CBC, Cipher.DECRYPT_MODE);
            return cipher.doFinal(DATA, 0, length);
          });
    }
    Cipher[] cipher = new Cipher[1];
    assertThrows(
        IllegalBlockSizeException.class,
        () -> {
          cipher[0] = started(Jce.rosa(), Jce.CBC, Cipher.DECRYPT_MODE);
          cipher[0].doFinal();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldTakeMoreThanIsHeldAtOnce(String transformation) {
    byte[] huge = Jce.bytes(1_000_003, 4);
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, transformation, Cipher.ENCRYPT_MODE);
          byte[] sealed = cipher.doFinal(huge);
          byte[] opened = started(jce, transformation, Cipher.DECRYPT_MODE).doFinal(sealed);
          return Arrays.equals(huge, opened) + jceHash(sealed);
        });
  }

  private static String jceHash(byte[] bytes) throws GeneralSecurityException {
    return Jce.hex(Jce.sun().digest("SHA-256").digest(bytes));
  }
}

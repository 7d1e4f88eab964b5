package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the JCE behaviour that is special to GCM, compared with the JDK's. */
@Tag("jdk")
class GcmCitizenTest {

  private static final byte[] DATA = Jce.bytes(500, 1);
  private static final byte[] ADDITIONAL = Jce.bytes(80, 2);

  private static GCMParameterSpec spec(int ivSeed) {
    return new GCMParameterSpec(128, Jce.bytes(12, ivSeed));
  }

  private static Cipher started(Jce jce, int mode) throws GeneralSecurityException {
    Cipher cipher = jce.cipher(Jce.GCM);
    cipher.init(mode, Jce.aes(), spec(1));
    return cipher;
  }

  private static byte[] sealed() throws GeneralSecurityException {
    Cipher cipher = started(Jce.sun(), Cipher.ENCRYPT_MODE);
    cipher.updateAAD(ADDITIONAL);
    return cipher.doFinal(DATA);
  }

  @Test
  void shouldRefuseToSealAgainUnderTheSameKeyAndIv() {
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, Cipher.ENCRYPT_MODE);
          cipher.doFinal(DATA);
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), spec(1));
          return "taken";
        });
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, Cipher.ENCRYPT_MODE);
          cipher.doFinal(DATA);
          cipher.init(Cipher.DECRYPT_MODE, Jce.key(32, "AES"), spec(2));
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), spec(1));
          return "taken";
        });
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, Cipher.ENCRYPT_MODE);
          cipher.doFinal(DATA);
          return cipher.doFinal(DATA);
        });
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, Cipher.ENCRYPT_MODE);
          cipher.doFinal(DATA);
          cipher.updateAAD(DATA);
          return "taken";
        });
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, Cipher.ENCRYPT_MODE);
          cipher.doFinal(DATA);
          return cipher.update(DATA);
        });
  }

  @Test
  void shouldSealAgainUnderAnotherKeyOrIv() {
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, Cipher.ENCRYPT_MODE);
          String all = Jce.hex(cipher.doFinal(DATA));
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), spec(2));
          all += Jce.hex(cipher.doFinal(DATA));
          cipher.init(Cipher.ENCRYPT_MODE, Jce.key(32, "AES"), spec(2));
          all += Jce.hex(cipher.doFinal(DATA));
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), spec(1));
          return all + Jce.hex(cipher.doFinal(DATA));
        });
  }

  @Test
  void shouldOpenAgainUnderTheSameKeyAndIv() throws GeneralSecurityException {
    byte[] sealed = sealed();
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = started(jce, Cipher.DECRYPT_MODE);
          cipher.updateAAD(ADDITIONAL);
          String all = Jce.hex(cipher.doFinal(sealed));
          cipher.updateAAD(ADDITIONAL);
          all += Jce.hex(cipher.update(sealed, 0, 200));
          all += Jce.hex(cipher.doFinal(sealed, 200, sealed.length - 200));
          assertThrows(AEADBadTagException.class, () -> cipher.doFinal(sealed));
          cipher.updateAAD(ADDITIONAL);
          return all + Jce.hex(cipher.doFinal(sealed));
        });
  }

  @Test
  void shouldTakeAdditionalDataBeforeTheDataOnly() {
    for (int mode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
      Jce.assertLikeSun(
          jce -> {
            Cipher cipher = started(jce, mode);
            cipher.updateAAD(ADDITIONAL);
            cipher.update(DATA);
            cipher.updateAAD(ADDITIONAL);
            return "taken";
          });
    }
    Jce.assertLikeSun(
        jce -> {
          jce.cipher(Jce.GCM).updateAAD(ADDITIONAL);
          return "taken";
        });
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = jce.cipher(Jce.CTR);
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes());
          cipher.updateAAD(ADDITIONAL);
          return "taken";
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "slice", "direct", "direct slice", "read-only", "empty"})
  void shouldReadAdditionalDataFromEveryKindOfBuffer(String kind) {
    Jce.assertLikeSun(
        jce -> {
          ByteBuffer additional = Buffers.of(kind, ADDITIONAL);
          Cipher cipher = started(jce, Cipher.ENCRYPT_MODE);
          cipher.updateAAD(additional);
          return additional.remaining() + Jce.hex(cipher.doFinal(DATA));
        });
  }

  @Test
  void shouldReleaseNothingOfWhatIsNotAuthentic() throws GeneralSecurityException {
    byte[] sealed = sealed();
    for (int at : new int[] {0, 250, 499, 500, 515}) {
      byte[] forged = sealed.clone();
      forged[at] ^= 1;
      byte[] before = forged.clone();
      Cipher cipher = started(Jce.rosa(), Cipher.DECRYPT_MODE);
      cipher.updateAAD(ADDITIONAL);
      byte[] output = new byte[600];
      assertEquals(0, cipher.update(forged, 0, 300, output, 0));
      assertThrows(
          AEADBadTagException.class,
          () -> cipher.doFinal(forged, 300, forged.length - 300, output, 0));
      cipher.updateAAD(ADDITIONAL);
      assertThrows(
          AEADBadTagException.class, () -> cipher.doFinal(forged, 0, forged.length, output, 0));
      assertArrayEquals(new byte[600], output);
      cipher.updateAAD(ADDITIONAL);
      assertThrows(
          AEADBadTagException.class, () -> cipher.doFinal(forged, 0, forged.length, forged, 0));
      assertArrayEquals(before, forged);
    }
  }

  /** The JDK's own cipher reports this as a fault of its own, from 17 on. */
  @Test
  void shouldRefuseWhatIsShorterThanATag() throws GeneralSecurityException {
    for (int length : new int[] {0, 1, 15, 16}) {
      Cipher cipher = started(Jce.rosa(), Cipher.DECRYPT_MODE);
      assertThrows(AEADBadTagException.class, () -> cipher.doFinal(new byte[length]));
      cipher.update(new byte[length / 2]);
      byte[] output = new byte[5];
      int rest = length - length / 2;
      assertThrows(
          AEADBadTagException.class, () -> cipher.doFinal(new byte[rest], 0, rest, output, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {96, 104, 112, 120, 128})
  void shouldTruncateTags(int bits) {
    GCMParameterSpec spec = new GCMParameterSpec(bits, Jce.bytes(77, 3));
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = jce.cipher(Jce.GCM);
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), spec);
          byte[] sealed = cipher.doFinal(DATA);
          String parameters = Jce.hex(cipher.getParameters().getEncoded());
          cipher.init(Cipher.DECRYPT_MODE, Jce.aes(), spec);
          byte[] opened = cipher.doFinal(sealed);
          sealed[sealed.length - 1] ^= 1;
          assertThrows(AEADBadTagException.class, () -> cipher.doFinal(sealed));
          return parameters + Jce.hex(sealed) + Jce.hex(opened);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 11, 13, 16, 64, 65, 1_000, 70_000})
  void shouldTakeAnIvOfAnyLength(int ivBytes) {
    GCMParameterSpec spec = new GCMParameterSpec(128, Jce.bytes(ivBytes, 4));
    Jce.assertLikeSun(
        jce -> {
          Cipher cipher = jce.cipher(Jce.GCM);
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), spec);
          return cipher.doFinal(DATA);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 192, 256})
  void shouldTakeKeysOfOneLengthUnderTheirOwnName(int bits) {
    for (int keyBits : new int[] {128, 192, 256}) {
      SecretKey key = Jce.key(keyBits / 8, "AES");
      Jce.assertLikeSun(
          jce -> {
            Cipher cipher = jce.cipher("AES_" + bits + "/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key, spec(1));
            return cipher.doFinal(DATA);
          });
    }
  }

  @Test
  void shouldHoldBackAsMuchAsThereIs() throws GeneralSecurityException {
    byte[] huge = Jce.bytes(300_000, 6);
    Cipher sealing = started(Jce.sun(), Cipher.ENCRYPT_MODE);
    byte[] sealed = sealing.doFinal(huge);
    Cipher cipher = started(Jce.rosa(), Cipher.DECRYPT_MODE);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 300; i++) {
        byte[] early = cipher.update(sealed, i * 1_000, 1_000);
        assertEquals(0, early == null ? 0 : early.length);
      }
      byte[] opened = cipher.doFinal(sealed, 300_000, 16);
      assertArrayEquals(huge, opened);
      assertEquals(300_000, Arrays.mismatch(opened, sealed) + 300_000);
    }
  }
}

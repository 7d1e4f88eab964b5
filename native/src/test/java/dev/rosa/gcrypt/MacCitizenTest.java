package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that Macs and digests behave as the JDK's do. */
@Tag("jdk")
class MacCitizenTest {

  private static final byte[] DATA = Jce.bytes(1_000, 1);

  /** A key whose bytes a test chooses: none, or unavailable. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record OddKey(byte[] bytes, String format) implements SecretKey {
    @Override
    public String getAlgorithm() {
      return "odd";
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
  @ValueSource(strings = {"HmacMD5", "HmacSHA1", "HmacSHA256"})
  void shouldTakeKeysOfAnyLength(String algorithm) {
    for (int length : new int[] {0, 1, 63, 64, 65, 128, 5_000}) {
      Key key = new OddKey(Jce.bytes(length, 7), "RAW");
      Jce.assertLikeSun(
          jce -> {
            Mac mac = jce.mac(algorithm);
            mac.init(key);
            return mac.doFinal(DATA);
          });
    }
  }

  @Test
  void shouldRefuseWhatIsNoKeyForAnHmac() throws GeneralSecurityException {
    Key notSecret = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic();
    for (Key key : new Key[] {null, notSecret, new OddKey(null, "RAW"), new OddKey(null, null)}) {
      Jce.assertLikeSun(
          jce -> {
            jce.mac("HmacSHA1").init(key);
            return "taken";
          });
    }
  }

  @Test
  void shouldTakeAKeyWhateverItsAlgorithmAndFormat() {
    Jce.assertLikeSun(
        jce -> {
          Mac mac = jce.mac("HmacSHA1");
          mac.init(new OddKey(Jce.bytes(20, 3), "FOREIGN"));
          return mac.doFinal(DATA);
        });
  }

  @Test
  void shouldRefuseParameters() {
    Jce.assertLikeSun(
        jce -> {
          jce.mac("HmacSHA1").init(Jce.key(20, "x"), new IvParameterSpec(new byte[16]));
          return "taken";
        });
  }

  @Test
  void shouldHaveNoKeyLeftAfterOneWasRefused() throws GeneralSecurityException {
    Mac mac = Jce.rosa().keyedMac("HmacSHA1");
    mac.update(DATA);
    assertThrows(InvalidKeyException.class, () -> mac.init(null));
    assertThrows(IllegalStateException.class, mac::doFinal);
    assertThrows(IllegalStateException.class, () -> mac.update(DATA));
    mac.init(Jce.key(20, "HmacSHA1"));
    assertArrayEquals(Jce.sun().keyedMac("HmacSHA1").doFinal(DATA), mac.doFinal(DATA));
  }

  @Test
  void shouldRefuseToWorkWithoutAKey() {
    Jce.assertLikeSun(jce -> jce.mac("HmacSHA1").doFinal(DATA));
    Jce.assertLikeSun(
        jce -> {
          jce.mac("HmacSHA1").update(DATA);
          return "taken";
        });
  }

  @Test
  void shouldStartOverAfterATagAndAfterReset() {
    Jce.assertLikeSun(
        jce -> {
          Mac mac = jce.keyedMac("HmacSHA256");
          mac.update(DATA);
          String first = Jce.hex(mac.doFinal());
          mac.update(DATA, 0, 10);
          mac.reset();
          mac.reset();
          mac.update(DATA, 10, 20);
          return first + Jce.hex(mac.doFinal()) + Jce.hex(mac.doFinal());
        });
  }

  /**
   * The JDK's own Mac, where it is asked so, takes the dropped data into a key of over 64 bytes.
   */
  @ParameterizedTest
  @ValueSource(ints = {20, 64, 65, 80})
  void shouldDropWhatWasGivenBeforeAnotherKey(int keyBytes) throws GeneralSecurityException {
    SecretKey key = Jce.key(keyBytes, "HmacMD5");
    Mac mac = Jce.rosa().keyedMac("HmacMD5");
    mac.update(DATA);
    mac.init(key);
    Mac fresh = Jce.sun().mac("HmacMD5");
    fresh.init(key);
    assertArrayEquals(fresh.doFinal(DATA), mac.doFinal(DATA));
  }

  @Test
  void shouldGoOnSeparatelyWhenCloned() {
    Jce.assertLikeSun(
        jce -> {
          Mac mac = jce.keyedMac("HmacSHA1");
          mac.update(DATA, 0, 100);
          Mac copy = (Mac) mac.clone();
          mac.update(DATA, 100, 100);
          copy.update(DATA, 500, 77);
          return Jce.hex(mac.doFinal()) + Jce.hex(copy.doFinal()) + Jce.hex(copy.doFinal(DATA));
        });
    Jce.assertLikeSun(
        jce -> {
          Mac copy = (Mac) jce.mac("HmacSHA1").clone();
          copy.init(Jce.key(20, "x"));
          return copy.doFinal(DATA);
        });
  }

  @Test
  void shouldWriteATagToWhereThereIsRoomOnly() {
    for (int room : new int[] {19, 20, 21}) {
      Jce.assertLikeSun(
          jce -> {
            byte[] output = new byte[room + 3];
            Mac mac = jce.keyedMac("HmacSHA1");
            mac.update(DATA);
            mac.doFinal(output, 3);
            return output;
          });
    }
  }

  @Test
  void shouldStillHaveTheDataAfterAnOutputWasTooShort() {
    Jce.assertLikeSun(
        jce -> {
          Mac mac = jce.keyedMac("HmacSHA1");
          mac.update(DATA);
          assertThrows(Exception.class, () -> mac.doFinal(new byte[19], 0));
          return mac.doFinal();
        });
  }

  @Test
  void shouldTakeSingleBytesAndNone() {
    Jce.assertLikeSun(
        jce -> {
          Mac mac = jce.keyedMac("HmacSHA1");
          for (byte b : DATA) {
            mac.update(b);
            mac.update(DATA, 5, 0);
          }
          return mac.doFinal(new byte[0]);
        });
  }

  @Test
  void shouldRefuseBoundsOutsideOfAnArray() {
    int[][] bounds = {{-1, 5}, {0, -1}, {0, 1_001}, {1_000, 1}, {Integer.MAX_VALUE, 2}};
    for (int[] b : bounds) {
      Jce.assertLikeSun(
          jce -> {
            jce.keyedMac("HmacSHA1").update(DATA, b[0], b[1]);
            return "taken";
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "slice", "direct", "direct slice", "read-only", "empty"})
  void shouldReadEveryKindOfBuffer(String kind) {
    Jce.assertLikeSun(
        jce -> {
          ByteBuffer buffer = Buffers.of(kind, DATA);
          Mac mac = jce.keyedMac("HmacSHA256");
          mac.update(buffer);
          return buffer.remaining() + Jce.hex(mac.doFinal());
        });
    Jce.assertLikeSun(
        jce -> {
          ByteBuffer buffer = Buffers.of(kind, DATA);
          MessageDigest digest = jce.digest("MD5");
          digest.update(buffer);
          return buffer.position() + Jce.hex(digest.digest());
        });
  }

  @Test
  void shouldTakeMoreThanIsHeldAtOnce() {
    byte[] huge = Jce.bytes(3_000_003, 9);
    ByteBuffer direct = ByteBuffer.allocateDirect(huge.length).put(huge).flip();
    Jce.assertLikeSun(
        jce -> {
          Mac mac = jce.keyedMac("HmacSHA1");
          mac.update(huge, 1, huge.length - 1);
          mac.update(direct.duplicate());
          return mac.doFinal();
        });
  }

  @Test
  void shouldDigestAndStartOver() {
    Jce.assertLikeSun(
        jce -> {
          MessageDigest digest = jce.digest("SHA-1");
          String empty = Jce.hex(digest.digest());
          digest.update(DATA, 0, 9);
          digest.reset();
          digest.update(DATA[3]);
          MessageDigest copy = (MessageDigest) digest.clone();
          digest.update(DATA);
          copy.reset();
          return empty + Jce.hex(digest.digest()) + Jce.hex(copy.digest(DATA));
        });
    Jce.assertLikeSun(
        jce -> {
          MessageDigest copy = (MessageDigest) jce.digest("SHA-256").clone();
          return copy.getDigestLength() + Jce.hex(copy.digest(DATA));
        });
  }

  @Test
  void shouldWriteADigestToWhereThereIsRoomOnly() {
    int[][] places = {
      {0, 40, 32}, {4, 40, 36}, {9, 40, 32}, {0, 40, 31}, {0, 31, 31}, {-1, 40, 32}
    };
    for (int[] p : places) {
      Jce.assertLikeSun(
          jce -> {
            byte[] output = new byte[p[1]];
            MessageDigest digest = jce.digest("SHA-256");
            digest.update(DATA);
            return digest.digest(output, p[0], p[2]) + Jce.hex(output);
          });
    }
  }

  @Test
  void shouldLeaveTheCallersKeyAsItIs() throws GeneralSecurityException {
    byte[] bytes = Jce.bytes(20, 5);
    Key key = new OddKey(bytes, "RAW");
    Mac mac = Jce.rosa().mac("HmacSHA1");
    mac.init(key);
    assertArrayEquals(Jce.bytes(20, 5), bytes);
    assertEquals(20, mac.getMacLength());
    byte[] tag = mac.doFinal(DATA);
    Arrays.fill(bytes, (byte) 0);
    assertArrayEquals(tag, mac.doFinal(DATA));
  }
}

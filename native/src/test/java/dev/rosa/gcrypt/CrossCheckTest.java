package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same answers as the JDK, for 0 to 9,000 bytes, at odd offsets, in pieces of any size, with
 * one object for all messages.
 */
@Tag("jdk")
class CrossCheckTest {

  private static final int ROUNDS = 300;
  private static final int MAX_BYTES = 9_000;
  private static final int MAX_OFFSET = 67;

  private final Random random = new Random(20_260_101);
  private final Jce rosa = Jce.rosa();
  private final Jce sun = Jce.sun();

  /** A message somewhere in an array. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Message(byte[] array, int offset, int length) {}

  private Message message() {
    int offset = random.nextInt(MAX_OFFSET);
    int length = random.nextInt(3) == 0 ? random.nextInt(130) : random.nextInt(MAX_BYTES + 1);
    return new Message(Jce.bytes(offset + length + 5, random.nextLong()), offset, length);
  }

  private int piece(int left) {
    int most = random.nextBoolean() ? Math.min(left, 100) : left;
    return random.nextInt(most + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HmacMD5", "HmacSHA1", "HmacSHA256"})
  void shouldTagAsTheJdkDoes(String algorithm) throws GeneralSecurityException {
    Mac mine = rosa.mac(algorithm);
    Mac reference = sun.mac(algorithm);
    for (int i = 0; i < ROUNDS; i++) {
      if (i % 10 == 0) {
        SecretKey key = Jce.key(1 + random.nextInt(200), algorithm);
        mine.init(key);
        reference.init(key);
      }
      Message m = message();
      reference.update(m.array(), m.offset(), m.length());
      for (int done = 0; done < m.length(); ) {
        int piece = piece(m.length() - done);
        mine.update(m.array(), m.offset() + done, piece);
        done += piece;
      }
      assertArrayEquals(reference.doFinal(), mine.doFinal());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA-1", "SHA-256"})
  void shouldDigestAsTheJdkDoes(String algorithm) throws GeneralSecurityException {
    MessageDigest mine = rosa.digest(algorithm);
    MessageDigest reference = sun.digest(algorithm);
    for (int i = 0; i < ROUNDS; i++) {
      Message m = message();
      reference.update(m.array(), m.offset(), m.length());
      for (int done = 0; done < m.length(); ) {
        int piece = piece(m.length() - done);
        mine.update(m.array(), m.offset() + done, piece);
        done += piece;
      }
      assertArrayEquals(reference.digest(), mine.digest());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "AES/CBC/PKCS5Padding, 16", "AES/CBC/PKCS5Padding, 24", "AES/CBC/PKCS5Padding, 32",
    "AES/CTR/NoPadding, 16", "AES/CTR/NoPadding, 24", "AES/CTR/NoPadding, 32",
    "AES/GCM/NoPadding, 16", "AES/GCM/NoPadding, 24", "AES/GCM/NoPadding, 32"
  })
  void shouldEncryptAndDecryptAsTheJdkDoes(String transformation, int keyBytes)
      throws GeneralSecurityException {
    SecretKey key = Jce.key(keyBytes, "AES");
    Cipher mine = rosa.cipher(transformation);
    Cipher reference = sun.cipher(transformation);
    for (int i = 0; i < ROUNDS; i++) {
      Message plain = message();
      AlgorithmParameterSpec spec = spec(transformation, i);
      byte[] additional = Jce.bytes(random.nextInt(200), i);
      start(reference, Cipher.ENCRYPT_MODE, key, spec, additional);
      byte[] sealed = reference.doFinal(plain.array(), plain.offset(), plain.length());
      start(mine, Cipher.ENCRYPT_MODE, key, spec, additional);
      assertArrayEquals(sealed, inPieces(mine, plain));
      start(mine, Cipher.DECRYPT_MODE, key, spec, additional);
      byte[] opened = inPieces(mine, new Message(sealed, 0, sealed.length));
      start(reference, Cipher.DECRYPT_MODE, key, spec, additional);
      assertArrayEquals(reference.doFinal(sealed), opened);
    }
  }

  private AlgorithmParameterSpec spec(String transformation, int round) {
    if (transformation.contains("GCM")) {
      byte[] iv = Jce.bytes(random.nextBoolean() ? 12 : 4 + random.nextInt(300), round);
      return new GCMParameterSpec(96 + 8 * random.nextInt(5), iv);
    }
    byte[] iv = Jce.bytes(16, round);
    // Counters that overflow within a message.
    for (int i = 16 - random.nextInt(17); i < 15; i++) {
      iv[i] = -1;
    }
    return new IvParameterSpec(iv);
  }

  private static void start(
      Cipher cipher, int mode, SecretKey key, AlgorithmParameterSpec spec, byte[] additional)
      throws GeneralSecurityException {
    cipher.init(mode, key, spec);
    if (spec instanceof GCMParameterSpec) {
      cipher.updateAAD(additional, 0, additional.length / 3);
      cipher.updateAAD(
          additional, additional.length / 3, additional.length - additional.length / 3);
    }
  }

  private byte[] inPieces(Cipher cipher, Message m) throws GeneralSecurityException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    int done = 0;
    while (done < m.length() && random.nextInt(4) != 0) {
      int piece = piece(m.length() - done);
      byte[] some = cipher.update(m.array(), m.offset() + done, piece);
      output.writeBytes(some == null ? new byte[0] : some);
      done += piece;
    }
    output.writeBytes(cipher.doFinal(m.array(), m.offset() + done, m.length() - done));
    return output.toByteArray();
  }
}

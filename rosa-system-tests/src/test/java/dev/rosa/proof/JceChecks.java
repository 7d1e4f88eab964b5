package dev.rosa.proof;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A JCE provider against the JDK's own, used in all the ways that JCE allows: in pieces of any
 * length, of arrays and of buffers on and off the heap, in place, and the same object again.
 * Stateless.
 */
final class JceChecks {

  /** Takes the next piece of a message. */
  private interface Sink {
    void take(ByteBuffer piece) throws GeneralSecurityException;
  }

  private static final List<String> MACS = List.of("HmacMD5", "HmacSHA1", "HmacSHA256");
  private static final List<String> DIGESTS = List.of("MD5", "SHA-1", "SHA-256");
  private static final String GCM = "AES/GCM/NoPadding";
  private static final String CBC = "AES/CBC/PKCS5Padding";
  private static final List<String> CIPHERS = List.of(CBC, "AES/CTR/NoPadding", GCM);
  private static final List<Integer> KEY_BYTES = List.of(16, 32);
  private static final String JDK_CRYPTO = "SunJCE";
  private static final String JDK_DIGESTS = "SUN";
  private static final int LONGEST = 9_000;
  private static final int LONGEST_KEY = 200;
  private static final int GCM_IV = 12;
  private static final int BLOCK = 16;
  private static final int TAG_BITS = 128;
  private static final int USES = 3;

  private JceChecks() {}

  /** One message of each algorithm that it offers. */
  static void agreesWithTheJdk(TestedProvider tested, RandomInput random) {
    if (!KnownDeviations.takesPlainKeys(tested)) {
      return;
    }
    Provider provider = tested.jce().orElseThrow();
    try {
      for (String name : MACS) {
        mac(name, provider, random);
      }
      for (String name : DIGESTS) {
        digest(name, provider, random);
      }
      for (String name : CIPHERS) {
        cipher(name, provider, random);
      }
    } catch (GeneralSecurityException e) {
      throw new AssertionError(tested.name() + ": " + e, e);
    }
  }

  private static void mac(String name, Provider provider, RandomInput random)
      throws GeneralSecurityException {
    Mac tried;
    try {
      tried = Mac.getInstance(name, provider);
    } catch (NoSuchAlgorithmException e) {
      return;
    }
    for (int use = 0; use < USES; use++) {
      SecretKeySpec key = new SecretKeySpec(random.bytes(random.between(1, LONGEST_KEY)), name);
      tried.init(key);
      Mac jdk = Mac.getInstance(name, JDK_CRYPTO);
      jdk.init(key);
      // The key stays set after doFinal.
      for (int message = 0; message < 2; message++) {
        byte[] bytes = random.bytes(random.length(LONGEST));
        inPieces(bytes, random, tried::update);
        requireSame(name, provider, jdk.doFinal(bytes), tried.doFinal());
      }
      tried.update(random.bytes(9));
      tried.reset();
      requireSame(name + " after reset", provider, jdk.doFinal(), tried.doFinal());
    }
  }

  private static void digest(String name, Provider provider, RandomInput random)
      throws GeneralSecurityException {
    MessageDigest tried;
    try {
      tried = MessageDigest.getInstance(name, provider);
    } catch (NoSuchAlgorithmException e) {
      return;
    }
    MessageDigest jdk = MessageDigest.getInstance(name, JDK_DIGESTS);
    for (int use = 0; use < USES; use++) {
      byte[] bytes = random.bytes(random.length(LONGEST));
      inPieces(bytes, random, tried::update);
      requireSame(name, provider, jdk.digest(bytes), tried.digest());
      tried.update(random.bytes(9));
      tried.reset();
    }
  }

  private static void cipher(String name, Provider provider, RandomInput random)
      throws GeneralSecurityException {
    Cipher tried;
    try {
      tried = Cipher.getInstance(name, provider);
    } catch (NoSuchAlgorithmException | NoSuchPaddingException e) {
      return;
    }
    for (int use = 0; use < USES; use++) {
      SecretKeySpec key = new SecretKeySpec(random.bytes(random.of(KEY_BYTES)), "AES");
      boolean gcm = name.equals(GCM);
      byte[] iv = random.bytes(gcm ? GCM_IV : BLOCK);
      byte[] additional = gcm ? random.bytes(random.length(LONGEST)) : new byte[0];
      // The JDK takes an empty ciphertext for an empty message.
      byte[] clear = random.bytes(Math.max(name.equals(CBC) ? 1 : 0, random.length(LONGEST)));
      AlgorithmParameterSpec spec =
          gcm ? new GCMParameterSpec(TAG_BITS, iv) : new IvParameterSpec(iv);
      Cipher jdk = Cipher.getInstance(name, JDK_CRYPTO);
      jdk.init(Cipher.ENCRYPT_MODE, key, spec);
      jdk.updateAAD(additional);
      byte[] sealed = jdk.doFinal(clear);
      tried.init(Cipher.ENCRYPT_MODE, key, spec);
      requireSame(name, provider, sealed, run(tried, additional, clear, random));
      tried.init(Cipher.DECRYPT_MODE, key, spec);
      requireSame(name + " back", provider, clear, run(tried, additional, sealed, random));
      if (gcm) {
        sealed[random.below(sealed.length)] ^= (byte) (1 << random.below(Byte.SIZE));
        tried.init(Cipher.DECRYPT_MODE, key, spec);
        requireRefused(provider, tried, additional, sealed, random);
      }
    }
  }

  private static void requireRefused(
      Provider provider, Cipher tried, byte[] additional, byte[] forged, RandomInput random)
      throws GeneralSecurityException {
    try {
      run(tried, additional, forged, random);
    } catch (AEADBadTagException e) {
      CheckCounts.add("JCE answers compared", 1);
      return;
    }
    throw new AssertionError(provider.getName() + " opened a forged AES/GCM message");
  }

  private static byte[] run(Cipher cipher, byte[] additional, byte[] input, RandomInput random)
      throws GeneralSecurityException {
    if (additional.length > 0) {
      inPieces(additional, random, cipher::updateAAD);
    }
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    if (random.oneIn(3)) {
      byte[] place = Arrays.copyOf(input, input.length + 2 * BLOCK);
      output.write(place, 0, cipher.doFinal(place, 0, input.length, place, 0));
      return output.toByteArray();
    }
    inPieces(input, random, piece -> output.writeBytes(updated(cipher, piece, random)));
    output.writeBytes(cipher.doFinal());
    return output.toByteArray();
  }

  private static byte[] updated(Cipher cipher, ByteBuffer piece, RandomInput random)
      throws GeneralSecurityException {
    if (random.oneIn(2)) {
      byte[] bytes = new byte[piece.remaining()];
      piece.get(bytes);
      byte[] output = cipher.update(bytes);
      return output == null ? new byte[0] : output;
    }
    int room = cipher.getOutputSize(piece.remaining()) + BLOCK;
    ByteBuffer output =
        random.oneIn(2) ? ByteBuffer.allocateDirect(room) : ByteBuffer.allocate(room);
    cipher.update(piece, output);
    byte[] bytes = new byte[output.flip().remaining()];
    output.get(bytes);
    return bytes;
  }

  /** Pieces of any length, also none, in memory of any kind. */
  private static void inPieces(byte[] message, RandomInput random, Sink sink)
      throws GeneralSecurityException {
    int from = 0;
    while (from < message.length) {
      int length = Math.min(message.length - from, random.length(random.oneIn(2) ? 70 : LONGEST));
      ByteBuffer memory = PacketMemory.draw(length, random);
      memory.put(0, message, from, length).position(0);
      sink.take(random.oneIn(4) ? memory.asReadOnlyBuffer() : memory);
      from += length;
    }
  }

  private static void requireSame(String what, Provider provider, byte[] expected, byte[] found) {
    if (!Arrays.equals(expected, found)) {
      throw new AssertionError(
          "%s: %s of %d bytes differs from the JDK's"
              .formatted(provider.getName(), what, expected.length));
    }
    CheckCounts.add("JCE answers compared", 1);
  }
}

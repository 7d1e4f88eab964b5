package dev.rosa.proxy.login.password;

import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2id hash of a password (RFC 9106), with the parameters that made it: {@code
 * $argon2id$v=19$m=KIB,t=PASSES,p=LANES$SALT$HASH}, in base64 without padding. Immutable; hash and
 * salt never appear in {@link #toString}.
 */
public final class PasswordHash {

  /** Most bytes of a password in UTF-8. */
  public static final int MOST_BYTES = 1024;

  private static final int KIB = 19 * 1024;
  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /** A hash of a file must not take the machine. */
  private static final int MOST_KIB = 256 * 1024;

  private static final int MOST_PASSES = 16;
  private static final int MOST_LANES = 8;
  private static final int LEAST_KIB_OF_LANE = 8;

  private static final Pattern TEXT =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,2})"
              + "\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{16,86})");

  private final int kib;
  private final int passes;
  private final int lanes;
  private final byte[] salt;
  private final byte[] hash;

  private PasswordHash(int kib, int passes, int lanes, byte[] salt, byte[] hash) {
    this.kib = kib;
    this.passes = passes;
    this.lanes = lanes;
    this.salt = salt;
    this.hash = hash;
  }

  /**
   * Hashes a password with the usual parameters: 19 MiB, two passes.
   *
   * @throws IllegalArgumentException if it is empty or too long
   */
  public static PasswordHash of(char[] password, SecureRandom random) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new PasswordHash(
        KIB, PASSES, LANES, salt, hash(password, KIB, PASSES, LANES, salt, HASH_BYTES));
  }

  /** A hash that no password has, and that takes as long to compare with as others do. */
  static PasswordHash ofNobody(SecureRandom random) {
    byte[] salt = new byte[SALT_BYTES];
    byte[] hash = new byte[HASH_BYTES];
    random.nextBytes(salt);
    random.nextBytes(hash);
    return new PasswordHash(KIB, PASSES, LANES, salt, hash);
  }

  /**
   * Reads its text.
   *
   * @throws IllegalArgumentException if it is none, or its parameters are out of bounds; the
   *     message has no part of it
   */
  public static PasswordHash parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no hash of Argon2id, expected $argon2id$v=19$m=…");
    }
    int kib = Integer.parseInt(parts.group(1));
    int passes = Integer.parseInt(parts.group(2));
    int lanes = Integer.parseInt(parts.group(3));
    boolean fits =
        lanes >= 1
            && lanes <= MOST_LANES
            && passes >= 1
            && passes <= MOST_PASSES
            && kib >= LEAST_KIB_OF_LANE * lanes
            && kib <= MOST_KIB;
    if (!fits) {
      throw new IllegalArgumentException(
          "a hash with m=%d,t=%d,p=%d, expected at most m=%d,t=%d,p=%d"
              .formatted(kib, passes, lanes, MOST_KIB, MOST_PASSES, MOST_LANES));
    }
    return new PasswordHash(kib, passes, lanes, bytes(parts.group(4)), bytes(parts.group(5)));
  }

  private static byte[] bytes(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      // The cause could quote a part of the hash.
      throw new IllegalArgumentException("no hash of Argon2id, its base64 cannot be read");
    }
  }

  /** True if this is the hash of that password; takes the same time for each password. */
  public boolean matches(char[] password) {
    return MessageDigest.isEqual(hash, hash(password, kib, passes, lanes, salt, hash.length));
  }

  private static byte[] hash(
      char[] password, int kib, int passes, int lanes, byte[] salt, int hashBytes) {
    byte[] bytes = encoded(password);
    try {
      Argon2BytesGenerator generator = new Argon2BytesGenerator();
      generator.init(
          new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
              .withVersion(Argon2Parameters.ARGON2_VERSION_13)
              .withMemoryAsKB(kib)
              .withIterations(passes)
              .withParallelism(lanes)
              .withSalt(salt)
              .build());
      byte[] hash = new byte[hashBytes];
      generator.generateBytes(bytes, hash);
      return hash;
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  /** Keyboards write a letter with an accent in two ways. */
  private static byte[] encoded(char[] password) {
    String oneForm = Normalizer.normalize(CharBuffer.wrap(password), Normalizer.Form.NFC);
    byte[] bytes = oneForm.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > MOST_BYTES) {
      Arrays.fill(bytes, (byte) 0);
      throw new IllegalArgumentException(
          "a password has 1 to " + MOST_BYTES + " bytes in UTF-8, expected such a one");
    }
    return bytes;
  }

  /** All of it, for a file that nobody else may read. */
  String text() {
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
        .formatted(kib, passes, lanes, base64.encodeToString(salt), base64.encodeToString(hash));
  }

  /** True if it is the same hash, made with the same parameters. */
  boolean isSameAs(PasswordHash other) {
    return text().equals(other.text());
  }

  @Override
  public String toString() {
    return "argon2id m=%d,t=%d,p=%d".formatted(kib, passes, lanes);
  }
}

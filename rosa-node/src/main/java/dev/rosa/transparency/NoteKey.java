package dev.rosa.transparency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Public Ed25519 key of a signer of notes, under the signer's name (C2SP signed-note). The signer
 * is a log, or a witness that cosigns a log's checkpoints with the time (C2SP tlog-cosignature).
 * Its text is {@code NAME+ID+KEY}, as Go's sumdb/note reads it. Immutable.
 */
public final class NoteKey {

  private static final byte ED25519 = 1;
  private static final byte COSIGNATURE = 4;
  private static final int SIGNATURE_BYTES = 64;
  private static final int KEY_BYTES = 32;
  private static final int MAX_TEXT = 512;
  private static final Pattern NAME = Pattern.compile("[^\\s\\p{Z}\\p{C}+]{1,256}");

  /** End of the year 9999: a witness may claim any time, and no later one can be shown. */
  private static final long LAST_SECOND = 253_402_300_799L;

  /** An X.509 key is these bytes and the key's (RFC 8410). */
  private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

  private final String name;
  private final byte type;
  private final byte[] key;
  private final int id;
  private final PublicKey verifier;

  /**
   * A log's key under its name.
   *
   * @param key {@code byte[32]} as in RFC 8032
   * @throws TransparencyException if name or key cannot be used
   */
  public NoteKey(String name, byte[] key) throws TransparencyException {
    this(name, ED25519, key);
  }

  private NoteKey(String name, byte type, byte[] key) throws TransparencyException {
    this.name = requireName(name);
    this.type = type;
    this.key = key.clone();
    this.id = id(name, type, key);
    this.verifier = verifier(key);
  }

  /**
   * A witness's key under its name.
   *
   * @param key {@code byte[32]} as in RFC 8032
   * @throws TransparencyException if name or key cannot be used
   */
  public static NoteKey ofWitness(String name, byte[] key) throws TransparencyException {
    return new NoteKey(name, COSIGNATURE, key);
  }

  /** A name in which no sign separates: neither blanks nor a plus sign. */
  private static String requireName(String name) throws TransparencyException {
    if (!NAME.matcher(name).matches()) {
      throw new TransparencyException(
          "the name of a log key is not one, expected 1 to 256 characters without blank and '+'");
    }
    return name;
  }

  private static int id(String name, byte type, byte[] key) {
    MessageDigest digest = TreeHash.sha256();
    digest.update(name.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
    digest.update(type);
    return ByteBuffer.wrap(digest.digest(key)).getInt();
  }

  private static PublicKey verifier(byte[] key) throws TransparencyException {
    if (key.length != KEY_BYTES) {
      throw new TransparencyException("a log key has " + key.length + " bytes, expected 32");
    }
    byte[] encoded = Arrays.copyOf(X509, X509.length + KEY_BYTES);
    System.arraycopy(key, 0, encoded, X509.length, KEY_BYTES);
    try {
      return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new TransparencyException("a log key is no Ed25519 key");
    }
  }

  /** The key's 32 bytes in its encoding by the JDK. */
  static byte[] rawBytes(PublicKey key) {
    byte[] encoded = key.getEncoded();
    return Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length);
  }

  /**
   * Reads {@code NAME+ID+KEY}; blanks around it are left out.
   *
   * @throws TransparencyException if it is no such text, or name and key are not those of the id
   */
  public static NoteKey parse(String text) throws TransparencyException {
    String[] parts = text.strip().split("\\+", 3);
    if (text.length() > MAX_TEXT || parts.length != 3) {
      throw new TransparencyException("not a log key, expected one line NAME+ID+KEY");
    }
    byte[] typed = CanonicalBase64.decode(parts[2], "the key of a log key");
    if (typed.length != 1 + KEY_BYTES || typed[0] != ED25519) {
      throw new TransparencyException("not a log key that can be used, expected Ed25519");
    }
    NoteKey key = new NoteKey(parts[0], Arrays.copyOfRange(typed, 1, typed.length));
    if (!HexFormat.of().toHexDigits(key.id).equals(parts[1])) {
      throw new TransparencyException("the id of the log key is not that of its name and key");
    }
    return key;
  }

  public String name() {
    return name;
  }

  /** Number that names the key in signatures, beside {@link #name}. */
  int id() {
    return id;
  }

  /** The key, {@code byte[32]}. */
  public byte[] toBytes() {
    return key.clone();
  }

  /** Signatures of this key say when they were made. */
  boolean isOfWitness() {
    return type == COSIGNATURE;
  }

  boolean verify(byte[] text, byte[] signature) {
    if (!isOfWitness()) {
      return isSigned(text, signature);
    }
    if (signature.length != Long.BYTES + SIGNATURE_BYTES) {
      return false;
    }
    long unixSeconds = ByteBuffer.wrap(signature).getLong();
    return unixSeconds >= 0
        && unixSeconds <= LAST_SECOND
        && isSigned(
            cosigned(unixSeconds, text),
            Arrays.copyOfRange(signature, Long.BYTES, signature.length));
  }

  /** The bytes under a witness's signature of a checkpoint. */
  static byte[] cosigned(long unixSeconds, byte[] text) {
    byte[] head =
        ("cosignature/v1\ntime " + Long.toUnsignedString(unixSeconds) + "\n")
            .getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(head.length + text.length).put(head).put(text).array();
  }

  private boolean isSigned(byte[] text, byte[] signature) {
    try {
      Signature check = Signature.getInstance("Ed25519");
      check.initVerify(verifier);
      check.update(text);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NoteKey that
        && type == that.type
        && name.equals(that.name)
        && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return id;
  }

  /** {@code NAME+ID+KEY}. */
  @Override
  public String toString() {
    byte[] typed = new byte[1 + KEY_BYTES];
    typed[0] = type;
    System.arraycopy(key, 0, typed, 1, KEY_BYTES);
    return name
        + "+"
        + HexFormat.of().toHexDigits(id)
        + "+"
        + Base64.getEncoder().encodeToString(typed);
  }
}

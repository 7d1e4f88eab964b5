package dev.rosa.storage;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.Destroyable;

/**
 * Key of a storage's secrets ({@code byte[32]}), which is kept apart from its database. As text it
 * has 64 hexadecimal digits. One thread's.
 */
final class StorageKey implements Destroyable {

  static final int BYTES = 32;

  /** Digits of a key as text. */
  static final int DIGITS = 2 * BYTES;

  private final byte[] bytes;

  private StorageKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new key. */
  static StorageKey random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new StorageKey(bytes);
  }

  /** The key of a text without spaces around it; empty if it is none. The caller wipes the text. */
  static Optional<StorageKey> of(byte[] text) {
    if (text.length != DIGITS) {
      return Optional.empty();
    }
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < DIGITS; i++) {
      int digit = Character.digit(text[i], 16);
      if (digit < 0) {
        Arrays.fill(bytes, (byte) 0);
        return Optional.empty();
      }
      bytes[i / 2] = (byte) (bytes[i / 2] << 4 | digit);
    }
    return Optional.of(new StorageKey(bytes));
  }

  /** The key as a line of text; the caller must wipe it. */
  byte[] line() {
    byte[] line = new byte[DIGITS + 1];
    for (int i = 0; i < BYTES; i++) {
      line[2 * i] = (byte) HexFormat.of().toHighHexDigit(bytes[i]);
      line[2 * i + 1] = (byte) HexFormat.of().toLowHexDigit(bytes[i]);
    }
    line[DIGITS] = '\n';
    return line;
  }

  /** The key for AES. */
  SecretKeySpec forAes() {
    return new SecretKeySpec(bytes, "AES");
  }

  @Override
  public void destroy() {
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public String toString() {
    return "StorageKey(redacted)";
  }
}

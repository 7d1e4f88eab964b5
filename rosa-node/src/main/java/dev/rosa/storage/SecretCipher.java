package dev.rosa.storage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Cipher of the secrets in one storage: AES-256-GCM. A sealed secret is a version byte, a random
 * nonce of 12 bytes, the secret's 32 bytes encrypted, and a tag of 16 bytes. Role, storage and row
 * are associated data: a secret that was moved does not open. Thread-safe.
 */
final class SecretCipher {

  static final int SECRET_BYTES = 32;

  /** Bytes of a sealed secret. */
  static final int SEALED_BYTES = 61;

  private static final byte VERSION = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;
  private static final String LABEL = "ROSA storage secret\0";

  private final SecretKeySpec key;
  private final byte[] storage;
  private final SecureRandom random;

  /**
   * Makes one; the caller destroys the key.
   *
   * @param role without zero bytes
   * @param name the storage's
   */
  SecretCipher(StorageKey key, String role, String name, SecureRandom random) {
    this.key = key.forAes();
    this.storage = (LABEL + role + "\0" + name + "\0").getBytes(StandardCharsets.UTF_8);
    this.random = random;
  }

  /** Seals a secret for a row. */
  byte[] seal(byte[] row, byte[] secret) {
    byte[] sealed = new byte[SEALED_BYTES];
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    ByteBuffer.wrap(sealed).put(VERSION).put(nonce);
    try {
      cipher(Cipher.ENCRYPT_MODE, sealed, row)
          .doFinal(secret, 0, SECRET_BYTES, sealed, 1 + NONCE_BYTES);
      return sealed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-256-GCM", e);
    }
  }

  /**
   * Opens a row's secret; the caller must wipe it.
   *
   * @return empty if it was sealed under another key, for another row, or was changed
   */
  Optional<byte[]> open(byte[] row, byte[] sealed) {
    if (sealed.length != SEALED_BYTES || sealed[0] != VERSION) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          cipher(Cipher.DECRYPT_MODE, sealed, row)
              .doFinal(sealed, 1 + NONCE_BYTES, SECRET_BYTES + TAG_BYTES));
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-256-GCM", e);
    }
  }

  private Cipher cipher(int mode, byte[] sealed, byte[] row) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(8 * TAG_BYTES, sealed, 1, NONCE_BYTES));
    cipher.updateAAD(storage);
    cipher.updateAAD(row);
    return cipher;
  }
}

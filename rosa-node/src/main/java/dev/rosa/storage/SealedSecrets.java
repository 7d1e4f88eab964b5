package dev.rosa.storage;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Sealing and opening of a storage's secrets under the storage key (ADR 33): Kci for one code and
 * epoch, private keys for one column. Thread-safe.
 */
public final class SealedSecrets {

  private static final byte SAMPLE = 0;
  private static final byte SECRET = 1;
  private static final byte KEY = 2;

  private final String database;
  private final String keySample;
  private final SecretCipher cipher;

  private SealedSecrets(String database, String keySample, SecretCipher cipher) {
    this.database = database;
    this.keySample = keySample;
    this.cipher = cipher;
  }

  /**
   * Those under a key that no database has yet; {@link #keySample} makes it known there.
   *
   * @param database for messages
   */
  static SealedSecrets under(
      StorageKey key, String database, String role, String name, SecureRandom random) {
    SecretCipher cipher = new SecretCipher(key, role, name, random);
    byte[] sample = cipher.seal(sampleRow(), new byte[SecretCipher.SECRET_BYTES]);
    return new SealedSecrets(database, HexFormat.of().formatHex(sample), cipher);
  }

  /** Those of a database that is there; empty if it has another key. */
  static Optional<SealedSecrets> of(
      StorageIdentity identity, StorageKey key, String database, SecureRandom random) {
    SecretCipher cipher = new SecretCipher(key, identity.role(), identity.name(), random);
    byte[] sample = HexFormat.of().parseHex(identity.keySample());
    return cipher
        .open(sampleRow(), sample)
        .map(opened -> new SealedSecrets(database, identity.keySample(), cipher));
  }

  private static byte[] sampleRow() {
    return new byte[] {SAMPLE};
  }

  private static byte[] row(CodeDigest code, int epoch) {
    return ByteBuffer.allocate(1 + CodeDigest.BYTES + Integer.BYTES)
        .put(SECRET)
        .put(code.toBytes())
        .putInt(epoch)
        .array();
  }

  private static byte[] row(KeyColumn column) {
    byte[] name = column.name();
    return ByteBuffer.allocate(1 + name.length).put(KEY).put(name).array();
  }

  String keySample() {
    return keySample;
  }

  /**
   * Seals a secret within the transaction that stores it.
   *
   * @throws StorageException if the storage has had another key since this process opened it
   */
  public byte[] seal(Handle handle, CodeDigest code, int epoch, CodeSecret secret) {
    StorageIdentity unused = requireKey(handle);
    byte[] kci = secret.copyBytes();
    try {
      return seal(code, epoch, kci);
    } finally {
      Arrays.fill(kci, (byte) 0);
    }
  }

  byte[] seal(CodeDigest code, int epoch, byte[] kci) {
    return cipher.seal(row(code, epoch), kci);
  }

  /**
   * Seals a private key within the transaction that stores it.
   *
   * @param key {@code byte[32]}; the caller wipes it
   * @throws StorageException if the storage has had another key since this process opened it
   */
  public byte[] seal(Handle handle, KeyColumn column, byte[] key) {
    StorageIdentity unused = requireKey(handle);
    return seal(column, key);
  }

  byte[] seal(KeyColumn column, byte[] key) {
    return cipher.seal(row(column), key);
  }

  /**
   * Opens a stored private key; the caller must wipe it.
   *
   * @throws StorageException if it was sealed for another place, under another key, or was changed
   */
  public byte[] open(KeyColumn column, byte[] sealed) {
    return cipher
        .open(row(column), sealed)
        .orElseThrow(
            () ->
                new StorageException(
                    "%s: the key in %s does not open with the storage key: one was changed"
                        .formatted(database, column.table()),
                    null));
  }

  /** Opens a private key here, and seals it there. */
  KeyColumn.Replacement resealedBy(SealedSecrets next, KeyColumn column) {
    return stored -> {
      byte[] key = open(column, stored);
      try {
        return next.seal(column, key);
      } finally {
        Arrays.fill(key, (byte) 0);
      }
    };
  }

  /** The storage's identity, if it has the same key as before. */
  StorageIdentity requireKey(Handle handle) {
    return StorageIdentity.find(handle)
        .filter(identity -> identity.keySample().equals(keySample))
        .orElseThrow(
            () ->
                new StorageException(
                    database
                        + ": has another storage key since this process opened it, expected a"
                        + " restart",
                    null));
  }

  /**
   * Opens a stored secret; the caller must destroy it.
   *
   * @throws StorageException if it was sealed for another row, under another key, or was changed
   */
  public CodeSecret open(CodeDigest code, int epoch, byte[] sealed) {
    byte[] kci = cipher.open(row(code, epoch), sealed).orElseThrow(() -> damaged(code, epoch));
    try {
      return CodeSecret.of(kci);
    } finally {
      Arrays.fill(kci, (byte) 0);
    }
  }

  /** Opens each secret here, and seals it there. */
  SecretTable.Replacement resealedBy(SealedSecrets next) {
    return (code, epoch, stored) -> {
      CodeSecret secret = open(code, epoch, stored);
      byte[] kci = secret.copyBytes();
      secret.destroy();
      try {
        return next.seal(code, epoch, kci);
      } finally {
        Arrays.fill(kci, (byte) 0);
      }
    };
  }

  private StorageException damaged(CodeDigest code, int epoch) {
    return new StorageException(
        "%s: the secret of code %s, epoch %s does not open with the storage key: one was changed"
            .formatted(database, code.hex(), Integer.toUnsignedString(epoch)),
        null);
  }
}

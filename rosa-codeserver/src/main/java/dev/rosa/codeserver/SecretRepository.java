package dev.rosa.codeserver;

import dev.rosa.codeserver.catalogue.CatalogueVersion;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.storage.Storage;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Table of the secrets (Kci) of active code by code and epoch [ROSA §4.2.1]. Every change is
 * durable when its method returns; a retired secret is overwritten in the storage. Epochs are
 * unsigned. Thread-safe.
 */
final class SecretRepository {

  private final Storage storage;

  SecretRepository(Storage storage) {
    this.storage = storage;
  }

  /** Fate of a secret that was staged. */
  enum Staging {
    /** It is stored now. */
    STORED,
    /** It was stored before. */
    KNOWN,
    /** Another one is stored for that code and epoch, and stays. */
    CONFLICT
  }

  Staging stage(CodeDigest code, int epoch, CodeSecret secret) {
    return storage.inTransaction(
        handle -> {
          CatalogueVersion.lock(handle);
          Optional<CodeSecret> held = find(handle, code, epoch);
          if (held.isEmpty()) {
            insert(handle, code, epoch, secret);
            return Staging.STORED;
          }
          return isSame(held.get(), secret) ? Staging.KNOWN : Staging.CONFLICT;
        });
  }

  private static boolean isSame(CodeSecret held, CodeSecret staged) {
    byte[] one = held.copyBytes();
    byte[] other = staged.copyBytes();
    held.destroy();
    try {
      return MessageDigest.isEqual(one, other);
    } finally {
      Arrays.fill(one, (byte) 0);
      Arrays.fill(other, (byte) 0);
    }
  }

  private void insert(Handle handle, CodeDigest code, int epoch, CodeSecret secret) {
    handle.execute(
        "INSERT INTO code_secret (digest, epoch, kci) VALUES (?, ?, ?)",
        code.hex(),
        Integer.toUnsignedLong(epoch),
        storage.secrets().seal(handle, code, epoch, secret));
    CatalogueVersion.next(handle);
  }

  /** Destroys a secret; returns whether there was one. */
  boolean retire(CodeDigest code, int epoch) {
    boolean existed =
        storage.inTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              int gone =
                  handle.execute(
                      "DELETE FROM code_secret WHERE digest = ? AND epoch = ?",
                      code.hex(),
                      Integer.toUnsignedLong(epoch));
              if (gone > 0) {
                CatalogueVersion.next(handle);
              }
              return gone > 0;
            });
    if (existed) {
      storage.eraseDeleted();
    }
    return existed;
  }

  Optional<CodeSecret> find(CodeDigest code, int epoch) {
    return storage.withHandle(handle -> find(handle, code, epoch));
  }

  private Optional<CodeSecret> find(Handle handle, CodeDigest code, int epoch) {
    return handle
        .createQuery("SELECT kci FROM code_secret WHERE digest = ? AND epoch = ?")
        .bind(0, code.hex())
        .bind(1, Integer.toUnsignedLong(epoch))
        .map((row, context) -> storage.secrets().open(code, epoch, row.getBytes(1)))
        .findOne();
  }

  /** The epochs whose secret is held, ascending, by code. */
  Map<CodeDigest, List<Integer>> epochs() {
    return storage.withHandle(SecretRepository::epochs);
  }

  static Map<CodeDigest, List<Integer>> epochs(Handle handle) {
    Map<CodeDigest, List<Integer>> epochs = new LinkedHashMap<>();
    handle
        .createQuery("SELECT digest, epoch FROM code_secret ORDER BY digest, epoch")
        .map((row, context) -> Map.entry(CodeDigest.ofHex(row.getString(1)), (int) row.getLong(2)))
        .forEach(
            held ->
                epochs.computeIfAbsent(held.getKey(), d -> new ArrayList<>()).add(held.getValue()));
    return epochs;
  }
}

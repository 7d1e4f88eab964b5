package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.security.SecureRandom;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opening of a database's secrets with the storage key. The first one with a key seals the secrets
 * that earlier versions stored as they are, and erases those from the files.
 */
record Unlocking(Dialect dialect, Tables tables, StorageKeyPlace place, SecureRandom random) {

  private static final Logger LOG = LoggerFactory.getLogger(Unlocking.class);

  /**
   * Opens them.
   *
   * @throws ConfigException in one line if there is no key, or not the one of this database
   */
  SealedSecrets open(Jdbi jdbi) throws ConfigException {
    Optional<StorageIdentity> known = jdbi.withHandle(StorageIdentity::find);
    SealedSecrets secrets = known.isPresent() ? opened(known.get()) : begun(jdbi);
    boolean clearKeys =
        jdbi.withHandle(this::hasClearKey)
            && jdbi.inTransaction(handle -> sealKeys(handle, secrets));
    if (clearKeys || !known.map(StorageIdentity::erased).orElse(false)) {
      jdbi.useHandle(this::eraseClear);
    }
    return secrets;
  }

  private boolean hasClearKey(Handle handle) {
    return tables.keys().stream().anyMatch(column -> column.hasClear(handle));
  }

  /** Seals private keys of earlier versions; returns whether there were any. */
  private boolean sealKeys(Handle handle, SealedSecrets secrets) {
    dialect.lockForWriting(handle);
    int clear = 0;
    for (KeyColumn column : tables.keys()) {
      clear += column.replaceClear(handle, key -> secrets.seal(handle, column, key));
    }
    if (clear > 0) {
      StorageIdentity.setErased(handle, false);
    }
    return clear > 0;
  }

  SealedSecrets opened(StorageIdentity identity) throws ConfigException {
    StorageKey key = place.read();
    try {
      return SealedSecrets.of(identity, key, dialect.name(), random).orElseThrow(this::wrongKey);
    } finally {
      key.destroy();
    }
  }

  private ConfigException wrongKey() {
    return new ConfigException(
        "%s: the storage key in %s does not open this database, expected the key it was made with"
            .formatted(dialect.name(), place.location()));
  }

  private SealedSecrets begun(Jdbi jdbi) throws ConfigException {
    return jdbi.inTransaction(
        handle -> {
          dialect.lockForWriting(handle);
          Optional<StorageIdentity> byAnother = StorageIdentity.find(handle);
          return byAnother.isPresent() ? opened(byAnother.get()) : begin(handle);
        });
  }

  private SealedSecrets begin(Handle handle) throws ConfigException {
    StorageKey key = readOrMade();
    try {
      String name = StorageIdentity.newName(random);
      SealedSecrets secrets =
          SealedSecrets.under(key, dialect.name(), tables.schema(), name, random);
      int clear = tables.secrets().replaceAll(handle, secrets::seal);
      new StorageIdentity(
              tables.schema(),
              Optional.empty(),
              Optional.empty(),
              name,
              secrets.keySample(),
              clear == 0,
              Optional.empty())
          .insert(handle);
      return secrets;
    } finally {
      key.destroy();
    }
  }

  /**
   * Seals all secrets under the key of this place, in a transaction.
   *
   * @return how many there are
   * @throws ConfigException in one line if there is no key, or it is the one in use
   */
  int reseal(Handle handle, SealedSecrets sealed) throws ConfigException {
    StorageIdentity identity = sealed.requireKey(handle);
    StorageKey key = readOrMade();
    try {
      if (SealedSecrets.of(identity, key, dialect.name(), random).isPresent()) {
        throw new ConfigException(place.location() + ": is the key in use, expected another one");
      }
      SealedSecrets next =
          SealedSecrets.under(key, dialect.name(), identity.role(), identity.name(), random);
      StorageIdentity.setKeySample(handle, next.keySample());
      return tables.secrets().replaceAll(handle, sealed.resealedBy(next))
          + resealKeys(handle, sealed, next);
    } finally {
      key.destroy();
    }
  }

  private int resealKeys(Handle handle, SealedSecrets sealed, SealedSecrets next) {
    return tables.keys().stream()
        .mapToInt(column -> column.replaceAll(handle, sealed.resealedBy(next, column)))
        .sum();
  }

  private StorageKey readOrMade() throws ConfigException {
    if (!place.isMissingFile()) {
      return place.read();
    }
    StorageKey made = place.make(random);
    LOG.info("made the storage key {}: keep a copy of it apart from backups", place.location());
    return made;
  }

  /** While another process reads, the next start does it. */
  private void eraseClear(Handle handle) {
    boolean isErased = StorageIdentity.find(handle).map(StorageIdentity::erased).orElseThrow();
    if (isErased) {
      return;
    }
    dialect.rewrite(handle, tables.secrets().table());
    tables.keys().forEach(column -> dialect.rewrite(handle, column.table()));
    if (dialect.eraseDeleted(handle)) {
      StorageIdentity.setErased(handle, true);
      LOG.info("{}: secrets are sealed under {}", dialect.name(), place.location());
    }
  }
}

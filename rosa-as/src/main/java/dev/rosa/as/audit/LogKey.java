package dev.rosa.as.audit;

import dev.rosa.config.ConfigException;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.KeyColumn;
import dev.rosa.storage.SealedSecrets;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.KeyStatements;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The Ed25519 key of the domain's audit log. It is in the database, sealed, so that all servers of
 * the domain sign one log with one key. Made once, by the first server that starts.
 */
public final class LogKey {

  /** Its place in the tables, sealed under the storage key. */
  public static final KeyColumn COLUMN = new KeyColumn("audit_key", "private_key");

  private LogKey() {}

  /**
   * The key; made now if there is none.
   *
   * @throws ConfigException if the storage has the log of another domain
   */
  public static NoteSigner ofDomain(
      Storage storage, int domain, SecureRandom random, InstantSource clock)
      throws ConfigException {
    String name = KeyStatements.nameOfLog(domain);
    NoteSigner signer =
        storage.inTransaction(
            handle -> {
              Optional<NoteSigner> known = find(handle, storage.secrets());
              return known.isPresent()
                  ? known.get()
                  : make(handle, storage.secrets(), name, random, clock);
            });
    if (!signer.key().name().equals(name)) {
      throw new ConfigException(
          "the storage has the audit log %s, expected %s: it is of another domain"
              .formatted(signer.key().name(), name));
    }
    return signer;
  }

  /**
   * The key.
   *
   * @throws AdministrationException if there is none yet
   */
  public static NoteSigner of(Storage storage) throws AdministrationException {
    return storage
        .withHandle(handle -> find(handle, storage.secrets()))
        .orElseThrow(
            () ->
                new AdministrationException(
                    "the audit log has no key yet: a server makes it when it starts"));
  }

  private static NoteSigner make(
      Handle handle, SealedSecrets secrets, String name, SecureRandom random, InstantSource clock) {
    NoteSigner signer = known(() -> NoteSigner.random(name, random));
    byte[] privateKey = signer.privateKey();
    try {
      handle.execute(
          "INSERT INTO audit_key (id, name, public_key, private_key, made_at)"
              + " VALUES (1, ?, ?, ?, ?)",
          name,
          signer.key().toBytes(),
          secrets.seal(handle, COLUMN, privateKey),
          clock.instant().getEpochSecond());
      return signer;
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  private static Optional<NoteSigner> find(Handle handle, SealedSecrets secrets) {
    return handle
        .createQuery("SELECT name, public_key, private_key FROM audit_key WHERE id = 1")
        .map((row, context) -> read(row, secrets))
        .findOne();
  }

  private static NoteSigner read(ResultSet row, SealedSecrets secrets) throws SQLException {
    String name = row.getString("name");
    byte[] publicKey = row.getBytes("public_key");
    byte[] privateKey = secrets.open(COLUMN, row.getBytes("private_key"));
    try {
      return known(() -> NoteSigner.of(new NoteKey(name, publicKey), privateKey));
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  /** A key that this server has stored itself. */
  private interface Source {
    NoteSigner get() throws TransparencyException;
  }

  private static NoteSigner known(Source source) {
    try {
      return source.get();
    } catch (TransparencyException e) {
      throw new IllegalStateException("the stored log key is damaged: " + e.getMessage(), e);
    }
  }
}

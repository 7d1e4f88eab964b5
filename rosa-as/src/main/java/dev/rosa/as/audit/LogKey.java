package dev.rosa.as.audit;

import dev.rosa.config.ConfigException;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The Ed25519 key of the domain's audit log. It is in the database, so that all servers of the
 * domain sign one log with one key. Made once, by the first server that starts.
 */
public final class LogKey {

  private LogKey() {}

  /** Name of a domain's log: origin of its checkpoints, name of its key. */
  public static String nameOf(int domain) {
    return "rosa/" + Integer.toUnsignedString(domain) + "/audit";
  }

  /**
   * The key; made now if there is none.
   *
   * @throws ConfigException if the storage has the log of another domain
   */
  public static NoteSigner ofDomain(
      Storage storage, int domain, SecureRandom random, InstantSource clock)
      throws ConfigException {
    String name = nameOf(domain);
    NoteSigner signer =
        storage.inTransaction(
            handle -> {
              Optional<NoteSigner> known = find(handle);
              return known.isPresent() ? known.get() : make(handle, name, random, clock);
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
        .withHandle(LogKey::find)
        .orElseThrow(
            () ->
                new AdministrationException(
                    "the audit log has no key yet: a server makes it when it starts"));
  }

  private static NoteSigner make(
      Handle handle, String name, SecureRandom random, InstantSource clock) {
    NoteSigner signer = known(() -> NoteSigner.random(name, random));
    byte[] privateKey = signer.privateKey();
    try {
      handle.execute(
          "INSERT INTO audit_key (id, name, public_key, private_key, made_at)"
              + " VALUES (1, ?, ?, ?, ?)",
          name,
          signer.key().toBytes(),
          privateKey,
          clock.instant().getEpochSecond());
      return signer;
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  private static Optional<NoteSigner> find(Handle handle) {
    return handle
        .createQuery("SELECT name, public_key, private_key FROM audit_key WHERE id = 1")
        .map((row, context) -> read(row))
        .findOne();
  }

  private static NoteSigner read(ResultSet row) throws SQLException {
    String name = row.getString("name");
    byte[] publicKey = row.getBytes("public_key");
    byte[] privateKey = row.getBytes("private_key");
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

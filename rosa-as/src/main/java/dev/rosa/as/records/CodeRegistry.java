package dev.rosa.as.records;

import dev.rosa.as.policy.Origin;
import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Table of the active codes that sessions may be opened for: a name here, a digest on the wire. */
public final class CodeRegistry {
  /** A code. */
  public record Code(String name, CodeDigest digest, Origin origin) {}

  private static final RowMapper<Code> ROW =
      (row, context) ->
          new Code(
              row.getString("name"),
              CodeDigest.of(row.getBytes("digest")),
              Origin.ofStoredName(row.getString("origin")));

  private final Storage storage;
  private final AdministrationRecord acts;

  public CodeRegistry(Storage storage, AdministrationRecord acts) {
    this.storage = storage;
    this.acts = acts;
  }

  public Optional<Code> find(String name) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM codes WHERE name = :name AND active = 1")
                .bind("name", name)
                .map(ROW)
                .findOne());
  }

  /** The same with those that were removed. */
  public Optional<Code> findAny(Handle handle, String name) {
    return handle
        .createQuery("SELECT * FROM codes WHERE name = :name")
        .bind("name", name)
        .map(ROW)
        .findOne();
  }

  /** Takes a code away under every name, also one that the configuration declares. */
  public void deactivate(Handle handle, CodeDigest digest) {
    handle.execute("UPDATE codes SET active = 0 WHERE digest = ?", digest.toBytes());
  }

  public List<Code> list() {
    return storage.withHandle(CodeRegistry::list);
  }

  static List<Code> list(Handle handle) {
    return handle.createQuery("SELECT * FROM codes WHERE active = 1 ORDER BY name").map(ROW).list();
  }

  /** Makes a code known under a name, in the place of another one of that name. */
  public void put(Handle handle, String name, CodeDigest digest, Origin origin) {
    handle
        .createUpdate(
            "INSERT INTO codes (name, digest, origin, active) VALUES (:name, :digest, :origin, 1)"
                + " ON CONFLICT (name) DO UPDATE"
                + " SET digest = excluded.digest, origin = excluded.origin, active = 1")
        .bind("name", name)
        .bind("digest", digest.toBytes())
        .bind("origin", origin.storedName())
        .execute();
  }

  /** Takes back what the configuration no longer declares. */
  public void deactivateConfigured(Handle handle) {
    handle.execute("UPDATE codes SET active = 0 WHERE origin = 'config'");
  }

  /** Adds a code by command. */
  public void add(String name, CodeDigest digest) throws AdministrationException {
    storage.useTransaction(
        handle -> {
          Optional<Code> known = find(name);
          if (known.isPresent()) {
            throw new AdministrationException(
                "code '" + name + "' exists already with digest " + known.get().digest().hex());
          }
          put(handle, name, digest, Origin.ADMIN);
          acts.record(handle, "code add", "", name + " " + digest.hex());
        });
  }

  /** Removes a code that was added by command; its secrets stay until they are retired. */
  public void remove(String name) throws AdministrationException {
    Code code =
        find(name)
            .orElseThrow(() -> new AdministrationException("code '" + name + "' is not known"));
    if (code.origin() == Origin.CONFIG) {
      throw new AdministrationException(
          "code '" + name + "' is declared in the configuration, remove it there");
    }
    storage.useTransaction(
        handle -> {
          handle.execute("UPDATE codes SET active = 0 WHERE name = ?", name);
          acts.record(handle, "code remove", name + " " + code.digest().hex(), "");
        });
  }
}

package dev.rosa.as.records;

import dev.rosa.as.policy.Origin;
import dev.rosa.keys.UserId;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Table of the users that may ask for services, each with its U for ever. Thread-safe. */
public final class UserRegistry {
  /** A user. */
  public record User(String name, UserId id, Origin origin) {}

  private static final RowMapper<User> ROW =
      (row, context) ->
          new User(
              row.getString("name"),
              UserId.of(row.getBytes("u")),
              Origin.ofStoredName(row.getString("origin")));

  private final Storage storage;
  private final SecureRandom random;
  private final AdministrationRecord acts;

  public UserRegistry(Storage storage, SecureRandom random, AdministrationRecord acts) {
    this.storage = storage;
    this.random = random;
    this.acts = acts;
  }

  public Optional<User> find(String name) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM users WHERE name = :name AND active = 1")
                .bind("name", name)
                .map(ROW)
                .findOne());
  }

  /** The same with those that were removed. */
  public Optional<User> findAny(Handle handle, String name) {
    return handle
        .createQuery("SELECT * FROM users WHERE name = :name")
        .bind("name", name)
        .map(ROW)
        .findOne();
  }

  /** Takes a user away, also one that the configuration declares. */
  public void deactivate(Handle handle, String name) {
    handle.execute("UPDATE users SET active = 0 WHERE name = ?", name);
  }

  public List<User> list() {
    return storage.withHandle(UserRegistry::list);
  }

  static List<User> list(Handle handle) {
    return handle.createQuery("SELECT * FROM users WHERE active = 1 ORDER BY name").map(ROW).list();
  }

  /** Makes a user known, or known again with the U it had. */
  public void put(Handle handle, String name, Origin origin) {
    byte[] u = new byte[UserId.BYTES];
    random.nextBytes(u);
    handle
        .createUpdate(
            "INSERT INTO users (name, u, origin, active) VALUES (:name, :u, :origin, 1)"
                + " ON CONFLICT (name) DO UPDATE SET origin = excluded.origin, active = 1")
        .bind("name", name)
        .bind("u", u)
        .bind("origin", origin.storedName())
        .execute();
  }

  /** Takes back what the configuration no longer declares. */
  public void deactivateConfigured(Handle handle) {
    handle.execute("UPDATE users SET active = 0 WHERE origin = 'config'");
  }

  /** Adds a user by command. */
  public void add(String name) throws AdministrationException {
    storage.useTransaction(
        handle -> {
          if (find(name).isPresent()) {
            throw new AdministrationException("user '" + name + "' exists already");
          }
          put(handle, name, Origin.ADMIN);
          acts.record(handle, "user add", "", name);
        });
  }

  /** Removes a user that was added by command. */
  public void remove(String name) throws AdministrationException {
    User user =
        find(name)
            .orElseThrow(() -> new AdministrationException("user '" + name + "' is not known"));
    if (user.origin() == Origin.CONFIG) {
      throw new AdministrationException(
          "user '" + name + "' is declared in the configuration, remove it there");
    }
    storage.useTransaction(
        handle -> {
          deactivate(handle, name);
          acts.record(handle, "user remove", name, "");
        });
  }
}

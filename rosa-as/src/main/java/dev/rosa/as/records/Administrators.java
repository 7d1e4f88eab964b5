package dev.rosa.as.records;

import dev.rosa.as.policy.Refusal;
import dev.rosa.identity.RosaId;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Table of those who may administer over the network; each also needs a certificate of the role.
 * Only commands beside the server change it. Thread-safe.
 */
public final class Administrators {
  private final Storage storage;
  private final AdministrationRecord acts;

  public Administrators(Storage storage, AdministrationRecord acts) {
    this.storage = storage;
    this.acts = acts;
  }

  public List<String> list() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT name FROM administrators ORDER BY name")
                .mapTo(String.class)
                .list());
  }

  public void add(String name) throws AdministrationException {
    storage.useTransaction(
        handle -> {
          if (isKnown(handle, name)) {
            throw new AdministrationException("administrator '" + name + "' exists already");
          }
          handle.execute("INSERT INTO administrators (name) VALUES (?)", name);
          acts.record(handle, "admin add", "", name);
        });
  }

  public void remove(String name) throws AdministrationException {
    storage.useTransaction(
        handle -> {
          if (handle.execute("DELETE FROM administrators WHERE name = ?", name) == 0) {
            throw new AdministrationException("administrator '" + name + "' is not known");
          }
          acts.record(handle, "admin remove", name, "");
        });
  }

  /** Refuses one who was not added, or was removed. */
  public void require(Handle handle, RosaId caller) throws Refusal {
    if (!isKnown(handle, caller.name())) {
      throw Refusal.denied(
          caller + " is not an administrator here: 'rosa as --config FILE admin add' adds one");
    }
  }

  private static boolean isKnown(Handle handle, String name) {
    return handle
        .createQuery("SELECT 1 FROM administrators WHERE name = :name")
        .bind("name", name)
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }
}

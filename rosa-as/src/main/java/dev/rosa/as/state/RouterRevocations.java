package dev.rosa.as.state;

import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Revocation of routers: Code Servers serve the router no longer, and every secret that it could
 * have is replaced. The router comes first: it must not get the new secrets. Thread-safe.
 */
public final class RouterRevocations {

  private final Storage storage;
  private final EpochRevocations epochs;
  private final AdministrationRecord acts;

  public RouterRevocations(Storage storage, EpochRevocations epochs, AdministrationRecord acts) {
    this.storage = storage;
    this.epochs = epochs;
    this.acts = acts;
  }

  /** Has Code Servers refuse a router; returns false if it was revoked before. */
  public boolean revoke(RosaId router) {
    return storage.inTransaction(handle -> revoke(handle, router));
  }

  private boolean revoke(Handle handle, RosaId router) {
    if (isRevoked(handle, router)) {
      return false;
    }
    Instant now = acts.clock().instant();
    Revoked revoked = new Revoked(new Revoked.Router(router), 0);
    String name = router.toString();
    long serial =
        RevocationTable.insert(handle, List.of(new RevocationTable.Entry(revoked, name)), now);
    StatePublication.routerWasRevoked(handle);
    acts.record(handle, "revoke router", "", "serial %d: %s".formatted(serial, name));
    return true;
  }

  private static boolean isRevoked(Handle handle, RosaId router) {
    return handle
        .createQuery("SELECT 1 FROM revocations WHERE kind = 'router' AND name = :name")
        .bind("name", router.toString())
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }

  /**
   * Ends the epochs of the codes that a router could have.
   *
   * @param codes empty: it is not known which, and every code has to
   * @return the last epoch of each code that has ended
   */
  public List<Epoch> replaceSecrets(Optional<Set<CodeDigest>> codes) {
    return epochs.codesWithEpochs().stream()
        .filter(code -> codes.map(some -> some.contains(code)).orElse(true))
        .map(epochs::revokeAll)
        .flatMap(Optional::stream)
        .toList();
  }
}

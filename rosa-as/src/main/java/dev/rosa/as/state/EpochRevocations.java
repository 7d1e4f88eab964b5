package dev.rosa.as.state;

import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.EpochEnds;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.records.LostSessions;
import dev.rosa.domainstate.Revoked;
import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Revocation of epochs: their sessions and secrets end at once, and the next epoch begins. For
 * secrets that may be known to others. Thread-safe.
 */
public final class EpochRevocations {

  private final Storage storage;
  private final Epochs epochs;
  private final EpochEnds ends;
  private final AdministrationRecord acts;
  private final DomainPolicy policy;
  private final LostSessions lost;

  public EpochRevocations(
      Storage storage,
      Epochs epochs,
      EpochEnds ends,
      AdministrationRecord acts,
      DomainPolicy policy,
      LostSessions lost) {
    this.storage = storage;
    this.epochs = epochs;
    this.ends = ends;
    this.acts = acts;
    this.policy = policy;
    this.lost = lost;
  }

  /**
   * Revokes every epoch of a code that has not ended, or those up to one.
   *
   * @param upTo unsigned
   * @return the last epoch that was revoked
   * @throws AdministrationException if there is none, or the last one is above the newest
   */
  public Epoch revoke(CodeDigest code, Optional<Integer> upTo) throws AdministrationException {
    Epoch last = storage.inTransaction(handle -> revoke(handle, code, upTo));
    ends.erase();
    return last;
  }

  private Epoch revoke(Handle handle, CodeDigest code, Optional<Integer> upTo)
      throws AdministrationException {
    Epoch newest =
        epochs
            .newestLive(handle, code)
            .orElseThrow(() -> new AdministrationException("every epoch of the code has ended"));
    int number = upTo.orElse(newest.number());
    if (Integer.compareUnsigned(number, newest.number()) > 0) {
      throw new AdministrationException(
          "there is no epoch %s, expected at most %s, the newest"
              .formatted(
                  Integer.toUnsignedString(number), Integer.toUnsignedString(newest.number())));
    }
    Epoch last = new Epoch(code, number);
    revoke(handle, last);
    return last;
  }

  private void revoke(Handle handle, Epoch last) {
    Instant now = acts.clock().instant();
    long lastSet = Math.max(RevokedEnds.ofEpochs(handle, last), now.getEpochSecond());
    long end = Math.max(lastSet + policy.longestAfterSet().toSeconds(), lost.lastEnd(handle));
    Revoked revoked =
        new Revoked(new Revoked.Epochs(last.code(), last.number()), RevocationTable.end(end));
    String name =
        "code=%s up-to=%s".formatted(last.code().codeId(), Integer.toUnsignedString(last.number()));
    long serial =
        RevocationTable.insert(handle, List.of(new RevocationTable.Entry(revoked, name)), now);
    acts.record(handle, "revoke epoch", "", "serial %d: %s".formatted(serial, name));
    ends.destroyUpTo(handle, last);
    if (isInUse(handle, last.code())) {
      epochs.openIfNone(handle, last.code());
    }
  }

  private static boolean isInUse(Handle handle, CodeDigest code) {
    return handle
        .createQuery("SELECT 1 FROM codes WHERE digest = :digest AND active = 1")
        .bind("digest", code.toBytes())
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }

  /** The codes that have an epoch which has not ended. */
  public List<CodeDigest> codesWithEpochs() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT DISTINCT code_digest FROM code_secrets WHERE state <> 'retired'")
                .map((row, context) -> CodeDigest.of(row.getBytes(1)))
                .list());
  }

  /** Revokes the epochs of a code if it has any. */
  public Optional<Epoch> revokeAll(CodeDigest code) {
    Optional<Epoch> last = storage.inTransaction(handle -> revokeAll(handle, code));
    ends.erase();
    return last;
  }

  private Optional<Epoch> revokeAll(Handle handle, CodeDigest code) {
    Optional<Epoch> last = epochs.newestLive(handle, code);
    last.ifPresent(epoch -> revoke(handle, epoch));
    return last;
  }
}

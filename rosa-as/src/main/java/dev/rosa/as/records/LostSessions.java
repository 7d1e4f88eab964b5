package dev.rosa.as.records;

import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Record of the time in which sessions may run that the storage does not have: those that were
 * opened between a backup and its restore, or in rows of the audit log whose loss was accepted.
 * Nothing tells their users, codes, rules or epochs, so all that ends with the last session of one
 * of these asks here as well. Thread-safe.
 */
public final class LostSessions {

  private final Storage storage;
  private final InstantSource clock;
  private final Duration longest;

  /**
   * On a storage.
   *
   * @param longest longest time from a request until no packet of its session can be valid
   */
  public LostSessions(Storage storage, InstantSource clock, Duration longest) {
    this.storage = storage;
    this.clock = clock;
    this.longest = longest;
  }

  /** Last second at which one may run, Unix time; it may be over. 0: there was never one. */
  public long lastEnd(Handle handle) {
    long kept =
        handle
            .createQuery("SELECT last_end FROM lost_sessions WHERE id = 1")
            .mapTo(Long.class)
            .one();
    return storage.restoredAt(handle).map(at -> Math.max(kept, lastEnd(at))).orElse(kept);
  }

  /** Unix time of the last loss whose sessions may still run; 0 if none does. */
  long lastLoss(Handle handle, Instant now) {
    long end = lastEnd(handle);
    return end < now.getEpochSecond() ? 0 : end - longest.toSeconds();
  }

  private long lastEnd(Instant restoredAt) {
    return restoredAt.plus(longest).getEpochSecond();
  }

  /** Time until which one may run, if it is not over. */
  public Optional<Instant> runUntil() {
    Instant last = Instant.ofEpochSecond(storage.withHandle(this::lastEnd));
    return Optional.of(last).filter(end -> !end.isBefore(clock.instant()));
  }

  /** Sentence for an operator who revokes a rule, whose sessions are found in the storage alone. */
  public Optional<String> notFoundOfRule(long rule) {
    return runUntil()
        .map(
            until ->
                ("sessions that the storage has lost may run under rule %d until %s: 'revoke user'"
                        + " or 'revoke epoch' ends them")
                    .formatted(rule, until));
  }

  /** Keeps the time over {@link Storage#acceptRestore}, which follows. A later end stays. */
  public void keepRestore() {
    storage.useTransaction(handle -> keep(handle, lastEnd(handle)));
  }

  /**
   * Keeps the time in which sessions may run that were opened before a loss was accepted, or within
   * the same second.
   */
  void keepLoss(Handle handle, Instant acceptedAt) {
    keep(handle, Math.max(lastEnd(handle), lastEnd(acceptedAt.plusSeconds(1))));
  }

  private static void keep(Handle handle, long lastEnd) {
    handle.execute("UPDATE lost_sessions SET last_end = ? WHERE id = 1", lastEnd);
  }
}

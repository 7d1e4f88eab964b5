package dev.rosa.as.records;

import dev.rosa.as.policy.Refusal;
import dev.rosa.audit.RowTimes;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest time at which a session was issued or joined, kept over restarts. A clock that has
 * fallen behind it by more than the skew was set back: nothing is issued until it is right again,
 * and the log says so once. Thread-safe.
 */
public final class ClockFloor {
  private static final Logger LOG = LoggerFactory.getLogger(ClockFloor.class);

  private final Storage storage;
  private final AuditLog audit;
  private final Duration skew;
  private final AtomicBoolean alarmed = new AtomicBoolean();
  private volatile Instant seen = Instant.EPOCH;

  public ClockFloor(Storage storage, AuditLog audit, Duration skew) {
    this.storage = storage;
    this.audit = audit;
    this.skew = skew;
  }

  /** Refuses to issue while the clock is behind the floor. */
  public void check(InstantSource clock) throws Refusal {
    check(clock, read());
  }

  /**
   * The same with a floor that was read before. The clock is read after it: what waited for the
   * database does not make a clock late.
   */
  public void check(InstantSource clock, Instant floor) throws Refusal {
    Instant now = clock.instant();
    boolean behind = isBehind(now, floor);
    if (alarmed.getAndSet(behind) != behind) {
      announce(behind, now, floor);
    }
    if (behind) {
      throw new Refusal(
          Status.Code.UNAVAILABLE,
          ("the server's clock is %d s behind the last session it issued; its operator must set it,"
                  + " or, if it is right now, run 'rosa as --config FILE clock accept'")
              .formatted(Duration.between(now, floor).toSeconds()));
    }
  }

  private static void announce(boolean behind, Instant now, Instant floor) {
    if (behind) {
      LOG.error(
          "ALARM clock was set back: it says {}, the last session was issued at {}; nothing is"
              + " issued until it is right. If it is, and was ahead before, run 'rosa as --config"
              + " FILE clock accept'",
          now,
          floor);
    } else {
      LOG.info("clock is right again, sessions are issued");
    }
  }

  /** The floor; 1970 before the first session. */
  public Instant read() {
    return storage.withHandle(ClockFloor::read);
  }

  static Instant read(Handle handle) {
    return Instant.ofEpochSecond(
        handle
            .createQuery("SELECT unix_seconds FROM clock_floor WHERE id = 1")
            .mapTo(Long.class)
            .one());
  }

  /** Reads the floor for {@link #wasBehind}. To be called regularly. */
  public void look() {
    seen = read();
  }

  /** The same as {@link #isBehind(Instant)} as of the last look: no database is asked. */
  public boolean wasBehind(Instant now) {
    return isBehind(now, seen);
  }

  /** Tells whether the clock keeps the server from issuing now. */
  public boolean isBehind(Instant now) {
    return isBehind(now, read());
  }

  private boolean isBehind(Instant now, Instant floor) {
    return now.plus(skew).isBefore(floor);
  }

  /**
   * Lowers the floor to a clock that is right now and was ahead when the last session was issued;
   * in one transaction with its row in the audit record.
   *
   * @param who the operator
   * @return the floor before
   * @throws AdministrationException if nothing keeps the clock from issuing
   */
  public Instant accept(Instant now, String who) throws AdministrationException {
    return storage.inTransaction(
        handle -> {
          Instant before = read(handle);
          if (!isBehind(now, before)) {
            throw new AdministrationException(
                "the clock is not behind the last session: there is nothing to accept");
          }
          handle.execute(
              "UPDATE clock_floor SET unix_seconds = ? WHERE id = 1", now.getEpochSecond());
          audit.administered(
              handle,
              new AuditLog.Act(now, who, RowTimes.ACCEPT, before.toString(), now.toString()));
          return before;
        });
  }

  /** Refuses, in the transaction that records a session or a join, one whose decision took long. */
  static void requireInTime(Handle handle, Instant received) throws Refusal {
    requireInTime(received, read(handle));
  }

  /** The same with a floor that was read in the transaction. */
  static void requireInTime(Instant received, Instant floor) throws Refusal {
    if (RowTimes.isTooLate(received, floor)) {
      throw new Refusal(
          Status.Code.UNAVAILABLE,
          "requests that came %d s later were granted meanwhile; try again"
              .formatted(Duration.between(received, floor).toSeconds()));
    }
  }

  /** Moves the floor up in the transaction that records a session or a join. */
  static void raise(Handle handle, Instant issued) {
    handle.execute(
        "UPDATE clock_floor SET unix_seconds = ? WHERE id = 1 AND unix_seconds < ?",
        issued.getEpochSecond(),
        issued.getEpochSecond());
  }
}

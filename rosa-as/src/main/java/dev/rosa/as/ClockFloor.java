package dev.rosa.as;

import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest time at which a session was issued, kept over restarts. A clock that has fallen behind
 * it by more than the skew was set back: nothing is issued until it is right again, and the log
 * says so once. Thread-safe.
 */
final class ClockFloor {
  private static final Logger LOG = LoggerFactory.getLogger(ClockFloor.class);

  private final Jdbi jdbi;
  private final Duration skew;
  private final AtomicBoolean alarmed = new AtomicBoolean();

  ClockFloor(Jdbi jdbi, Duration skew) {
    this.jdbi = jdbi;
    this.skew = skew;
  }

  /** Refuses to issue while the clock is behind the floor. */
  void check(Instant now) throws Refusal {
    Instant floor = Instant.ofEpochSecond(read());
    boolean behind = now.plus(skew).isBefore(floor);
    if (alarmed.getAndSet(behind) != behind) {
      announce(behind, now, floor);
    }
    if (behind) {
      throw new Refusal(
          Status.Code.UNAVAILABLE,
          "the server's clock is %d s behind the last session it issued; its operator must set it"
              .formatted(Duration.between(now, floor).toSeconds()));
    }
  }

  private static void announce(boolean behind, Instant now, Instant floor) {
    if (behind) {
      LOG.error(
          "ALARM clock was set back: it says {}, the last session was issued at {}; nothing is"
              + " issued until it is right",
          now,
          floor);
    } else {
      LOG.info("clock is right again, sessions are issued");
    }
  }

  private long read() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT unix_seconds FROM clock_floor WHERE id = 1")
                .mapTo(Long.class)
                .one());
  }

  /** Moves the floor up in the transaction that records a session. */
  static void raise(Handle handle, Instant issued) {
    handle.execute(
        "UPDATE clock_floor SET unix_seconds = MAX(unix_seconds, ?) WHERE id = 1",
        issued.getEpochSecond());
  }
}

package dev.rosa.audit;

import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Times of the rows that grant something, in the log's order. A server records no session whose
 * request came long before one that is recorded, so such a row was held back. Owned by one thread.
 */
public final class RowTimes {

  /** Act of an operator after which sessions are older: the clock was ahead, and is right now. */
  public static final String ACCEPT = "clock accept";

  /**
   * Most time between a granted request and one that came later and is in the log before it. It has
   * room for the clocks of several servers, and for a slow storage.
   */
  private static final Duration MOST_BEHIND = Duration.ofMinutes(6);

  private Instant newest = Instant.MIN;
  private long rowOfNewest;
  private boolean begun;

  /** Tells whether a request came too long before another one to be recorded after it. */
  public static boolean isTooLate(Instant request, Instant recorded) {
    return request.getEpochSecond() < recorded.getEpochSecond() - MOST_BEHIND.toSeconds();
  }

  /** Takes the next row; returns the fault of its time. */
  List<Finding> next(long row, AuditEntry entry) {
    begun |= !entry.getBeforeLog();
    if (!begun) {
      // Decisions of the time before the log are in front of all acts.
      return List.of();
    }
    Instant at = Instant.ofEpochMilli(entry.getAtMillis());
    AuditedDecision decision = entry.getDecision();
    if (entry.getAct().getAct().equals(ACCEPT)) {
      note(row, at);
    } else if (decision.getGranted()) {
      List<Finding> findings = check(row, at);
      if (!decision.getMethod().equals(StatementCheck.ADMINISTRATION) && at.isAfter(newest)) {
        note(row, at);
      }
      return findings;
    }
    return List.of();
  }

  private void note(long row, Instant at) {
    newest = at;
    rowOfNewest = row;
  }

  private List<Finding> check(long row, Instant at) {
    if (newest.equals(Instant.MIN) || !isTooLate(at, newest)) {
      return List.of();
    }
    return List.of(
        new Finding(
            row,
            "is dated %d s before row %d: it was held back, or the clock was set back"
                .formatted(Duration.between(at, newest).toSeconds(), rowOfNewest)));
  }

  /** Leaves out a row that was pruned: it may have been such an act. */
  void skip() {
    newest = Instant.MIN;
  }
}

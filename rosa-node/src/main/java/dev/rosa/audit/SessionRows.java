package dev.rosa.audit;

import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.transparency.TreeHash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Check that each session is granted once, and that all joins have it as it was granted: its Source
 * has signed who its recipients are, and those who join have not. Of a session whose row was
 * pruned, or comes later, the first join says how it was granted. Owned by one thread.
 */
final class SessionRows {

  /** A session as a row has it. */
  private record Known(long row, TreeHash answer) {}

  private final Map<Long, Known> granted = new HashMap<>();
  private final Map<Long, Known> joined = new HashMap<>();

  /** Takes the next row; returns the fault of its session. */
  List<Finding> next(long row, AuditedDecision decision) {
    if (!decision.getGranted() || decision.getSession() == 0) {
      return List.of();
    }
    long session = decision.getSession();
    Known now = new Known(row, TreeHash.leaf(decision.getAnswer().toByteArray()));
    if (decision.getMethod().equals(StatementCheck.REQUEST)) {
      Known before = granted.putIfAbsent(session, now);
      return before == null
          ? difference(
              now, joined.remove(session), "grants another session than row %d, which joined it")
          : fault(row, "grants the session of row %d again", before);
    }
    Known before = granted.get(session);
    return before == null
        ? difference(
            now,
            joined.putIfAbsent(session, now),
            "has another session than row %d, which joined it")
        : difference(now, before, "has another session than row %d, which granted it");
  }

  private static List<Finding> difference(Known now, Known before, String text) {
    return before == null || before.answer.equals(now.answer)
        ? List.of()
        : fault(now.row, text, before);
  }

  private static List<Finding> fault(long row, String text, Known before) {
    return List.of(new Finding(row, text.formatted(before.row)));
  }
}

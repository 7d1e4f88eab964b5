package dev.rosa.audit;

import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.transparency.TreeHash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Check that each session is granted once, and that a join has it as it was granted: its Source has
 * signed who its recipients are, and those who join have not. Sessions of rows that were pruned are
 * not known. Owned by one thread.
 */
final class SessionRows {

  /** A session as a row has it. */
  private record Granted(long row, TreeHash answer) {}

  private final Map<Long, Granted> granted = new HashMap<>();

  /** Takes the next row; returns the fault of its session. */
  List<Finding> next(long row, AuditedDecision decision) {
    if (!decision.getGranted() || decision.getSession() == 0) {
      return List.of();
    }
    TreeHash answer = TreeHash.leaf(decision.getAnswer().toByteArray());
    long session = decision.getSession();
    if (decision.getMethod().equals(StatementCheck.REQUEST)) {
      Granted before = granted.putIfAbsent(session, new Granted(row, answer));
      return before == null ? List.of() : fault(row, "grants the session of row %d again", before);
    }
    Granted before = granted.get(session);
    return before == null || before.answer.equals(answer)
        ? List.of()
        : fault(row, "has another session than row %d, which granted it", before);
  }

  private static List<Finding> fault(long row, String text, Granted before) {
    return List.of(new Finding(row, text.formatted(before.row)));
  }
}

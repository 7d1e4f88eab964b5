package dev.rosa.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.serving.PeerText;
import dev.rosa.transparency.TreeHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Check of an audit entry against the rows before it. A signed statement is granted once and in its
 * time, a join has the session as it was granted, and the acts of an administrator end with the
 * statement that it signed. Owned by one thread.
 */
final class RowSequence {

  /** Rows of granted statements by their hash. */
  private final Map<TreeHash, Long> granted = new HashMap<>();

  /** Rows of publications and enrolments by their hash. */
  private final Map<TreeHash, Long> recorded = new HashMap<>();

  /** Acts in the last rows of one administrator. */
  private final List<Long> acts = new ArrayList<>();

  private final RowTimes times = new RowTimes();

  private final SessionRows sessions = new SessionRows();

  private String administrator = "";

  /** Takes the next row; returns the faults that it brings to light. */
  List<Finding> next(long row, byte[] bytes) {
    try {
      return next(row, AuditEntry.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      return end();
    }
  }

  private List<Finding> next(long row, AuditEntry entry) {
    List<Finding> findings = new ArrayList<>();
    AuditedDecision decision = entry.getDecision();
    boolean isSignedAct =
        decision.getGranted()
            && decision.getMethod().equals(StatementCheck.ADMINISTRATION)
            && decision.getCaller().equals(administrator);
    String operator = entry.getAct().getOperator();
    if (isSignedAct) {
      acts.clear();
    } else if (!operator.equals(administrator)) {
      findings.addAll(end());
    }
    if (OperatorName.isAdministrator(operator)) {
      administrator = operator;
      acts.add(row);
    } else if (entry.hasAct() && !OperatorName.isUser(operator)) {
      findings.add(
          new Finding(
              row, "names neither a user nor an administrator: " + PeerText.line(operator, 80)));
    }
    if (decision.getGranted() && decision.hasSigned()) {
      byte[] statement = decision.getSigned().getStatement().toByteArray();
      Long before = granted.putIfAbsent(TreeHash.leaf(statement), row);
      if (before != null) {
        findings.add(new Finding(row, "grants the statement of row " + before + " again"));
      }
    }
    RecordCheck.signedBytes(entry)
        .map(bytes -> recorded.putIfAbsent(TreeHash.leaf(bytes), row))
        .ifPresent(
            before -> findings.add(new Finding(row, "records what row " + before + " has, again")));
    findings.addAll(sessions.next(row, decision));
    findings.addAll(times.next(row, entry));
    return findings;
  }

  /** Leaves a row out whose contents are not there; returns the faults that are left. */
  List<Finding> skip() {
    times.skip();
    return end();
  }

  /** Ends the rows; returns the faults that are left. */
  List<Finding> end() {
    List<Finding> findings =
        acts.stream()
            .map(
                row -> new Finding(row, "names an administrator, whose signed act does not follow"))
            .toList();
    acts.clear();
    administrator = "";
    return findings;
  }
}

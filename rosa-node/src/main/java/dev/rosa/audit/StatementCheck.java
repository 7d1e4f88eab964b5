package dev.rosa.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.serving.PeerText;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Check of an entry by its contents: its number, the signature and certificate of its statement at
 * the time of receipt, and an answer that is no other than what the statement asks for.
 */
final class StatementCheck {

  private static final String REQUEST = "request";

  private final StatementVerifier statements;

  StatementCheck(X509Certificate authority) {
    this.statements = new StatementVerifier(authority);
  }

  /** Faults of a row, each in one line. */
  List<String> problems(long row, byte[] entry) {
    try {
      return problems(row, AuditEntry.parseFrom(entry));
    } catch (InvalidProtocolBufferException e) {
      return List.of("is no audit entry");
    }
  }

  private List<String> problems(long row, AuditEntry entry) {
    List<String> problems = new ArrayList<>();
    if (entry.getLeaf() != row) {
      problems.add("says that it is row " + Long.toUnsignedString(entry.getLeaf()));
    }
    if (!entry.hasDecision() && !entry.hasAct()) {
      problems.add("has neither a decision nor an act");
    }
    AuditedDecision decision = entry.getDecision();
    if (decision.hasSigned()) {
      checkStatement(decision, Instant.ofEpochMilli(entry.getAtMillis()), problems);
    } else if (decision.getGranted() && decision.getMethod().equals(REQUEST)) {
      problems.add("grants a request without its signed statement");
    }
    return problems;
  }

  private void checkStatement(AuditedDecision decision, Instant at, List<String> problems) {
    try {
      RosaId signer =
          statements.verify(decision.getSigned(), StatementKind.SERVICE_REQUEST, () -> at);
      if (!signer.toString().equals(decision.getCaller())) {
        problems.add("is of " + line(decision.getCaller()) + ", but " + signer + " signed it");
      }
      checkAnswer(decision, problems);
    } catch (IdentityException e) {
      problems.add("its statement is not valid: " + line(e.getMessage()));
    } catch (InvalidProtocolBufferException e) {
      problems.add("its statement is no service request");
    }
  }

  private static void checkAnswer(AuditedDecision decision, List<String> problems)
      throws InvalidProtocolBufferException {
    if (!decision.getGranted()) {
      return;
    }
    ServiceRequestStatement asked =
        ServiceRequestStatement.parseFrom(decision.getSigned().getStatement());
    AuditedSession answer = decision.getAnswer();
    boolean same =
        asked.getCode().equals(answer.getCode())
            && asked.getSource().equals(answer.getSource())
            && asked.getDestination().equals(answer.getDestination())
            && Set.copyOf(asked.getRecipientsList()).equals(Set.copyOf(answer.getRecipientsList()));
    if (!same) {
      problems.add("grants another code, way or recipient than its statement asks for");
    }
  }

  private static String line(String text) {
    return PeerText.line(text, 200);
  }
}

package dev.rosa.audit;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.administration.ActStatement;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.SigningTime;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.serving.PeerText;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Check of an audit entry's contents: its number, its signed statement, and its answer. Signature
 * and certificate must have been valid at the time of receipt, and the answer no other than what
 * the statement asks for. A granted one was signed within a minute of its receipt.
 */
final class StatementCheck {

  private static final String REQUEST = "request";
  private static final String JOIN = "join";
  static final String ADMINISTRATION = "administration";

  private final StatementVerifier statements;

  /** Rows come in their order: servers that took unsigned joins are older than a signed one. */
  private boolean joinsAreSigned;

  /** The same for requests that do not say when they were signed. */
  private boolean requestsHaveTimes;

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
    } else if (decision.getGranted() && isSigned(decision.getMethod())) {
      problems.add("grants a " + decision.getMethod() + " without its signed statement");
    }
    return problems;
  }

  private boolean isSigned(String method) {
    return method.equals(REQUEST)
        || method.equals(ADMINISTRATION)
        || (method.equals(JOIN) && joinsAreSigned);
  }

  private void checkStatement(AuditedDecision decision, Instant at, List<String> problems) {
    try {
      boolean isJoin = decision.getMethod().equals(JOIN);
      joinsAreSigned |= isJoin;
      RosaId signer = statements.verify(decision.getSigned(), kindOf(decision), () -> at);
      if (!signer.toString().equals(decision.getCaller())) {
        problems.add("is of " + line(decision.getCaller()) + ", but " + signer + " signed it");
      }
      if (decision.getGranted() && decision.getMethod().equals(ADMINISTRATION)) {
        ActStatement.read(decision.getSigned().getStatement()).check(signer, at);
      } else if (decision.getGranted()) {
        checkAnswer(decision, problems);
        checkTime(decision, at, problems);
      }
    } catch (IdentityException e) {
      problems.add("its statement is not valid: " + line(e.getMessage()));
    } catch (InvalidProtocolBufferException e) {
      problems.add("its statement is no " + line(decision.getMethod()));
    }
  }

  private static StatementKind kindOf(AuditedDecision decision) {
    return switch (decision.getMethod()) {
      case JOIN -> StatementKind.SESSION_JOIN;
      case ADMINISTRATION -> StatementKind.ADMINISTRATION;
      default -> StatementKind.SERVICE_REQUEST;
    };
  }

  private static void checkAnswer(AuditedDecision decision, List<String> problems)
      throws InvalidProtocolBufferException {
    boolean same =
        decision.getMethod().equals(JOIN) ? isSessionOfJoin(decision) : isServiceAsked(decision);
    if (!same) {
      problems.add("grants another code, way, recipient or session than its statement asks for");
    }
  }

  private void checkTime(AuditedDecision decision, Instant at, List<String> problems)
      throws InvalidProtocolBufferException {
    SigningTime signedAt = signedAt(decision);
    if (!decision.getMethod().equals(JOIN)) {
      requestsHaveTimes |= signedAt.isThere();
      if (!requestsHaveTimes) {
        return;
      }
    }
    signedAt.fault(at).ifPresent(fault -> problems.add("its " + kind(decision) + " " + fault));
  }

  private static String kind(AuditedDecision decision) {
    return decision.getMethod().equals(JOIN) ? JOIN : REQUEST;
  }

  private static SigningTime signedAt(AuditedDecision decision)
      throws InvalidProtocolBufferException {
    ByteString statement = decision.getSigned().getStatement();
    return SigningTime.of(
        decision.getMethod().equals(JOIN)
            ? JoinStatement.parseFrom(statement).getSignedAt()
            : ServiceRequestStatement.parseFrom(statement).getSignedAt());
  }

  private static boolean isSessionOfJoin(AuditedDecision decision)
      throws InvalidProtocolBufferException {
    JoinStatement asked = JoinStatement.parseFrom(decision.getSigned().getStatement());
    return asked.getSession() == decision.getSession()
        && decision.getAnswer().getRecipientsList().contains(decision.getCaller());
  }

  private static boolean isServiceAsked(AuditedDecision decision)
      throws InvalidProtocolBufferException {
    ServiceRequestStatement asked =
        ServiceRequestStatement.parseFrom(decision.getSigned().getStatement());
    AuditedSession answer = decision.getAnswer();
    return asked.getCode().equals(answer.getCode())
        && asked.getSource().equals(answer.getSource())
        && asked.getDestination().equals(answer.getDestination())
        && Set.copyOf(asked.getRecipientsList()).equals(Set.copyOf(answer.getRecipientsList()));
  }

  private static String line(String text) {
    return PeerText.line(text, 200);
  }
}

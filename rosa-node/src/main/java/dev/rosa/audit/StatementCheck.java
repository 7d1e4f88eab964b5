package dev.rosa.audit;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.administration.ActStatement;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedDecision;
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

/**
 * Check of an audit entry's contents: its number, its signed statement, and its answer. Signature
 * and certificate must have been valid at the time of receipt, and the answer no other than what
 * the statement asks for. A granted one was signed within a minute of its receipt.
 */
final class StatementCheck {

  static final String REQUEST = "request";
  private static final String JOIN = "join";
  static final String ADMINISTRATION = "administration";

  private static final List<String> METHODS = List.of(REQUEST, JOIN, ADMINISTRATION);

  private final StatementVerifier statements;
  private final RecordCheck records;

  /** Rows come in their order: servers that took unsigned joins are older than a signed one. */
  private boolean joinsAreSigned;

  /** The same for requests that do not say when they were signed. */
  private boolean requestsHaveTimes;

  StatementCheck(X509Certificate authority) {
    this.statements = new StatementVerifier(authority);
    this.records = new RecordCheck(authority);
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
    if (entry.getEventCase() == AuditEntry.EventCase.EVENT_NOT_SET) {
      problems.add("has no decision, act, publication or enrolment");
    }
    records.problem(entry).ifPresent(problems::add);
    AuditedDecision decision = entry.getDecision();
    if (entry.hasDecision() && !METHODS.contains(decision.getMethod())) {
      problems.add(
          "has a method that no server has: '%s', expected %s"
              .formatted(line(decision.getMethod()), String.join(", ", METHODS)));
    } else if (decision.hasSigned()) {
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
        checkAnswer(decision, signer, at, problems);
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

  private static void checkAnswer(
      AuditedDecision decision, RosaId signer, Instant at, List<String> problems)
      throws InvalidProtocolBufferException {
    if (!isSame(decision)) {
      problems.add("grants another code, way, recipient or session than its statement asks for");
    }
    List<String> differences = new ArrayList<>();
    if (decision.getAnswer().getDomain() != signer.domain()) {
      differences.add("domain");
    }
    if (decision.getMethod().equals(REQUEST)) {
      differences.addAll(AnswerCheck.differences(asked(decision), decision.getAnswer(), at));
    }
    differences.forEach(
        each -> problems.add("grants another " + each + " than its statement asks for"));
  }

  private static boolean isSame(AuditedDecision decision) throws InvalidProtocolBufferException {
    return decision.getMethod().equals(JOIN)
        ? isSessionOfJoin(decision)
        : AnswerCheck.isServiceAsked(asked(decision), decision.getAnswer());
  }

  private static ServiceRequestStatement asked(AuditedDecision decision)
      throws InvalidProtocolBufferException {
    return ServiceRequestStatement.parseFrom(decision.getSigned().getStatement());
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

  private static String line(String text) {
    return PeerText.line(text, 200);
  }
}

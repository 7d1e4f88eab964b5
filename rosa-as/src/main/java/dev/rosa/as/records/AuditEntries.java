package dev.rosa.as.records;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedAct;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.AuditedEnrolment;
import dev.rosa.control.v1.AuditedPublication;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.keys.SessionParameters;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;

/**
 * Builder of audit entries from decisions on requests and from acts. No entry has a key, or bytes
 * whose signature was not verified.
 */
final class AuditEntries {

  private AuditEntries() {}

  static AuditEntry.Builder granted(AuditLog.Received received, SessionLedger.Session session) {
    AuditedDecision.Builder decision =
        decision(received, session.parameters().session())
            .setGranted(true)
            .setStatus("OK")
            .setAnswer(answer(session));
    return at(received).setDecision(decision);
  }

  static AuditEntry.Builder carriedOut(AuditLog.Received received, List<String> done) {
    AuditedDecision.Builder decision =
        decision(received, 0).setGranted(true).setStatus("OK").addAllDone(done);
    return at(received).setDecision(decision);
  }

  static AuditEntry.Builder refused(AuditLog.Received received, AuditLog.Decision refusal) {
    AuditedDecision.Builder decision =
        decision(received, refusal.session())
            .setStatus(refusal.status())
            .setReason(refusal.reason());
    return at(received).setDecision(decision);
  }

  static AuditEntry.Builder act(AuditLog.Act act) {
    return AuditEntry.newBuilder()
        .setAtMillis(act.at().toEpochMilli())
        .setAct(
            AuditedAct.newBuilder()
                .setOperator(act.who())
                .setAct(act.act())
                .setOldValue(act.oldValue())
                .setNewValue(act.newValue()));
  }

  static AuditEntry.Builder publication(SignedStatement signed, String codeServer, Instant at) {
    return AuditEntry.newBuilder()
        .setAtMillis(at.toEpochMilli())
        .setPublication(
            AuditedPublication.newBuilder().setSigned(signed).setCodeServer(codeServer));
  }

  static AuditEntry.Builder enrolment(ByteString certificate, String operator, Instant at) {
    return AuditEntry.newBuilder()
        .setAtMillis(at.toEpochMilli())
        .setEnrolment(
            AuditedEnrolment.newBuilder().setCertificate(certificate).setOperator(operator));
  }

  private static AuditEntry.Builder at(AuditLog.Received received) {
    return AuditEntry.newBuilder().setAtMillis(received.at().toEpochMilli());
  }

  private static AuditedDecision.Builder decision(AuditLog.Received received, long session) {
    AuditedDecision.Builder decision =
        AuditedDecision.newBuilder()
            .setMethod(received.method())
            .setCaller(received.caller().toString())
            .setSession(session);
    if (received.verified()) {
      decision.setSigned(received.signed());
    } else {
      decision.setUnverifiedDigest(sha256(received.signed().getStatement()));
    }
    return decision;
  }

  static AuditedSession answer(SessionLedger.Session session) {
    SessionParameters parameters = session.parameters();
    return AuditedSession.newBuilder()
        .setDomain(parameters.domain())
        .setEpoch(parameters.epoch())
        .setSst(parameters.sst())
        .setSet(parameters.set())
        .setUser(ByteString.copyFrom(parameters.user().toBytes()))
        .setCode(session.code())
        .setCodeDigest(ByteString.copyFrom(parameters.code().toBytes()))
        .setGrant(parameters.grant().bits())
        .setSuite(parameters.suite().id())
        .setSource(ByteString.copyFrom(parameters.source().getAddress()))
        .setDestination(ByteString.copyFrom(parameters.destination().getAddress()))
        .addAllRecipients(session.recipients().stream().sorted().toList())
        .build();
  }

  static ByteString sha256(ByteString bytes) {
    try {
      return ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

package dev.rosa.audit;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.administration.ActStatement;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedAct;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.AuditedEnrolment;
import dev.rosa.control.v1.AuditedPublication;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.PublicationStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.PeerCertificates;
import dev.rosa.serving.PeerText;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Conversion of an audit entry to named fields, as a person or a program reads them. Stateless. */
public final class EntryFields {

  private static final int MOST_CHARS = 400;
  private static final int MOST_RECIPIENTS = 64;

  private EntryFields() {}

  /** All fields that the entry has, in the order in which they are shown. */
  public static Map<String, Object> of(AuditEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("row", entry.getLeaf());
    fields.put("time", Instant.ofEpochMilli(entry.getAtMillis()).toString());
    if (entry.getBeforeLog()) {
      fields.put("beforeLog", true);
    }
    if (entry.hasDecision()) {
      put(fields, entry.getDecision());
    } else if (entry.hasAct()) {
      put(fields, entry.getAct());
    } else if (entry.hasPublication()) {
      put(fields, entry.getPublication());
    } else if (entry.hasEnrolment()) {
      put(fields, entry.getEnrolment());
    } else {
      fields.put("event", "unknown");
    }
    return fields;
  }

  /**
   * The same of an entry's bytes; without bytes the row was pruned.
   *
   * @throws InvalidProtocolBufferException if they are none
   */
  public static Map<String, Object> of(long row, byte[] entry)
      throws InvalidProtocolBufferException {
    return entry.length == 0 ? pruned(row) : of(AuditEntry.parseFrom(entry));
  }

  private static Map<String, Object> pruned(long row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("row", row);
    fields.put("time", "-");
    fields.put("event", "pruned");
    return fields;
  }

  private static void put(Map<String, Object> fields, AuditedDecision decision) {
    fields.put("event", line(decision.getMethod()));
    fields.put("caller", line(decision.getCaller()));
    fields.put("outcome", decision.getGranted() ? "granted" : "refused");
    fields.put("status", line(decision.getStatus()));
    if (!decision.getReason().isEmpty()) {
      fields.put("reason", line(decision.getReason()));
    }
    if (decision.getSession() != 0) {
      fields.put("session", Long.toHexString(decision.getSession()));
    }
    if (decision.hasAnswer()) {
      put(fields, decision.getAnswer());
    }
    if (decision.getMethod().equals("administration") && decision.hasSigned()) {
      putAct(fields, decision);
    }
    if (decision.hasSigned()) {
      fields.put("statement", hex(decision.getSigned().getStatement()));
      fields.put("signature", hex(decision.getSigned().getSignature()));
    }
    if (!decision.getUnverifiedDigest().isEmpty()) {
      fields.put("unverifiedDigest", hex(decision.getUnverifiedDigest()));
    }
  }

  private static void putAct(Map<String, Object> fields, AuditedDecision decision) {
    try {
      ActStatement asked = ActStatement.read(decision.getSigned().getStatement());
      fields.put("act", line(asked.act()));
      asked.arguments().forEach((name, value) -> fields.put("argument " + line(name), line(value)));
    } catch (IdentityException e) {
      fields.put("act", "unreadable");
    }
    if (decision.getDoneCount() > 0) {
      fields.put("done", decision.getDoneList().stream().map(EntryFields::line).toList());
    }
  }

  private static void put(Map<String, Object> fields, AuditedSession answer) {
    fields.put("domain", Integer.toUnsignedLong(answer.getDomain()));
    fields.put("code", line(answer.getCode()));
    fields.put("codeDigest", hex(answer.getCodeDigest()));
    fields.put("epoch", Integer.toUnsignedLong(answer.getEpoch()));
    fields.put("from", seconds(answer.getSst()));
    fields.put("until", seconds(answer.getSet()));
    fields.put("user", hex(answer.getUser()));
    fields.put("suite", suite(answer.getSuite()));
    Grant grant = Grant.ofBits(answer.getGrant());
    fields.put("packetsPerSecond", Integer.toUnsignedLong(grant.packetsPerSecond()));
    fields.put("fuelThousands", grant.fuelThousands());
    fields.put("permissions", grant.permissionNames());
    fields.put("source", address(answer.getSource()));
    fields.put("destination", address(answer.getDestination()));
    List<String> recipients =
        answer.getRecipientsList().stream().limit(MOST_RECIPIENTS).map(EntryFields::line).toList();
    fields.put("recipients", recipients);
  }

  private static void put(Map<String, Object> fields, AuditedAct act) {
    fields.put("event", "act");
    fields.put("operator", line(act.getOperator()));
    fields.put("act", line(act.getAct()));
    fields.put("old", line(act.getOldValue()));
    fields.put("new", line(act.getNewValue()));
  }

  private static void put(Map<String, Object> fields, AuditedPublication publication) {
    fields.put("event", "publication");
    try {
      PublicationStatement said =
          PublicationStatement.parseFrom(publication.getSigned().getStatement());
      fields.put("publisher", line(said.getPublisher()));
      fields.put("code", line(said.getName()));
      fields.put("codeDigest", hex(said.getDigest()));
      fields.put("published", seconds(said.getPublishedAt()));
    } catch (InvalidProtocolBufferException e) {
      fields.put("code", "unreadable");
    }
    fields.put("codeServer", line(publication.getCodeServer()));
    fields.put("statement", hex(publication.getSigned().getStatement()));
    fields.put("signature", hex(publication.getSigned().getSignature()));
  }

  private static void put(Map<String, Object> fields, AuditedEnrolment enrolment) {
    fields.put("event", "enrolment");
    fields.put("operator", line(enrolment.getOperator()));
    try {
      X509Certificate certificate =
          PeerCertificates.parsed(enrolment.getCertificate().toByteArray());
      fields.put("identity", line(PeerCertificates.idOf(certificate).toString()));
      int node = PeerCertificates.nodeIdOf(certificate);
      if (node != 0) {
        fields.put("node", Integer.toUnsignedLong(node));
      }
      fields.put("from", certificate.getNotBefore().toInstant().toString());
      fields.put("until", certificate.getNotAfter().toInstant().toString());
      fields.put("serial", certificate.getSerialNumber().toString(16));
    } catch (IdentityException e) {
      fields.put("identity", "unreadable");
    }
    fields.put("certificate", hex(enrolment.getCertificate()));
  }

  private static String line(String text) {
    return PeerText.line(text, MOST_CHARS);
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  private static String seconds(int unix) {
    return Instant.ofEpochSecond(Integer.toUnsignedLong(unix)).toString();
  }

  private static String suite(int id) {
    Suite known = Suite.ofId(id);
    return known == null ? "unknown " + id : known.protocolName();
  }

  private static String address(ByteString bytes) {
    try {
      return InetAddress.getByAddress(bytes.toByteArray()).getHostAddress();
    } catch (UnknownHostException e) {
      return "unknown " + hex(bytes);
    }
  }
}

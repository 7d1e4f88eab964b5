package dev.rosa.audit;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedEnrolment;
import dev.rosa.identity.Enrolment;
import dev.rosa.identity.IdentityException;
import dev.rosa.publication.Publication;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.serving.PeerText;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Check of rows that record what others signed: a publisher's statement about a code, or a
 * certificate of the domain's authority. Owned by one thread.
 */
final class RecordCheck {

  /** Tolerance for the clock of a server beside that of the authority. */
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final int MOST_CHARS = 200;

  private final X509Certificate authority;
  private final PublicationCheck publications;

  /** Time of the row that is checked. */
  private Instant at = Instant.EPOCH;

  RecordCheck(X509Certificate authority) {
    this.authority = authority;
    this.publications = new PublicationCheck(authority, () -> at);
  }

  /** The fault of a publication or an enrolment, in one line; empty for all other rows. */
  Optional<String> problem(AuditEntry entry) {
    at = Instant.ofEpochMilli(entry.getAtMillis());
    try {
      if (entry.hasPublication()) {
        Publication unused = publications.verifyKept(entry.getPublication().getSigned());
      } else if (entry.hasEnrolment()) {
        return problem(entry.getEnrolment());
      }
      return Optional.empty();
    } catch (IdentityException | IllegalArgumentException e) {
      return Optional.of(
          (entry.hasPublication() ? "its publication" : "its certificate")
              + " is not valid: "
              + PeerText.line(e.getMessage(), MOST_CHARS));
    }
  }

  private Optional<String> problem(AuditedEnrolment enrolment) throws IdentityException {
    Enrolment issued = Enrolment.of(enrolment.getCertificate().toByteArray(), authority);
    if (!OperatorName.isUser(enrolment.getOperator())) {
      return Optional.of("names no user: " + PeerText.line(enrolment.getOperator(), MOST_CHARS));
    }
    if (issued.certificate().getNotBefore().toInstant().isAfter(at.plus(TOLERANCE))) {
      return Optional.of("is dated before the certificate of " + issued.id());
    }
    return Optional.empty();
  }

  /**
   * The signed bytes that only one row may record, without their signature, which can be another
   * one; empty for all other rows.
   */
  static Optional<byte[]> signedBytes(AuditEntry entry) {
    if (entry.hasPublication()) {
      return Optional.of(entry.getPublication().getSigned().getStatement())
          .map(ByteString::toByteArray);
    }
    return entry.hasEnrolment()
        ? Optional.of(signedBytes(entry.getEnrolment().getCertificate().toByteArray()))
        : Optional.empty();
  }

  private static byte[] signedBytes(byte[] certificate) {
    try {
      return Enrolment.signedIn(certificate);
    } catch (IdentityException e) {
      return certificate;
    }
  }
}

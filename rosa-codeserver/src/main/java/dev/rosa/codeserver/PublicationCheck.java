package dev.rosa.codeserver;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.PublicationStatement;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.keys.CodeDigest;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Pattern;

/**
 * Check of a publisher's signed statement against the bytes that came with it: bytes first, then
 * their content. Every refusal is a status whose description says what did not hold. Thread-safe.
 */
final class PublicationCheck {

  /** Label that a publication is signed under. */
  static final String LABEL = "ROSA-v1 publication";

  /** Tolerance for a publisher's clock; an old statement cannot be sent again later. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,62}");

  /** Taken for digests in commands: 8 digits are enough there. */
  private static final Pattern DIGEST_START = Pattern.compile("[0-9a-f]{8,}");

  private final X509Certificate authority;
  private final InstantSource clock;

  PublicationCheck(X509Certificate authority, InstantSource clock) {
    this.authority = authority;
    this.clock = clock;
  }

  /**
   * Verifies what {@code caller} sent.
   *
   * @throws io.grpc.StatusRuntimeException PERMISSION_DENIED if the caller did not sign it,
   *     INVALID_ARGUMENT if it does not fit the bytes or the time
   */
  PublicationStatement verify(PublishRequest request, RosaId caller) {
    requireSigned(request, caller);
    PublicationStatement statement = parse(request);
    if (!statement.getPublisher().equals(caller.toString())) {
      throw refused(
          Status.PERMISSION_DENIED,
          "the statement names "
              + Messages.quoted(statement.getPublisher())
              + " as publisher, expected "
              + caller);
    }
    requireName(statement.getName());
    requireFresh(statement);
    CodeDigest stated = Messages.digest(statement.getDigest());
    CodeDigest actual = CodeDigest.ofBundle(request.getBundle().toByteArray());
    if (!actual.equals(stated)) {
      throw refused(
          Status.INVALID_ARGUMENT,
          "the statement is about digest " + stated + ", the bytes have digest " + actual);
    }
    return statement;
  }

  private void requireSigned(PublishRequest request, RosaId caller) {
    RosaId signer;
    try {
      signer = StatementVerifier.verify(request.getSigned(), LABEL, authority, clock);
    } catch (IdentityException e) {
      throw refused(Status.PERMISSION_DENIED, e.getMessage());
    }
    if (!signer.equals(caller)) {
      throw refused(
          Status.PERMISSION_DENIED, "the statement was signed by " + signer + ", not " + caller);
    }
  }

  private static PublicationStatement parse(PublishRequest request) {
    try {
      PublicationStatement statement =
          PublicationStatement.parseFrom(request.getSigned().getStatement());
      if (!statement.getUnknownFields().asMap().isEmpty()) {
        throw refused(
            Status.INVALID_ARGUMENT, "the publication statement has fields that are not known");
      }
      return statement;
    } catch (InvalidProtocolBufferException e) {
      throw refused(Status.INVALID_ARGUMENT, "the signed bytes are not a publication statement");
    }
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw refused(
          Status.INVALID_ARGUMENT,
          Messages.quoted(name)
              + " is not a name for code, expected at most 63 of a-z, 0-9, '.' and '-'");
    }
    if (DIGEST_START.matcher(name).matches()) {
      throw refused(
          Status.INVALID_ARGUMENT,
          Messages.quoted(name)
              + " could be the start of a digest, expected a name with a letter after f, a '.' or a"
              + " '-', or of at most 7 characters");
    }
  }

  private void requireFresh(PublicationStatement statement) {
    Instant published = Instant.ofEpochSecond(Integer.toUnsignedLong(statement.getPublishedAt()));
    Instant now = clock.instant();
    if (Duration.between(published, now).abs().compareTo(TOLERANCE) > 0) {
      throw refused(
          Status.INVALID_ARGUMENT,
          "the statement is of " + published + ", expected within 5 minutes of " + now);
    }
  }

  private static RuntimeException refused(Status status, String reason) {
    return status.withDescription(reason).asRuntimeException();
  }
}

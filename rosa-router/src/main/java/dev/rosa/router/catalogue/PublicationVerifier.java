package dev.rosa.router.catalogue;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.PublicationStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.keys.CodeDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Check of a code's publisher at the router, after that of the Code Server: an accepted member of
 * the domain has signed its digest. A Code Server alone can therefore not make a router run
 * anything. Thread-safe.
 */
public final class PublicationVerifier {

  /** Label that a publication is signed under. */
  public static final String LABEL = "ROSA-v1 publication";

  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final X509Certificate authority;
  private final Predicate<String> accepted;
  private final InstantSource clock;

  /**
   * A verifier.
   *
   * @param authority the certificate of the domain's authority
   * @param accepted whether a user of that name may publish for this router
   */
  public PublicationVerifier(
      X509Certificate authority, Predicate<String> accepted, InstantSource clock) {
    this.authority = authority;
    this.accepted = accepted;
    this.clock = clock;
  }

  /**
   * Checks a publication.
   *
   * @return null if it stands, else one line that says what does not hold
   */
  public String firstError(SignedStatement signed, CodeDigest asked) {
    try {
      PublicationStatement statement = PublicationStatement.parseFrom(signed.getStatement());
      Instant published = Instant.ofEpochSecond(Integer.toUnsignedLong(statement.getPublishedAt()));
      if (published.isAfter(clock.instant().plus(TOLERANCE))) {
        return "its publication is of " + published + ", which is to come";
      }
      // A publication stays valid when the publisher's certificate has run out since. The time that
      // counts is that of the publication, which the Code Server compared with its own clock.
      RosaId signer = StatementVerifier.verify(signed, LABEL, authority, () -> published);
      return firstError(statement, signer, asked);
    } catch (InvalidProtocolBufferException e) {
      return "the signed bytes are not a publication statement";
    } catch (IdentityException e) {
      return e.getMessage();
    }
  }

  private String firstError(PublicationStatement statement, RosaId signer, CodeDigest asked) {
    if (!Arrays.equals(statement.getDigest().toByteArray(), asked.toBytes())) {
      return "its publication is about other code";
    }
    if (!statement.getPublisher().equals(signer.toString())) {
      return "its publication names another publisher than its signer " + signer;
    }
    if (signer.role() != Role.USER || !accepted.test(signer.name())) {
      return signer + " is no publisher for this router";
    }
    return null;
  }
}

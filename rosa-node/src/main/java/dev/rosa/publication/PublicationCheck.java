package dev.rosa.publication;

import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.PeerText;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Pattern;

/**
 * Check of a signed publication: its signer, its time, and the code that it is about. A Code Server
 * checks a publication when it comes, and a router once more when it fetches the code. Thread-safe.
 */
public final class PublicationCheck {

  /** Tolerance for a publisher's clock; an old statement cannot be sent again later. */
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,62}");

  /** Taken for digests in commands: 8 digits are enough there. */
  private static final Pattern DIGEST_START = Pattern.compile("[0-9a-f]{8,}");

  private final StatementVerifier statements;
  private final InstantSource clock;

  /**
   * A check.
   *
   * @param authority the certificate of the domain's authority
   */
  public PublicationCheck(X509Certificate authority, InstantSource clock) {
    this.statements = new StatementVerifier(authority);
    this.clock = clock;
  }

  /**
   * Checks a publication that {@code caller} sends with a bundle.
   *
   * @throws IdentityException if the caller did not sign it as its own
   * @throws IllegalArgumentException if its name, its time or its digest does not fit
   */
  public Publication verifyNew(SignedStatement signed, RosaId caller, byte[] bundle)
      throws IdentityException {
    RosaId signer = verifySignature(signed, clock);
    if (!signer.equals(caller)) {
      throw new IdentityException("the statement was signed by " + signer + ", not " + caller);
    }
    Publication publication = Publication.read(signed);
    requirePublisher(publication, signer);
    requireName(publication.name());
    requireFresh(publication.at());
    requireDigest(publication, CodeDigest.ofBundle(bundle), "the bytes have digest ");
    return publication;
  }

  /**
   * Checks a publication that a Code Server has kept.
   *
   * @param code the digest that the Code Server was asked for
   * @return the signer; whether its word counts is the caller's question
   * @throws IdentityException if no member of the domain signed it as its own
   * @throws IllegalArgumentException if its time or its digest does not fit
   */
  public RosaId verifyKept(SignedStatement signed, CodeDigest code) throws IdentityException {
    Publication publication = verifyKept(signed);
    requireDigest(publication, code, "asked for was ");
    return RosaId.parse(publication.publisher());
  }

  /**
   * The same for a publication of any code.
   *
   * @throws IdentityException if no member of the domain signed it as its own
   * @throws IllegalArgumentException if it is none, or its time does not fit
   */
  public Publication verifyKept(SignedStatement signed) throws IdentityException {
    Publication publication = Publication.read(signed);
    requirePast(publication.at());
    // A publication stays valid when the publisher's certificate has expired since. The time that
    // counts is that of the publication, which the Code Server compared with its own clock.
    RosaId signer = verifySignature(signed, publication::at);
    requirePublisher(publication, signer);
    return publication;
  }

  private RosaId verifySignature(SignedStatement signed, InstantSource validAt)
      throws IdentityException {
    return statements.verify(signed, StatementKind.PUBLICATION, validAt);
  }

  private static void requirePublisher(Publication publication, RosaId signer)
      throws IdentityException {
    if (!publication.publisher().equals(signer.toString())) {
      throw new IdentityException(
          "the statement names "
              + PeerText.quoted(publication.publisher())
              + " as publisher, expected "
              + signer);
    }
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          PeerText.quoted(name)
              + " is not a name for code, expected at most 63 of a-z, 0-9, '.' and '-'");
    }
    if (DIGEST_START.matcher(name).matches()) {
      throw new IllegalArgumentException(
          PeerText.quoted(name)
              + " could be the start of a digest, expected a name with a letter after f, a '.' or a"
              + " '-', or of at most 7 characters");
    }
  }

  private void requireFresh(Instant published) {
    Instant now = clock.instant();
    if (Duration.between(published, now).abs().compareTo(TOLERANCE) > 0) {
      throw new IllegalArgumentException(
          "the statement is of " + published + ", expected within 5 minutes of " + now);
    }
  }

  private void requirePast(Instant published) {
    if (published.isAfter(clock.instant().plus(TOLERANCE))) {
      throw new IllegalArgumentException(
          "its publication is of " + published + ", which is to come");
    }
  }

  private static void requireDigest(Publication publication, CodeDigest expected, String origin) {
    if (!publication.digest().equals(expected)) {
      throw new IllegalArgumentException(
          "the statement is about digest " + publication.digest() + ", " + origin + expected);
    }
  }
}

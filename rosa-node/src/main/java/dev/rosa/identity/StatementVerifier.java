package dev.rosa.identity;

import dev.rosa.control.v1.SignedStatement;
import dev.rosa.signature.SignatureVerifier;
import java.security.cert.X509Certificate;
import java.time.InstantSource;

/**
 * Check of a signed statement of a member of one domain, before the statement is parsed.
 * Certificates of signers are remembered, as {@link SignerCertificates} says. Thread-safe.
 */
public final class StatementVerifier {

  /** Room for a service request of sixteen recipients with the longest names. */
  public static final int MAX_STATEMENT_BYTES = 2_048;

  /** Room for a signature of any algorithm that a domain may use. */
  public static final int MAX_SIGNATURE_BYTES = 256;

  /** Room for a member's certificate. */
  public static final int MAX_CERTIFICATE_BYTES = 8_192;

  private final SignerCertificates certificates;
  private final SignatureVerifier signatures;

  /**
   * A check by the JDK's own signatures.
   *
   * @param authority the certificate of the domain's authority
   */
  public StatementVerifier(X509Certificate authority) {
    this(authority, SignatureVerifier.builtIn());
  }

  /** The same by other signatures. */
  public StatementVerifier(X509Certificate authority, SignatureVerifier signatures) {
    this.certificates = new SignerCertificates(authority, signatures);
    this.signatures = signatures;
  }

  /** Tells whether the parts are small enough to be verified and kept. */
  public static boolean fits(SignedStatement signed) {
    return signed.getStatement().size() <= MAX_STATEMENT_BYTES
        && signed.getSignature().size() <= MAX_SIGNATURE_BYTES
        && signed.getCertificate().size() <= MAX_CERTIFICATE_BYTES;
  }

  /**
   * Checks that a member of the domain signed the statement for that purpose.
   *
   * @param clock the time at which the signer's certificate must be valid: now for a fresh
   *     statement, the time of receipt for a stored one
   * @return the signer; whether the statement is theirs to make is the caller's question
   * @throws IdentityException saying what does not hold
   */
  public RosaId verify(SignedStatement signed, StatementKind kind, InstantSource clock)
      throws IdentityException {
    requirePlain(signed);
    SignerCertificates.Signer signer =
        certificates.verified(signed.getCertificate().toByteArray(), clock);
    if (!isSignedBy(signer, kind, signed)) {
      throw new IdentityException(
          "the signature of %s does not match the statement (%s)"
              .formatted(signer.id(), kind.label()));
    }
    return signer.id();
  }

  /** Bytes that no signature covers would be kept and passed on with a statement. */
  private static void requirePlain(SignedStatement signed) throws IdentityException {
    if (!signed.getUnknownFields().asMap().isEmpty()) {
      throw new IdentityException("the signed statement has fields that are not known");
    }
    if (!fits(signed)) {
      throw new IdentityException(
          "the signed statement is too large, expected at most %d bytes, with a signature of %d and"
                  .formatted(MAX_STATEMENT_BYTES, MAX_SIGNATURE_BYTES)
              + " a certificate of "
              + MAX_CERTIFICATE_BYTES);
    }
  }

  private boolean isSignedBy(
      SignerCertificates.Signer signer, StatementKind kind, SignedStatement signed) {
    return signatures.holds(
        signer.key(),
        signed.getSignature().toByteArray(),
        kind.signedPrefix(),
        signed.getStatement().toByteArray());
  }
}

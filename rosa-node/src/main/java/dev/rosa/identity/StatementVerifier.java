package dev.rosa.identity;

import dev.rosa.control.v1.SignedStatement;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Arrays;

/** Checks what {@link StatementSigner} signed, before it is parsed. */
public final class StatementVerifier {

  /** Room for a service request of sixteen recipients with the longest names. */
  public static final int MAX_STATEMENT_BYTES = 2_048;

  /** Room for a signature of any algorithm that a domain may use. */
  public static final int MAX_SIGNATURE_BYTES = 256;

  /** Room for a member's certificate. */
  public static final int MAX_CERTIFICATE_BYTES = 8_192;

  private StatementVerifier() {}

  /** Tells whether the parts are small enough to be verified and kept. */
  public static boolean fits(SignedStatement signed) {
    return signed.getStatement().size() <= MAX_STATEMENT_BYTES
        && signed.getSignature().size() <= MAX_SIGNATURE_BYTES
        && signed.getCertificate().size() <= MAX_CERTIFICATE_BYTES;
  }

  /**
   * Checks that a member of the domain signed the statement for that purpose.
   *
   * @param authority the certificate of the domain's authority
   * @param clock the time at which the signer's certificate must be valid: now for a fresh
   *     statement, the time of receipt for a stored one
   * @return the signer; whether the statement is theirs to make is the caller's question
   * @throws IdentityException saying what does not hold
   */
  public static RosaId verify(
      SignedStatement signed, StatementKind kind, X509Certificate authority, InstantSource clock)
      throws IdentityException {
    requirePlain(signed);
    X509Certificate certificate = certificateOf(signed);
    PeerCertificates.checkIssuedByDomain(certificate, authority, clock);
    RosaId signer = PeerCertificates.idOf(certificate);
    if (!isSignedBy(certificate, kind, signed)) {
      throw new IdentityException(
          "the signature of " + signer + " does not match the statement (" + kind.label() + ")");
    }
    return signer;
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

  private static X509Certificate certificateOf(SignedStatement signed) throws IdentityException {
    try {
      byte[] encoded = signed.getCertificate().toByteArray();
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(encoded));
      // The factory also takes PEM, and leaves unread what follows.
      if (!Arrays.equals(encoded, certificate.getEncoded())) {
        throw new IdentityException(
            "the statement's certificate is not in DER, or more bytes follow it");
      }
      return certificate;
    } catch (CertificateException e) {
      throw new IdentityException("the statement carries no readable X.509 certificate", e);
    }
  }

  private static boolean isSignedBy(
      X509Certificate certificate, StatementKind kind, SignedStatement signed) {
    try {
      Signature signature = Signature.getInstance(StatementSigner.ALGORITHM);
      signature.initVerify(certificate.getPublicKey());
      StatementSigner.update(signature, kind, signed.getStatement().toByteArray());
      return signature.verify(signed.getSignature().toByteArray());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}

package dev.rosa.identity;

import dev.rosa.signature.SignatureVerifier;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cache of the certificates of statements' signers, so that each is parsed and its signature
 * checked once. A certificate is found again by the SHA-256 of the authority's certificate and its
 * own, so that another authority knows none of them. Its validity is checked at every use. Only a
 * certificate that passed every check is remembered, and only so many of them: those that signed
 * last. Thread-safe.
 */
final class SignerCertificates {

  /** Some 10 MB. */
  private static final int MOST = 2_048;

  private final X509Certificate authority;
  private final SignatureVerifier signatures;
  private final byte[] authorityBytes;
  private final int most;

  /** The one that signed last is the last one. */
  private final Map<ByteBuffer, Signer> known = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * A member of the domain by its certificate.
   *
   * @param key as the provider of signatures wants it
   */
  record Signer(X509Certificate certificate, RosaId id, PublicKey key) {}

  SignerCertificates(X509Certificate authority, SignatureVerifier signatures) {
    this(authority, signatures, MOST);
  }

  /** The same for another number of them. */
  SignerCertificates(X509Certificate authority, SignatureVerifier signatures, int most) {
    this.authority = authority;
    this.signatures = signatures;
    this.most = most;
    try {
      this.authorityBytes = authority.getEncoded();
    } catch (CertificateException e) {
      throw new IllegalArgumentException("the authority's certificate has no encoding", e);
    }
  }

  /**
   * The signer that a certificate names.
   *
   * @param encoded the certificate in DER
   * @param clock the time at which it must be valid
   * @throws IdentityException saying what does not hold
   */
  Signer verified(byte[] encoded, InstantSource clock) throws IdentityException {
    ByteBuffer key = key(encoded);
    Signer remembered = find(key);
    if (remembered == null) {
      Signer signer = verifiedAnew(encoded, clock);
      remember(key, signer);
      return signer;
    }
    try {
      PeerCertificates.checkValid(remembered.certificate(), remembered.id(), authority, clock);
      return remembered;
    } catch (IdentityException e) {
      forget(key);
      throw e;
    }
  }

  private Signer verifiedAnew(byte[] encoded, InstantSource clock) throws IdentityException {
    X509Certificate certificate = PeerCertificates.parsed(encoded);
    PeerCertificates.checkIssuedByDomain(certificate, authority, clock, signatures);
    RosaId id = PeerCertificates.idOf(certificate);
    try {
      return new Signer(certificate, id, signatures.prepared(certificate.getPublicKey()));
    } catch (GeneralSecurityException e) {
      throw new IdentityException("the key of " + id + " is not one on P-256", e);
    }
  }

  private ByteBuffer key(byte[] encoded) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(authorityBytes);
      return ByteBuffer.wrap(digest.digest(encoded));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private Signer find(ByteBuffer key) {
    synchronized (known) {
      return known.get(key);
    }
  }

  private void remember(ByteBuffer key, Signer signer) {
    synchronized (known) {
      known.put(key, signer);
      if (known.size() > most) {
        known.remove(known.keySet().iterator().next());
      }
    }
  }

  private void forget(ByteBuffer key) {
    synchronized (known) {
      known.remove(key);
    }
  }

  /** Number of those that are remembered. */
  int size() {
    synchronized (known) {
      return known.size();
    }
  }
}

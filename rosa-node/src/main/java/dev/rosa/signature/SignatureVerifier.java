package dev.rosa.signature;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;

/**
 * Check of signatures on one JCE provider: ECDSA with SHA-256, as DER (RFC 5480, FIPS 186-5).
 * Immutable and thread-safe.
 */
public final class SignatureVerifier {

  /** JCE name of the one algorithm. */
  public static final String ALGORITHM = "SHA256withECDSA";

  /** Of the same algorithm in a certificate. */
  private static final String OBJECT_ID = "1.2.840.10045.4.3.2";

  private static final SignatureVerifier BUILT_IN =
      new SignatureVerifier(SignatureProviders.JDK, "JDK", null);

  private final String name;
  private final String description;
  private final Provider provider;

  /** Null as provider: the one that the JVM prefers for a key. */
  private SignatureVerifier(String name, String description, Provider provider) {
    this.name = name;
    this.description = description;
    this.provider = provider;
  }

  /** The JDK's own, or the provider that has been put before it in this JVM. */
  public static SignatureVerifier builtIn() {
    return BUILT_IN;
  }

  /** A provider that has not been tried. */
  static SignatureVerifier on(Provider provider, String name, String description) {
    return new SignatureVerifier(name, description, provider);
  }

  /** Name and version of the provider; {@code JDK} for the built-in one. */
  public String description() {
    return description;
  }

  /** Name of the provider, as configurations have it. */
  public String name() {
    return name;
  }

  /**
   * The key as an object of the provider's own, which need not be converted for every check.
   *
   * @throws GeneralSecurityException if it is no key that the provider takes
   */
  public PublicKey prepared(PublicKey key) throws GeneralSecurityException {
    if (provider == null) {
      return key;
    }
    return KeyFactory.getInstance("EC", provider)
        .generatePublic(new X509EncodedKeySpec(key.getEncoded()));
  }

  /**
   * Tells whether a signature is that of the key over the parts, one after the other.
   *
   * @param key the signer's, best as {@link #prepared} gives it
   */
  public boolean holds(PublicKey key, byte[] signature, byte[]... parts) {
    try {
      Signature check = newSignature();
      check.initVerify(key);
      for (byte[] part : parts) {
        check.update(part);
      }
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /**
   * Tells whether a key issued a certificate. One that was signed by another algorithm is the JDK's
   * to check.
   */
  public boolean isIssuedBy(X509Certificate certificate, PublicKey issuer) {
    try {
      if (provider != null && certificate.getSigAlgOID().equals(OBJECT_ID)) {
        return holds(prepared(issuer), certificate.getSignature(), certificate.getTBSCertificate());
      }
      certificate.verify(issuer);
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private Signature newSignature() throws GeneralSecurityException {
    return provider == null
        ? Signature.getInstance(ALGORITHM)
        : Signature.getInstance(ALGORITHM, provider);
  }

  @Override
  public String toString() {
    return description;
  }
}

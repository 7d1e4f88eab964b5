package dev.rosa.identity;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Builder of the domain's certificates: EC P-256, SHA256withECDSA, X.509 version 3 (RFC 5280). */
final class CertificateIssuer {

  private static final int SERIAL_BITS = 127;

  private final SecureRandom random;

  CertificateIssuer(SecureRandom random) {
    this.random = random;
  }

  KeyPair newKeyPair() throws IdentityException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IdentityException("this Java cannot make EC P-256 keys", e);
    }
  }

  /** The authority's own certificate, which may issue end-entity certificates only. */
  X509Certificate selfSigned(KeyPair pair, int domain, Instant from, Instant until)
      throws IdentityException {
    String number = Integer.toUnsignedString(domain);
    X500Principal subject = new X500Principal("CN=ROSA domain " + number);
    JcaX509v3CertificateBuilder builder = builder(subject, subject, pair.getPublic(), from, until);
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          uris(List.of(PeerCertificates.DOMAIN_PREFIX + number)));
      addKeyIdentifiers(builder, pair.getPublic(), pair.getPublic());
    } catch (CertIOException e) {
      throw new IdentityException("the authority's certificate cannot be built", e);
    }
    return sign(builder, pair.getPrivate());
  }

  /** A node's or user's certificate; {@code nodeId} 0 means none. */
  X509Certificate issued(Authority authority, PublicKey key, RosaId id, int nodeId, Validity when)
      throws IdentityException {
    X500Principal issuer = authority.certificate().getSubjectX500Principal();
    X500Principal subject = new X500Principal("CN=" + id.name());
    JcaX509v3CertificateBuilder builder = builder(issuer, subject, key, when.from(), when.until());
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, purposesOf(id.role()));
      builder.addExtension(Extension.subjectAlternativeName, true, uris(namesOf(id, nodeId)));
      addKeyIdentifiers(builder, key, authority.certificate().getPublicKey());
    } catch (CertIOException e) {
      throw new IdentityException("the certificate of " + id + " cannot be built", e);
    }
    return sign(builder, authority.key());
  }

  private JcaX509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, PublicKey key, Instant from, Instant until) {
    BigInteger serial = new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE);
    return new JcaX509v3CertificateBuilder(
        issuer, serial, Date.from(from), Date.from(until), subject, key);
  }

  private static void addKeyIdentifiers(
      JcaX509v3CertificateBuilder builder, PublicKey subject, PublicKey issuer)
      throws CertIOException, IdentityException {
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      builder.addExtension(
          Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(subject));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          identifiers.createAuthorityKeyIdentifier(issuer));
    } catch (GeneralSecurityException e) {
      throw new IdentityException("this Java cannot make key identifiers", e);
    }
  }

  private static ExtendedKeyUsage purposesOf(Role role) {
    boolean serves = role == Role.AS || role == Role.CODESERVER;
    return serves
        ? new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth})
        : new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth);
  }

  private static List<String> namesOf(RosaId id, int nodeId) {
    return nodeId == 0
        ? List.of(id.toString())
        : List.of(id.toString(), PeerCertificates.NODE_PREFIX + Integer.toUnsignedString(nodeId));
  }

  private static ASN1Encodable uris(List<String> uris) {
    return new GeneralNames(
        uris.stream()
            .map(uri -> new GeneralName(GeneralName.uniformResourceIdentifier, uri))
            .toArray(GeneralName[]::new));
  }

  private X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws IdentityException {
    try {
      JcaContentSignerBuilder signer =
          new JcaContentSignerBuilder(StatementSigner.ALGORITHM).setSecureRandom(random);
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer.build(key)));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new IdentityException("the certificate cannot be signed", e);
    }
  }

  /** The key and certificate that issue; the key is redacted. */
  record Authority(PrivateKey key, X509Certificate certificate) {
    @Override
    public String toString() {
      return certificate.getSubjectX500Principal().getName();
    }
  }

  /** From when until when a certificate is good. */
  record Validity(Instant from, Instant until) {}
}

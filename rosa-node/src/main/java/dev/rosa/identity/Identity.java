package dev.rosa.identity;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.InstantSource;

/**
 * Identity of this process: its key, its certificate and the authority of its domain. Immutable;
 * the key never appears in {@link #toString}.
 */
public final class Identity {

  private static final byte[] PROBE = {'R', 'O', 'S', 'A'};

  private final RosaId id;
  private final int nodeId;
  private final PrivateKey privateKey;
  private final X509Certificate certificate;
  private final X509Certificate authority;

  private Identity(
      RosaId id,
      int nodeId,
      PrivateKey privateKey,
      X509Certificate certificate,
      X509Certificate authority) {
    this.id = id;
    this.nodeId = nodeId;
    this.privateKey = privateKey;
    this.certificate = certificate;
    this.authority = authority;
  }

  /** Loads an identity that must be valid now. */
  public static Identity load(Path prefix) throws IdentityException {
    return load(prefix, InstantSource.system());
  }

  /**
   * Loads {@code prefix.key} (PKCS#8 PEM, no access for group and others), {@code prefix.crt} and,
   * beside them, {@code ca.crt}.
   *
   * @throws IdentityException if a file is missing, unreadable or not what it should be, the key
   *     does not belong to the certificate, or the certificate is not one of this authority, not
   *     valid yet or expired
   */
  public static Identity load(Path prefix, InstantSource clock) throws IdentityException {
    Path keyFile = withSuffix(prefix, ".key");
    Path certificateFile = withSuffix(prefix, ".crt");
    PrivateKey key = PemFile.readKey(keyFile);
    X509Certificate certificate = PemFile.readCertificate(certificateFile);
    X509Certificate authority = PemFile.readCertificate(prefix.resolveSibling("ca.crt"));
    try {
      PeerCertificates.checkIssuedByDomain(certificate, authority, clock);
    } catch (IdentityException e) {
      String remedy = CertificateEnd.remedy(certificate, clock);
      throw new IdentityException(certificateFile + ": " + e.getMessage() + remedy, e);
    }
    if (!belongTogether(key, certificate)) {
      throw new IdentityException(
          keyFile + ": this key does not belong to the certificate in " + certificateFile);
    }
    RosaId id = PeerCertificates.idOf(certificate);
    int nodeId = PeerCertificates.nodeIdOf(certificate);
    return new Identity(id, nodeId, key, certificate, authority);
  }

  /**
   * The same, of a role that it must be of.
   *
   * @throws IdentityException also if it is of another one
   */
  public static Identity load(Path prefix, InstantSource clock, Role role)
      throws IdentityException {
    Identity identity = load(prefix, clock);
    if (identity.id().role() != role) {
      throw new IdentityException(
          "%s is %s, expected one of role %s"
              .formatted(withSuffix(prefix, ".crt"), identity.id(), role.uriName()));
    }
    return identity;
  }

  /**
   * Loads the certificate of a domain's authority alone, such as {@code ca.crt}.
   *
   * @throws IdentityException if the file is missing, unreadable or no certificate of an authority
   */
  public static X509Certificate loadAuthority(Path file) throws IdentityException {
    X509Certificate authority = PemFile.readCertificate(file);
    if (authority.getBasicConstraints() < 0) {
      throw new IdentityException(
          file + ": not a certificate of an authority, expected the domain's ca.crt");
    }
    return authority;
  }

  static Path withSuffix(Path prefix, String suffix) throws IdentityException {
    Path name = prefix.getFileName();
    if (name == null) {
      throw new IdentityException(
          "'" + prefix + "' is no identity, expected a path such as domain/alice");
    }
    return prefix.resolveSibling(name + suffix);
  }

  private static boolean belongTogether(PrivateKey key, X509Certificate certificate) {
    try {
      Signature signature = Signature.getInstance(StatementSigner.ALGORITHM);
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certificate);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** The name this process goes by. */
  public RosaId id() {
    return id;
  }

  /** A router's node id, unsigned; 0 for every other role. */
  public int nodeId() {
    return nodeId;
  }

  /** The EC P-256 key; stays in this process. */
  public PrivateKey privateKey() {
    return privateKey;
  }

  /** The certificate that belongs to the key. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** The certificate of the domain's authority: the only one that is trusted. */
  public X509Certificate authority() {
    return authority;
  }

  @Override
  public String toString() {
    return id.toString();
  }
}

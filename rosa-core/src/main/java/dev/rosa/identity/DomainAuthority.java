package dev.rosa.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalInt;

/**
 * The certificate authority of one domain, kept in one directory: {@code ca.key} (0600), {@code
 * ca.crt} and {@code ledger.txt}. It enrols nodes and users, gives every router a node id of its
 * own, and overwrites nothing.
 */
public final class DomainAuthority {

  /** How long a domain's authority is good. */
  public static final Duration AUTHORITY_VALIDITY = Duration.ofDays(3650);

  /** How long an identity is good unless told otherwise. */
  public static final Duration DEFAULT_VALIDITY = Duration.ofDays(365);

  /** A certificate is good a little earlier than it was made, for peers whose clocks are slow. */
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  private static final String AUTHORITY_NAME = "ca";

  private final Path directory;
  private final int domain;
  private final CertificateIssuer.Authority authority;
  private final InstantSource clock;
  private final CertificateIssuer issuer;

  private DomainAuthority(
      Path directory,
      CertificateIssuer.Authority authority,
      InstantSource clock,
      CertificateIssuer issuer)
      throws IdentityException {
    this.directory = directory;
    this.domain = PeerCertificates.domainOf(authority.certificate());
    this.authority = authority;
    this.clock = clock;
    this.issuer = issuer;
  }

  /** Makes a new domain with the system's clock and random source. */
  public static DomainAuthority init(Path directory, int domain) throws IdentityException {
    return init(directory, domain, InstantSource.system(), new SecureRandom());
  }

  /**
   * Makes a new domain in a directory, which is made (mode 0700) if there is none.
   *
   * @param domain the number that is on the wire, unsigned
   * @throws IdentityException if the directory holds an authority already or cannot be written
   */
  public static DomainAuthority init(
      Path directory, int domain, InstantSource clock, SecureRandom random)
      throws IdentityException {
    makeDirectory(directory);
    if (Files.exists(directory.resolve("ca.crt"))) {
      throw new IdentityException(
          directory.resolve("ca.crt") + ": exists already and is not overwritten");
    }
    CertificateIssuer issuer = new CertificateIssuer(random);
    KeyPair pair = issuer.newKeyPair();
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    X509Certificate certificate =
        issuer.selfSigned(pair, domain, now.minus(BACKDATED), now.plus(AUTHORITY_VALIDITY));
    PemFile.writeKey(directory.resolve("ca.key"), pair.getPrivate());
    PemFile.writeCertificate(directory.resolve("ca.crt"), certificate);
    return new DomainAuthority(
        directory, new CertificateIssuer.Authority(pair.getPrivate(), certificate), clock, issuer);
  }

  /** Opens a domain with the system's clock and random source. */
  public static DomainAuthority open(Path directory) throws IdentityException {
    return open(directory, InstantSource.system(), new SecureRandom());
  }

  /**
   * Opens the domain that {@link #init} made.
   *
   * @throws IdentityException if a file is missing, unreadable or not what it should be
   */
  public static DomainAuthority open(Path directory, InstantSource clock, SecureRandom random)
      throws IdentityException {
    CertificateIssuer.Authority authority =
        new CertificateIssuer.Authority(
            PemFile.readKey(directory.resolve("ca.key")),
            PemFile.readCertificate(directory.resolve("ca.crt")));
    return new DomainAuthority(directory, authority, clock, new CertificateIssuer(random));
  }

  private static void makeDirectory(Path directory) throws IdentityException {
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
    } catch (IOException e) {
      throw new IdentityException(
          directory + ": cannot be made, expected a directory in a writable one", e);
    }
  }

  /**
   * Enrols a node or user: writes {@code NAME.key} (0600) and {@code NAME.crt}.
   *
   * @param nodeId for a router the node id it must get, or empty for the lowest free one; empty for
   *     every other role
   * @return the identity's path prefix, as {@link Identity#load} takes it
   * @throws IdentityException if the name or the node id was issued already, the certificate would
   *     outlive its authority, or a file exists already or cannot be written
   */
  public Path issue(Role role, String name, Duration validity, OptionalInt nodeId)
      throws IdentityException {
    RosaId id = idFor(role, name);
    CertificateIssuer.Validity when = validity(validity);
    if (role != Role.ROUTER && nodeId.isPresent()) {
      throw new IdentityException(id + ": only routers have a node id");
    }
    Path prefix = directory.resolve(name);
    try (IssuanceLedger ledger = IssuanceLedger.open(directory.resolve("ledger.txt"))) {
      ledger.requireFreeName(name);
      int node = role == Role.ROUTER ? ledger.nodeId(nodeId) : 0;
      requireAbsent(Identity.withSuffix(prefix, ".key"));
      requireAbsent(Identity.withSuffix(prefix, ".crt"));
      // In the ledger first: a crash after this wastes a name, never gives one twice.
      ledger.append(
          new IssuanceLedger.Entry(
              clock.instant().truncatedTo(ChronoUnit.SECONDS), id, node, when.until()));
      KeyPair pair = issuer.newKeyPair();
      X509Certificate certificate = issuer.issued(authority, pair.getPublic(), id, node, when);
      PemFile.writeKey(Identity.withSuffix(prefix, ".key"), pair.getPrivate());
      PemFile.writeCertificate(Identity.withSuffix(prefix, ".crt"), certificate);
    }
    return prefix;
  }

  /**
   * What the authority has issued, oldest first.
   *
   * @throws IdentityException if the ledger cannot be read
   */
  public List<Issued> issued() throws IdentityException {
    try (IssuanceLedger ledger = IssuanceLedger.open(directory.resolve("ledger.txt"))) {
      return ledger.entries().stream()
          .map(entry -> new Issued(entry.id(), entry.node(), entry.at(), entry.until()))
          .toList();
    }
  }

  /**
   * An identity that was issued.
   *
   * @param nodeId a router's node id, unsigned; else 0
   */
  public record Issued(RosaId id, int nodeId, Instant at, Instant until) {}

  private RosaId idFor(Role role, String name) throws IdentityException {
    if (name.equals(AUTHORITY_NAME)) {
      throw new IdentityException("the name 'ca' is the authority's own");
    }
    try {
      return new RosaId(domain, role, name);
    } catch (IllegalArgumentException e) {
      throw new IdentityException(e.getMessage(), e);
    }
  }

  private CertificateIssuer.Validity validity(Duration validity) throws IdentityException {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Instant end = authority.certificate().getNotAfter().toInstant();
    if (validity.isNegative() || validity.isZero()) {
      throw new IdentityException("the validity must be longer than zero");
    }
    if (now.plus(validity).isAfter(end)) {
      throw new IdentityException("the identity would outlive its authority, which ends at " + end);
    }
    return new CertificateIssuer.Validity(now.minus(BACKDATED), now.plus(validity));
  }

  private static void requireAbsent(Path file) throws IdentityException {
    if (Files.exists(file)) {
      throw new IdentityException(file + ": exists already and is not overwritten");
    }
  }

  /** The domain's number, unsigned. */
  public int domain() {
    return domain;
  }

  /** The directory that holds the authority's files. */
  public Path directory() {
    return directory;
  }

  /** The authority's certificate, which every node of the domain trusts. */
  public X509Certificate certificate() {
    return authority.certificate();
  }

  @Override
  public String toString() {
    return authority.toString();
  }
}

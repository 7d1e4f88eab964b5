package dev.rosa.identity;

import dev.rosa.config.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The certificate authority of one domain, kept in one directory: {@code ca.key} (0600), {@code
 * ca.crt} and {@code ledger.txt}. It enrols nodes and users, gives every router a node id of its
 * own. Only the files of a renewed identity are overwritten. Nothing is issued by halves, also when
 * the disk is full or the process is ended.
 */
public final class DomainAuthority {

  /** Validity of a domain's authority. */
  public static final Duration AUTHORITY_VALIDITY = Duration.ofDays(3650);

  /** Default validity of an identity. */
  public static final Duration DEFAULT_VALIDITY = Duration.ofDays(365);

  /** A certificate is good a little earlier than it was made, for peers whose clocks are slow. */
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  private static final String AUTHORITY_NAME = "ca";

  private final Path directory;
  private final int domain;
  private final CertificateIssuer.Authority authority;
  private final Means means;

  private DomainAuthority(Path directory, CertificateIssuer.Authority authority, Means means)
      throws IdentityException {
    this.directory = directory;
    this.domain = PeerCertificates.domainOf(authority.certificate());
    this.authority = authority;
    this.means = means;
  }

  /** Disk, clock and issuer of an authority. */
  record Means(DomainDisk disk, InstantSource clock, CertificateIssuer issuer) {
    Means(InstantSource clock, SecureRandom random) {
      this(new SystemDisk(), clock, new CertificateIssuer(random));
    }

    /** In whole seconds, as certificates have it. */
    Instant now() {
      return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
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
    return init(directory, domain, new Means(clock, random));
  }

  static DomainAuthority init(Path directory, int domain, Means means) throws IdentityException {
    makeDirectory(directory);
    StagedIdentity staged = StagedIdentity.of(means.disk(), directory.resolve(AUTHORITY_NAME));
    // Its lock keeps two of them apart.
    IssuanceLedger ledger = ledger(directory, means);
    try {
      staged.undoHalf();
      staged.requireFree();
      return init(directory, domain, means, staged);
    } finally {
      ledger.close();
    }
  }

  private static DomainAuthority init(
      Path directory, int domain, Means means, StagedIdentity staged) throws IdentityException {
    KeyPair pair = means.issuer().newKeyPair();
    Instant now = means.now();
    X509Certificate certificate =
        means.issuer().selfSigned(pair, domain, now.minus(BACKDATED), now.plus(AUTHORITY_VALIDITY));
    staged.write(pair.getPrivate(), certificate);
    try {
      staged.publish();
    } catch (IdentityException e) {
      staged.undoHalf();
      throw e;
    }
    return new DomainAuthority(
        directory, new CertificateIssuer.Authority(pair.getPrivate(), certificate), means);
  }

  /** Of a folder that is this process's user's: keys of another one's authority sign nothing. */
  private static IssuanceLedger ledger(Path directory, Means means) throws IdentityException {
    try {
      PrivateFolder.requireOurs(directory, file -> false);
    } catch (IOException e) {
      throw new IdentityException(e.getMessage(), e);
    }
    return IssuanceLedger.open(directory.resolve("ledger.txt"), means.disk());
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
    return open(directory, new Means(clock, random));
  }

  static DomainAuthority open(Path directory, Means means) throws IdentityException {
    CertificateIssuer.Authority authority =
        new CertificateIssuer.Authority(
            PemFile.readKey(directory.resolve("ca.key")),
            PemFile.readCertificate(directory.resolve("ca.crt")));
    return new DomainAuthority(directory, authority, means);
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
    try (IssuanceLedger ledger = ledger(directory, means)) {
      settle(ledger);
      ledger.requireFreeName(name);
      int node = role == Role.ROUTER ? ledger.nodeId(nodeId) : 0;
      StagedIdentity.of(means.disk(), directory.resolve(name)).requireFree();
      return enrol(ledger, id, node, when);
    }
  }

  /**
   * Issues a new certificate for a new key under a name that was issued: same role, same node id.
   * Replaces {@code NAME.key} and {@code NAME.crt} if they are there. The certificate before it
   * stays valid until its end.
   *
   * @throws IdentityException if the name was never issued, the certificate would outlive its
   *     authority, or a file cannot be written
   */
  public Renewal renew(String name, Duration validity) throws IdentityException {
    requireNotAuthority(name);
    CertificateIssuer.Validity when = validity(validity);
    try (IssuanceLedger ledger = ledger(directory, means)) {
      settle(ledger);
      IssuanceLedger.Entry last = ledger.lastOf(name);
      return new Renewal(enrol(ledger, last.id(), last.node(), when), last.until());
    }
  }

  /**
   * A name's new certificate.
   *
   * @param prefix the identity's path prefix, as {@link Identity#load} takes it
   * @param previousEnd until when the certificate before it is valid
   */
  public record Renewal(Path prefix, Instant previousEnd) {}

  /**
   * Writes files, ledger line and places in this order. The line decides: a process that ends
   * before it has issued nothing, and what one left that ended after it, {@link #settle} completes.
   */
  private Path enrol(IssuanceLedger ledger, RosaId id, int node, CertificateIssuer.Validity when)
      throws IdentityException {
    Path prefix = directory.resolve(id.name());
    KeyPair pair = means.issuer().newKeyPair();
    X509Certificate certificate =
        means.issuer().issued(authority, pair.getPublic(), id, node, when);
    StagedIdentity staged = StagedIdentity.of(means.disk(), prefix);
    staged.write(pair.getPrivate(), certificate);
    try {
      ledger.append(
          new IssuanceLedger.Entry(means.now(), id, node, base64(certificate), when.until()));
    } catch (IdentityException e) {
      staged.discardAfter(e);
      throw e;
    }
    staged.publish();
    return prefix;
  }

  private static String base64(X509Certificate certificate) throws IdentityException {
    try {
      return Base64.getEncoder().encodeToString(certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IdentityException("the certificate cannot be encoded", e);
    }
  }

  /** Completes or deletes what processes have left that were ended. */
  private void settle(IssuanceLedger ledger) throws IdentityException {
    for (StagedIdentity left : StagedIdentity.leftIn(directory, means.disk())) {
      Optional<X509Certificate> waiting = left.waiting();
      if (waiting.isPresent() && ledger.has(waiting.get())) {
        left.publish();
      } else {
        left.discard();
      }
    }
  }

  /**
   * Identities that the authority has issued, oldest first, each with its newest certificate.
   *
   * @throws IdentityException if the ledger cannot be read
   */
  public List<Issued> issued() throws IdentityException {
    Map<RosaId, Issued> newest = new LinkedHashMap<>();
    try (IssuanceLedger ledger = ledger(directory, means)) {
      for (IssuanceLedger.Entry entry : ledger.entries()) {
        newest.put(entry.id(), new Issued(entry.id(), entry.node(), entry.at(), entry.until()));
      }
    }
    return List.copyOf(newest.values());
  }

  /**
   * An identity that was issued.
   *
   * @param nodeId a router's node id, unsigned; else 0
   * @param at when its newest certificate was issued
   * @param until that certificate's end
   */
  public record Issued(RosaId id, int nodeId, Instant at, Instant until) {}

  private RosaId idFor(Role role, String name) throws IdentityException {
    requireNotAuthority(name);
    try {
      return new RosaId(domain, role, name);
    } catch (IllegalArgumentException e) {
      throw new IdentityException(e.getMessage(), e);
    }
  }

  private static void requireNotAuthority(String name) throws IdentityException {
    if (name.equals(AUTHORITY_NAME)) {
      throw new IdentityException("the name 'ca' is the authority's own");
    }
  }

  private CertificateIssuer.Validity validity(Duration validity) throws IdentityException {
    Instant now = means.now();
    Instant end = authority.certificate().getNotAfter().toInstant();
    if (validity.isNegative() || validity.isZero()) {
      throw new IdentityException("the validity must be longer than zero");
    }
    if (now.plus(validity).isAfter(end)) {
      throw new IdentityException("the identity would outlive its authority, which ends at " + end);
    }
    return new CertificateIssuer.Validity(now.minus(BACKDATED), now.plus(validity));
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

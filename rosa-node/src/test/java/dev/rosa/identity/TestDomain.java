package dev.rosa.identity;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;

/**
 * A domain in a temporary directory, for tests: an authority and identities within milliseconds.
 */
public final class TestDomain {

  /** The number of a domain unless a test asks for another. */
  public static final int DOMAIN = 17;

  private static final Duration VALIDITY = Duration.ofDays(90);

  private final DomainAuthority authority;

  private TestDomain(DomainAuthority authority) {
    this.authority = authority;
  }

  /** Makes domain 17 in {@code directory}, usually JUnit's {@code @TempDir}. */
  public static TestDomain in(Path directory) {
    return in(directory, DOMAIN);
  }

  /** Makes a domain in {@code directory}, which must not hold one yet. */
  public static TestDomain in(Path directory, int domain) {
    return in(directory, domain, InstantSource.system());
  }

  /** Makes a domain whose authority lives at the time of {@code clock}. */
  public static TestDomain in(Path directory, int domain, InstantSource clock) {
    try {
      return new TestDomain(DomainAuthority.init(directory, domain, clock, new SecureRandom()));
    } catch (IdentityException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Enrols an Authorization Server and loads it. */
  public Identity authorizationServer(String name) {
    return load(issue(Role.AS, name));
  }

  /** Enrols a Code Server and loads it. */
  public Identity codeServer(String name) {
    return load(issue(Role.CODESERVER, name));
  }

  /** Enrols a router, which gets the next node id, and loads it. */
  public Identity router(String name) {
    return load(issue(Role.ROUTER, name));
  }

  /** Enrols a user and loads them. */
  public Identity user(String name) {
    return load(issue(Role.USER, name));
  }

  /** Enrols an administrator and loads them. */
  public Identity administrator(String name) {
    return load(issue(Role.ADMIN, name));
  }

  /** Enrols without loading; returns the path prefix of the files. */
  public Path issue(Role role, String name) {
    return issue(role, name, VALIDITY);
  }

  /** Enrols for a time without loading; returns the path prefix of the files. */
  public Path issue(Role role, String name, Duration validity) {
    try {
      return authority.issue(role, name, validity, OptionalInt.empty());
    } catch (IdentityException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Loads an identity from its path prefix. */
  public static Identity load(Path prefix) {
    try {
      return Identity.load(prefix);
    } catch (IdentityException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Prefix of the files of that name, whether enrolled or not yet. */
  public Path prefix(String name) {
    return authority.directory().resolve(name);
  }

  /** The domain's authority. */
  public DomainAuthority authority() {
    return authority;
  }

  /** The authority's certificate. */
  public X509Certificate certificate() {
    return authority.certificate();
  }
}

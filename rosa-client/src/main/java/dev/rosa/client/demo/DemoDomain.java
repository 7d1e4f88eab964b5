package dev.rosa.client.demo;

import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A domain in a directory of its own: identities, configuration files, addresses. The network is
 * {@code Source → r1 → r2 → Destination}, all of it on this machine's loopback.
 */
final class DemoDomain {

  /** The security domain's number. */
  static final int NUMBER = 17;

  /** IPs and IPd of the active packets; they exist inside the overlay only. */
  static final String SOURCE_IP = "10.0.1.1";

  static final String DESTINATION_IP = "10.0.2.1";

  /** The application's port at the Destination, as packets name it. */
  static final String SERVICE_PORT = "6004";

  static final String TRANSCODER = "transcoder";
  static final String COUNTER = "counter";

  private static final int PORTS = 10;

  /** Who listens where, HOST:PORT each. */
  record Addresses(
      String authorizationServer,
      String codeServer,
      String overlay1,
      String overlay2,
      String overlayDestination,
      String status1,
      String status2,
      String audioIn,
      String messagesIn,
      String delivery) {

    private static Addresses free() throws DemoException {
      FreePorts ports = FreePorts.find(PORTS);
      return new Addresses(
          ports.next(),
          ports.next(),
          ports.next(),
          ports.next(),
          ports.next(),
          ports.next(),
          ports.next(),
          ports.next(),
          ports.next(),
          ports.next());
    }
  }

  private final Path directory;
  private final Path home;
  private final Addresses addresses;

  private DemoDomain(Path directory, Path home, Addresses addresses) {
    this.directory = directory;
    this.home = home;
    this.addresses = addresses;
  }

  /**
   * Makes identities and configuration files.
   *
   * @param directory empty, the domain's own
   * @param home where ROSA was built
   */
  static DemoDomain create(Path directory, Path home) throws DemoException {
    DemoDomain domain = new DemoDomain(directory, home, Addresses.free());
    try {
      domain.issueIdentities();
      domain.writeConfigurations();
    } catch (IdentityException e) {
      throw new DemoException(e.getMessage(), e);
    } catch (IOException e) {
      throw new DemoException(directory + ": cannot be written: " + e.getMessage(), e);
    }
    return domain;
  }

  private void issueIdentities() throws IdentityException {
    DomainAuthority authority = DomainAuthority.init(directory.resolve("domain"), NUMBER);
    issue(authority, Role.AS, "as1");
    issue(authority, Role.CODESERVER, "cs1");
    for (String router : new String[] {"r1", "r2", "r3"}) {
      issue(authority, Role.ROUTER, router);
    }
    for (String user : new String[] {"alice", "bob", "carol", "mallory"}) {
      issue(authority, Role.USER, user);
    }
  }

  private static void issue(DomainAuthority authority, Role role, String name)
      throws IdentityException {
    authority.issue(role, name, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
  }

  private void writeConfigurations() throws IOException {
    String codeServer = addresses.codeServer();
    write("codeserver.xml", "codeserver.xml", Map.of("cs", codeServer));
    write(
        "as.xml",
        "as.xml",
        Map.of(
            "as", addresses.authorizationServer(),
            "cs", codeServer,
            "transcoder", bundle(TRANSCODER).toString(),
            "counter", bundle(COUNTER).toString()));
    write(
        "router.xml",
        "r1.xml",
        Map.of(
            "router", "r1",
            "cs", codeServer,
            "status", addresses.status1(),
            "listen", addresses.overlay1(),
            "next", addresses.overlay2()));
    write(
        "router.xml",
        "r2.xml",
        Map.of(
            "router", "r2",
            "cs", codeServer,
            "status", addresses.status2(),
            "listen", addresses.overlay2(),
            "next", addresses.overlayDestination()));
    Files.writeString(directory.resolve("providers.xml"), Template.providers(home));
  }

  private void write(String template, String file, Map<String, String> values) throws IOException {
    Files.writeString(directory.resolve(file), Template.fill(Template.read(template), values));
  }

  Addresses addresses() {
    return addresses;
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  /** Where a role's or an example's jar is. */
  Path jar(String pathInHome) {
    return home.resolve(pathInHome);
  }

  /** The jar of an example application. */
  Path bundle(String code) {
    return home.resolve("examples/" + code + "/target/" + code + ".jar");
  }

  /** The path prefix of an identity. */
  Path identityPrefix(String name) {
    return directory.resolve("domain").resolve(name);
  }

  Identity identity(String name) throws DemoException {
    try {
      return Identity.load(identityPrefix(name));
    } catch (IdentityException e) {
      throw new DemoException(e.getMessage(), e);
    }
  }
}

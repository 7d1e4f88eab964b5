package dev.rosa.client.demo.node;

import dev.rosa.client.demo.hostile.HostileCode;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.process.FreePorts;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The demo's domain in a directory of its own: identities, configuration files, addresses. The
 * network is {@code Source → r1 → r2 → Destination}, all of it on this machine's loopback, or in
 * the lab's namespaces.
 */
public final class DemoDomain {

  /** The security domain's number. */
  public static final int NUMBER = 17;

  /** The application's port at the Destination, as packets name it. */
  public static final String SERVICE_PORT = "6004";

  public static final String TRANSCODER = "transcoder";
  public static final String COUNTER = "counter";

  private static final int PORTS = 10;

  /**
   * Addresses of the nodes, HOST:PORT each.
   *
   * @param source IPs of the active packets; with overlay links it exists inside the overlay only
   * @param destination IPd; with overlay links it exists inside the overlay only
   * @param lab whether these are the lab's; then there is no overlay
   */
  public record Addresses(
      String source,
      String destination,
      boolean lab,
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

    /** Those of the lab; this process is on src, and what arrives at dst is handed to it. */
    private static Addresses ofLab() {
      return new Addresses(
          "10.0.1.2",
          "10.0.2.2",
          true,
          LabDomain.AUTHORIZATION_SERVER,
          LabDomain.CODE_SERVER,
          "",
          "",
          "",
          LabDomain.STATUS_1,
          LabDomain.STATUS_2,
          "127.0.0.1:5004",
          "127.0.0.1:5006",
          "10.9.0.21:6004");
    }

    private static Addresses free() throws DemoException {
      FreePorts ports = freePorts();
      return new Addresses(
          "10.0.1.1",
          "10.0.2.1",
          false,
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

    private static FreePorts freePorts() throws DemoException {
      try {
        return FreePorts.find(PORTS);
      } catch (IOException e) {
        throw new DemoException(e.getMessage(), e);
      }
    }
  }

  private final DomainFolder folder;
  private final Path home;
  private final Addresses addresses;

  private DemoDomain(Path directory, Path home, Addresses addresses) {
    this.folder = new DomainFolder(directory);
    this.home = home;
    this.addresses = addresses;
  }

  /**
   * Makes identities and configuration files.
   *
   * @param directory empty, the domain's own
   * @param home where ROSA was built
   * @param lab whether this process is on the lab's src
   */
  public static DemoDomain create(Path directory, Path home, boolean lab) throws DemoException {
    Addresses addresses = lab ? Addresses.ofLab() : Addresses.free();
    DemoDomain domain = new DemoDomain(directory, home, addresses);
    try {
      domain.folder.issueIdentities(
          NUMBER, List.of("r1", "r2", "r3"), List.of("alice", "bob", "carol", "mallory"));
      domain.writeConfigurations();
    } catch (IdentityException e) {
      throw new DemoException(e.getMessage(), e);
    } catch (IOException e) {
      throw new DemoException(directory + ": cannot be written: " + e.getMessage(), e);
    }
    return domain;
  }

  private void writeConfigurations() throws IOException {
    for (HostileCode code : HostileCode.values()) {
      Files.write(bundle(code), code.bundle());
    }
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
    if (addresses.lab()) {
      writeLabRouter("r1", addresses.status1());
      writeLabRouter("r2", addresses.status2());
    } else {
      writeRouter("r1", addresses.status1(), addresses.overlay1(), addresses.overlay2());
      writeRouter("r2", addresses.status2(), addresses.overlay2(), addresses.overlayDestination());
    }
    Files.writeString(folder.file("providers.xml"), Template.providers(home));
  }

  private void writeLabRouter(String name, String status) throws IOException {
    String text = LabDomain.router(name, status, 1, false);
    Files.writeString(folder.file(name + ".xml"), text);
  }

  private void writeRouter(String name, String status, String listen, String next)
      throws IOException {
    Map<String, String> values =
        Map.of(
            "router", name,
            "cs", addresses.codeServer(),
            "status", status,
            "listen", listen,
            "next", next);
    write("router.xml", name + ".xml", values);
  }

  private void write(String template, String file, Map<String, String> values) throws IOException {
    Files.writeString(folder.file(file), Template.fill(Template.read(template), values));
  }

  public Addresses addresses() {
    return addresses;
  }

  public Path file(String name) {
    return folder.file(name);
  }

  /** The jar of a role or an example. */
  Path jar(String pathInHome) {
    return home.resolve(pathInHome);
  }

  /** The jar of an example application. */
  public Path bundle(String code) {
    return home.resolve("examples/" + code + "/target/" + code + ".jar");
  }

  /** The bundle of a hostile code. */
  public Path bundle(HostileCode code) {
    return folder.file(code.published() + ".jar");
  }

  /** The path prefix of an identity. */
  Path identityPrefix(String name) {
    return folder.identityPrefix(name);
  }

  public Identity identity(String name) throws DemoException {
    try {
      return folder.identity(name);
    } catch (IdentityException e) {
      throw new DemoException(e.getMessage(), e);
    }
  }
}

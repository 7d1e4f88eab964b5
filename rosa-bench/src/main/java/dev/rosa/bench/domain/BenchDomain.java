package dev.rosa.bench.domain;

import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpPrefix;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.wire.Suite;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A domain on the loopback with a real Authorization Server and a real Code Server, published
 * codes, one router's identity, and sessions for its user. {@link #close} ends all its processes
 * and removes the folder in every case. Owned by one thread.
 */
public final class BenchDomain implements AutoCloseable {

  /** Source of packets of its sessions: below 10.0.1.0/24. */
  public static final String SOURCE = "10.0.1.2";

  /** Destination of packets of its sessions: below 10.0.2.0/24. */
  public static final String DESTINATION = "10.0.2.2";

  private static final int DOMAIN = 23;
  private static final int PATIENCE_SECONDS = 600;
  private static final int SESSION_SECONDS = 43_200;
  private static final Pattern READY = Pattern.compile("\\bready\\b");

  private final Path home;
  private final Path folder;
  private final Map<String, Path> codes;
  private final int authorizationPort;
  private final int codePort;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private AuthorizationClient client;

  private BenchDomain(Path home, Path folder, Map<String, Path> codes) throws IOException {
    this.home = home;
    this.folder = folder;
    this.codes = codes;
    this.authorizationPort = FreePort.find();
    this.codePort = FreePort.find();
  }

  /**
   * Sets it up and starts its servers.
   *
   * @param home where ROSA was built
   * @param folder that is made for it
   * @param codes bundles to be published, by name
   */
  public static BenchDomain start(Path home, Path folder, Map<String, Path> codes)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    BenchDomain domain = new BenchDomain(home, folder, codes);
    try {
      domain.issueIdentities();
      domain.writeConfigurations();
      domain.startServers();
      return domain;
    } catch (IOException | InterruptedException | RuntimeException e) {
      domain.close();
      throw e;
    }
  }

  private void issueIdentities() throws IOException {
    try {
      DomainAuthority authority = DomainAuthority.init(folder.resolve("domain"), DOMAIN);
      issue(authority, Role.AS, "as1");
      issue(authority, Role.CODESERVER, "cs1");
      issue(authority, Role.ROUTER, "r1");
      issue(authority, Role.USER, "alice");
      issue(authority, Role.USER, "carol");
      Identity alice = Identity.load(folder.resolve("domain/alice"));
      HostPort server = new HostPort("127.0.0.1", authorizationPort);
      client = AuthorizationClient.open(server, alice, new SecureRandom());
    } catch (IdentityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void issue(DomainAuthority authority, Role role, String name)
      throws IdentityException {
    authority.issue(role, name, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
  }

  private void writeConfigurations() throws IOException {
    StringBuilder published = new StringBuilder();
    StringBuilder rules = new StringBuilder();
    for (Map.Entry<String, Path> code : codes.entrySet()) {
      Files.copy(code.getValue(), folder.resolve(code.getKey() + ".jar"));
      published.append("<code name=\"%1$s\" bundle=\"%1$s.jar\"/>".formatted(code.getKey()));
      rules.append(rule(code.getKey()));
    }
    Files.writeString(
        folder.resolve("as.xml"),
        """
        <authorization-server>
          <identity>domain/as1</identity>
          <listen>127.0.0.1:%d</listen>
          <storage>as.db</storage>
          <connections handshake="10s"/>
          <domain skew="2s" max-window="1d" suites="%s"/>
          <quota max-sessions="0" max-requests-per-minute="0"/>
          <code-servers><code-server>127.0.0.1:%d</code-server></code-servers>
          <users><user name="alice"/></users>
          <codes>%s</codes>
          <rules>%s</rules>
        </authorization-server>
        """
            .formatted(authorizationPort, suites(), codePort, published, rules));
    Files.writeString(
        folder.resolve("codeserver.xml"),
        """
        <code-server>
          <identity>domain/cs1</identity>
          <listen>127.0.0.1:%d</listen>
          <storage>cs.db</storage>
          <connections handshake="10s"/>
          <publishers><publisher>carol</publisher></publishers>
          <routers><router name="r1" codes="*"/></routers>
        </code-server>
        """
            .formatted(codePort));
  }

  private static String rule(String code) {
    String rule =
        "<rule user=\"alice\" code=\"%s\" from=\"10.0.1.0/24\" to=\"10.0.2.0/24\" max-window=\"1d\""
            + " permissions=\"read modify state\"/>";
    return rule.formatted(code);
  }

  /** All there are, separated by spaces. */
  public static String suites() {
    List<String> names = new ArrayList<>();
    for (Suite suite : Suite.values()) {
      names.add(suite.protocolName());
    }
    return String.join(" ", names);
  }

  private void startServers() throws IOException, InterruptedException {
    NodeProcess authorization = startNode("as", "rosa-as/target/rosa-as.jar", "--config", "as.xml");
    NodeProcess codeServer =
        startNode(
            "codeserver",
            "rosa-codeserver/target/rosa-codeserver.jar",
            "--config",
            "codeserver.xml");
    authorization.await(READY, PATIENCE_SECONDS);
    codeServer.await(READY, PATIENCE_SECONDS);
    for (String code : codes.keySet()) {
      startNode(
              "rosa code",
              "rosa-client/target/rosa.jar",
              "code",
              "publish",
              code + ".jar",
              "--code-server",
              "127.0.0.1:" + codePort,
              "--identity",
              "domain/carol")
          .awaitEnd(PATIENCE_SECONDS);
    }
    Pattern staged = Pattern.compile("confirmed secrets=\\d+ in-all=" + codes.size());
    authorization.await(staged, PATIENCE_SECONDS);
  }

  private NodeProcess startNode(String name, String jar, String... arguments) throws IOException {
    List<String> modest = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");
    List<String> command = JavaHome.current().command(modest, jar(jar), List.of(arguments));
    NodeProcess node = NodeProcess.start(name, folder, command);
    nodes.add(node);
    return node;
  }

  /**
   * A jar of the project.
   *
   * @throws IOException if it was not built
   */
  public Path jar(String path) throws IOException {
    Path jar = home.resolve(path);
    if (!Files.isRegularFile(jar)) {
      throw new IOException(jar + " is not there; build it with: ./rosa build");
    }
    return jar;
  }

  /** A new session for a code; only the caller seals packets of it. */
  public ActiveSession newSession(Suite suite, String code) throws IOException {
    return newSession(suite, code, 0);
  }

  /**
   * The same for a Source other than {@link #SOURCE}.
   *
   * @param source its distance from that, 0–250
   */
  public ActiveSession newSession(Suite suite, String code, int source) throws IOException {
    byte[] address = IpPrefix.parse(SOURCE).address().getAddress();
    address[address.length - 1] += (byte) source;
    SessionRequest request =
        new SessionRequest(
            code,
            SessionRequest.Window.ofSeconds(SESSION_SECONDS),
            InetAddress.getByAddress(address),
            IpPrefix.parse(DESTINATION).address(),
            Optional.of(suite),
            SessionRequest.GrantWish.unspecified(),
            List.of());
    try {
      return client.request(request);
    } catch (CallFailedException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Folder of all its files; the router's identity is {@code domain/r1} in it. */
  public Path folder() {
    return folder;
  }

  /** Folder that ROSA was built in. */
  public Path home() {
    return home;
  }

  /** Port of the Code Server. */
  public int codePort() {
    return codePort;
  }

  @Override
  public void close() throws IOException {
    if (client != null) {
      client.close();
    }
    nodes.forEach(NodeProcess::close);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

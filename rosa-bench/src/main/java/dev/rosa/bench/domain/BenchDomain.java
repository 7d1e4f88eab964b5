package dev.rosa.bench.domain;

import dev.rosa.client.demo.node.DomainFolder;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.client.process.FreePorts;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpPrefix;
import dev.rosa.identity.IdentityException;
import dev.rosa.wire.active.Suite;
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
  private static final int SESSION_SECONDS = 43_200;

  private final Path home;
  private final DomainFolder files;
  private final Map<String, Path> codes;
  private final String authorizationServer;
  private final String codeServer;
  private final List<RunningProgram> nodes = new ArrayList<>();
  private AuthorizationClient client;

  private BenchDomain(Path home, Path folder, Map<String, Path> codes) throws IOException {
    this.home = home;
    this.files = new DomainFolder(folder);
    this.codes = codes;
    FreePorts ports = FreePorts.find(2);
    this.authorizationServer = ports.next();
    this.codeServer = ports.next();
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
      files.issueIdentities(DOMAIN, List.of("r1"), List.of("alice", "carol"));
      client =
          AuthorizationClient.open(
              HostPort.parse(authorizationServer), files.identity("alice"), new SecureRandom());
    } catch (IdentityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void writeConfigurations() throws IOException {
    StringBuilder published = new StringBuilder();
    StringBuilder rules = new StringBuilder();
    for (Map.Entry<String, Path> code : codes.entrySet()) {
      Files.copy(code.getValue(), files.file(code.getKey() + ".jar"));
      published.append("<code name=\"%1$s\" bundle=\"%1$s.jar\"/>".formatted(code.getKey()));
      rules.append(rule(code.getKey()));
    }
    Files.writeString(
        files.file("as.xml"),
        """
        <authorization-server>
          <identity>domain/as1</identity>
          <listen>%s</listen>
          <storage>as.db</storage>
          <connections handshake="10s"/>
          <domain skew="2s" max-window="1d" suites="%s"/>
          <quota max-sessions="0" max-requests-per-minute="0"/>
          <code-servers><code-server>%s</code-server></code-servers>
          <users><user name="alice"/></users>
          <codes>%s</codes>
          <rules>%s</rules>
        </authorization-server>
        """
            .formatted(authorizationServer, suites(), codeServer, published, rules));
    Files.writeString(
        files.file("codeserver.xml"),
        """
        <code-server>
          <identity>domain/cs1</identity>
          <listen>%s</listen>
          <storage>cs.db</storage>
          <connections handshake="10s"/>
          <publishers><publisher>carol</publisher></publishers>
          <routers><router name="r1" codes="*"/></routers>
        </code-server>
        """
            .formatted(codeServer));
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
    RunningProgram authorization =
        startNode("as", "rosa-as/target/rosa-as.jar", "--config", "as.xml");
    RunningProgram store =
        startNode(
            "codeserver",
            "rosa-codeserver/target/rosa-codeserver.jar",
            "--config",
            "codeserver.xml");
    authorization.awaitReady();
    store.awaitReady();
    for (String code : codes.keySet()) {
      publish(code);
    }
    Pattern staged = Pattern.compile("confirmed secrets=\\d+ in-all=" + codes.size());
    authorization.await(staged);
  }

  private void publish(String code) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("code", "publish", code + ".jar"));
    arguments.addAll(List.of("--code-server", codeServer, "--identity", "domain/carol"));
    RunningProgram publishing =
        startNode("rosa code", "rosa-client/target/rosa.jar", arguments.toArray(String[]::new));
    if (publishing.awaitExit() != 0) {
      throw publishing.failure("ended with " + publishing.exitCode());
    }
  }

  private RunningProgram startNode(String name, String jar, String... arguments)
      throws IOException {
    List<String> modest = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");
    List<String> command = JavaHome.current().command(modest, jar(jar), List.of(arguments));
    RunningProgram node = Program.of(name, command).in(files.directory()).start();
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
    return files.directory();
  }

  /** Folder that ROSA was built in. */
  public Path home() {
    return home;
  }

  /** Address of the Code Server. */
  public String codeServer() {
    return codeServer;
  }

  @Override
  public void close() throws IOException {
    if (client != null) {
      client.close();
    }
    nodes.forEach(RunningProgram::close);
    try (Stream<Path> all = Files.walk(files.directory())) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

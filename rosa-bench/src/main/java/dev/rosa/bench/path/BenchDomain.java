package dev.rosa.bench.path;

import dev.rosa.bench.cold.JavaHome;
import dev.rosa.bench.cold.NodeProcess;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpPrefix;
import dev.rosa.examples.bench.Changing;
import dev.rosa.examples.bench.Passing;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.wire.Suite;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/**
 * A domain with a real Authorization Server and a real Code Server on the loopback of the machine
 * in the middle, two published codes, and the sessions whose packets are sent. Owned by one thread.
 */
final class BenchDomain implements AutoCloseable {

  /** What a code of the domain does with packets. */
  enum Code {
    PASSING("passing"),
    CHANGING("changing");

    private final String published;

    Code(String published) {
      this.published = published;
    }

    String published() {
      return published;
    }
  }

  private static final int DOMAIN = 23;
  private static final int PATIENCE_SECONDS = 60;
  private static final int SESSION_SECONDS = 43_200;
  private static final Pattern READY = Pattern.compile("\\bready\\b");
  private static final Pattern STAGED = Pattern.compile("confirmed secrets=2");

  private final Path home;
  private final Path folder;
  private final int authorizationPort;
  private final int codePort;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private AuthorizationClient client;

  private BenchDomain(Path home, Path folder) throws IOException {
    this.home = home;
    this.folder = folder;
    this.authorizationPort = freePort();
    this.codePort = freePort();
  }

  /** Sets it up and starts its servers. */
  static BenchDomain start(Path home, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    BenchDomain domain = new BenchDomain(home, folder);
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

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
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
    BenchBundle.write(Passing.class, folder.resolve("passing.jar"));
    BenchBundle.write(Changing.class, folder.resolve("changing.jar"));
    String rule =
        "<rule user=\"alice\" code=\"%s\" from=\"10.0.1.0/24\" to=\"10.0.2.0/24\" max-window=\"1d\""
            + " permissions=\"read modify state\"/>";
    Files.writeString(
        folder.resolve("as.xml"),
        """
        <authorization-server>
          <identity>domain/as1</identity>
          <listen>127.0.0.1:%d</listen>
          <storage>as.db</storage>
          <domain skew="2s" max-window="1d" suites="%s"/>
          <code-servers><code-server>127.0.0.1:%d</code-server></code-servers>
          <users><user name="alice"/></users>
          <codes>
            <code name="passing" bundle="passing.jar"/>
            <code name="changing" bundle="changing.jar"/>
          </codes>
          <rules>%s%s</rules>
        </authorization-server>
        """
            .formatted(
                authorizationPort,
                suites(),
                codePort,
                rule.formatted("passing"),
                rule.formatted("changing")));
    Files.writeString(
        folder.resolve("codeserver.xml"),
        """
        <code-server>
          <identity>domain/cs1</identity>
          <listen>127.0.0.1:%d</listen>
          <storage>cs.db</storage>
          <publishers><publisher>carol</publisher></publishers>
          <routers><router name="r1" codes="*"/></routers>
        </code-server>
        """
            .formatted(codePort));
  }

  /** All there are, separated by spaces. */
  static String suites() {
    List<String> names = new ArrayList<>();
    for (Suite suite : Suite.values()) {
      names.add(suite.protocolName());
    }
    return String.join(" ", names);
  }

  private void startServers() throws IOException, InterruptedException {
    NodeProcess authorization = startNode("as", "rosa-as/target/rosa-as.jar", "--config", "as.xml");
    NodeProcess codes =
        startNode(
            "codeserver",
            "rosa-codeserver/target/rosa-codeserver.jar",
            "--config",
            "codeserver.xml");
    authorization.await(READY, PATIENCE_SECONDS);
    codes.await(READY, PATIENCE_SECONDS);
    for (Code code : Code.values()) {
      startNode(
              "rosa code",
              "rosa-client/target/rosa.jar",
              "code",
              "publish",
              code.published() + ".jar",
              "--code-server",
              "127.0.0.1:" + codePort,
              "--identity",
              "domain/carol")
          .awaitEnd(PATIENCE_SECONDS);
    }
    authorization.await(STAGED, PATIENCE_SECONDS);
  }

  private NodeProcess startNode(String name, String jar, String... arguments) throws IOException {
    List<String> modest = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");
    List<String> command =
        JavaHome.current().command(modest, home.resolve(jar), List.of(arguments));
    NodeProcess node = NodeProcess.start(name, folder, command);
    nodes.add(node);
    return node;
  }

  /**
   * New sessions for a code, which nobody else seals packets of.
   *
   * @param progress is told how many there are
   */
  List<ActiveSession> newSessions(Suite suite, Code code, int count, IntConsumer progress)
      throws IOException {
    List<ActiveSession> sessions = new ArrayList<>();
    while (sessions.size() < count) {
      sessions.add(request(suite, code));
      progress.accept(sessions.size());
    }
    return sessions;
  }

  private ActiveSession request(Suite suite, Code code) throws IOException {
    SessionRequest request =
        new SessionRequest(
            code.published(),
            SessionRequest.Window.ofSeconds(SESSION_SECONDS),
            IpPrefix.parse(Ground.SOURCE).address(),
            IpPrefix.parse(Ground.DESTINATION).address(),
            Optional.of(suite),
            SessionRequest.GrantWish.unspecified(),
            List.of());
    try {
      return client.request(request);
    } catch (CallFailedException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  Path folder() {
    return folder;
  }

  Path home() {
    return home;
  }

  int codePort() {
    return codePort;
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    nodes.forEach(NodeProcess::close);
  }
}

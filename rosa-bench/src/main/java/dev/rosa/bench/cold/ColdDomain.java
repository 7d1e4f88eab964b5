package dev.rosa.bench.cold;

import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A domain on this machine with a real Authorization Server and a real Code Server as processes of
 * their own, one published code and one session for it; routers are started from it one after the
 * other. Whatever happens, {@link #close} ends what was started and removes the folder.
 */
final class ColdDomain implements AutoCloseable {

  private static final int DOMAIN = 17;
  private static final int PATIENCE_SECONDS = 60;
  private static final Pattern READY = Pattern.compile("\\bready\\b");
  private static final Pattern STAGED = Pattern.compile("confirmed secrets=[1-9]");
  private static final String CODE = "transcoder";
  private static final String SOURCE = "10.0.1.1";
  private static final String DESTINATION = "10.0.2.1";

  private final Path home;
  private final Path folder;
  private final ColdPorts ports;
  private final List<NodeProcess> nodes = new ArrayList<>();

  private ColdDomain(Path home, Path folder, ColdPorts ports) {
    this.home = home;
    this.folder = folder;
    this.ports = ports;
  }

  /**
   * Sets it up and starts its servers.
   *
   * @param home where ROSA was built
   */
  static ColdDomain start(Path home) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("rosa-cold-");
    ColdDomain domain = new ColdDomain(home, folder, ColdPorts.find());
    try {
      domain.issueIdentities();
      domain.writeServers();
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
    } catch (IdentityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void issue(DomainAuthority authority, Role role, String name)
      throws IdentityException {
    authority.issue(role, name, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
  }

  private void writeServers() throws IOException {
    Files.copy(
        home.resolve("examples/transcoder/target/transcoder.jar"), folder.resolve("code.jar"));
    Files.writeString(
        folder.resolve("as.xml"),
        """
        <authorization-server>
          <identity>domain/as1</identity>
          <listen>127.0.0.1:%d</listen>
          <storage>as.db</storage>
          <domain skew="1s" max-window="1d"/>
          <code-servers><code-server>127.0.0.1:%d</code-server></code-servers>
          <users><user name="alice"/></users>
          <codes><code name="%s" bundle="code.jar"/></codes>
          <rules>
            <rule user="alice" code="%s" from="10.0.1.0/24" to="10.0.2.0/24" max-window="1d"
                  permissions="read modify state"/>
          </rules>
        </authorization-server>
        """
            .formatted(ports.authorizationServer(), ports.codeServer(), CODE, CODE));
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
            .formatted(ports.codeServer()));
  }

  private void startServers() throws IOException, InterruptedException {
    NodeProcess authorization =
        startNode("as", jar("rosa-as", "rosa-as"), List.of("--config", "as.xml"));
    NodeProcess codes =
        startNode(
            "codeserver",
            jar("rosa-codeserver", "rosa-codeserver"),
            List.of("--config", "codeserver.xml"));
    authorization.await(READY, PATIENCE_SECONDS);
    codes.await(READY, PATIENCE_SECONDS);
    client("code", "publish", "code.jar", "--code-server", "127.0.0.1:" + ports.codeServer())
        .awaitEnd(PATIENCE_SECONDS);
    authorization.await(STAGED, PATIENCE_SECONDS);
  }

  private Path jar(String module, String name) throws IOException {
    Path jar = home.resolve(module).resolve("target").resolve(name + ".jar");
    if (!Files.isRegularFile(jar)) {
      throw new IOException(jar + " is not there; build it with: ./rosa build");
    }
    return jar;
  }

  /** What it takes to run a role beside what is measured: little memory, few threads. */
  private NodeProcess startNode(String name, Path jar, List<String> arguments) throws IOException {
    List<String> modest = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m");
    NodeProcess node =
        NodeProcess.start(name, folder, JavaHome.current().command(modest, jar, arguments));
    nodes.add(node);
    return node;
  }

  private NodeProcess client(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--identity");
    all.add("domain/" + (arguments[0].equals("code") ? "carol" : "alice"));
    return startNode("rosa " + arguments[0], jar("rosa-client", "rosa"), all);
  }

  /** Asks for a session of this suite. */
  ColdSession request(String suite) throws IOException, InterruptedException {
    NodeProcess request =
        client(
            "request",
            "--json",
            "--as",
            "127.0.0.1:" + ports.authorizationServer(),
            "--code",
            CODE,
            "--suite",
            suite,
            "--source",
            SOURCE,
            "--destination",
            DESTINATION,
            "--seconds",
            "43200");
    return ColdSession.parse(String.join("", request.awaitEnd(PATIENCE_SECONDS)));
  }

  /**
   * Starts a router whose packets go on to {@code next}.
   *
   * @param prewarm the attributes of its {@code <prewarm>}
   */
  NodeProcess startRouter(JavaHome java, List<String> flags, String prewarm, int next)
      throws IOException {
    Files.writeString(
        folder.resolve("r1.xml"),
        """
        <router>
          <identity>domain/r1</identity>
          <code-server>127.0.0.1:%d</code-server>
          <status>127.0.0.1:%d</status>
          <domain skew="1s"/>
          <prewarm %s/>
          <overlay listen="127.0.0.1:%d">
            <route to="10.0.2.0/24" via="127.0.0.1:%d"/>
          </overlay>
        </router>
        """
            .formatted(ports.codeServer(), ports.status(), prewarm, ports.overlay(), next));
    return NodeProcess.start(
        "router",
        folder,
        java.command(flags, jar("rosa-router", "rosa-router"), List.of("--config", "r1.xml")));
  }

  ColdPorts ports() {
    return ports;
  }

  /** A place for a file that is of use as long as the domain is. */
  Path file(String name) {
    return folder.resolve(name);
  }

  @Override
  public void close() throws IOException {
    nodes.forEach(NodeProcess::close);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

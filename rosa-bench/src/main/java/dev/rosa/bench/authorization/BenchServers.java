package dev.rosa.bench.authorization;

import dev.rosa.client.demo.node.DomainFolder;
import dev.rosa.client.process.FreePorts;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The servers that are measured, each a process of its own on the loopback, and a Code Server that
 * takes the secret of their code. {@link #close} ends all and removes their files. Owned by one
 * thread.
 */
final class BenchServers implements AutoCloseable {

  /** Name of the only code. */
  static final String CODE = "bench";

  private static final int DOMAIN = 29;
  private static final int USERS = 16;
  private static final Pattern STAGED = Pattern.compile("confirmed secrets=\\d+ in-all=1");
  private static final List<String> MODEST =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m");

  private final Path home;
  private final Optional<Path> passwords;
  private final DomainFolder files;
  private final List<Identity> users = new ArrayList<>();
  private final List<RunningProgram> processes = new ArrayList<>();
  private final List<ServerProcess> servers = new ArrayList<>();
  private final Map<String, Node> nodes = new HashMap<>();

  private BenchServers(Path home, Path folder, Optional<Path> passwords) throws IOException {
    this.home = home;
    this.passwords = passwords;
    this.files = new DomainFolder(folder);
  }

  /**
   * Sets up the domain.
   *
   * @param passwords file of the database's password, if the user's own does not have it
   */
  static BenchServers start(Path home, Path folder, Optional<Path> passwords) throws IOException {
    Files.createDirectories(folder);
    BenchServers servers = new BenchServers(home, folder, passwords);
    try {
      servers.issueIdentities();
      return servers;
    } catch (IOException | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  private void issueIdentities() throws IOException {
    try {
      List<String> names = IntStream.rangeClosed(1, USERS).mapToObj(i -> "u" + i).toList();
      files.issueIdentities(DOMAIN, List.of(), names);
      for (String name : names) {
        users.add(files.identity(name));
      }
    } catch (IdentityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Starts the Code Server of one database; returns its address. It is a witness of the database's
   * audit log, and of one log only.
   */
  private String startCodeServer(String name) throws IOException, InterruptedException {
    String address = FreePorts.find(1).next();
    Files.writeString(
        files.file(name + ".xml"),
        """
        <code-server>
          <identity>domain/cs1</identity>
          <listen>%s</listen>
          <storage>%s.db</storage>
          <publishers><publisher>u1</publisher></publishers>
          <routers><router name="r1" codes="*"/></routers>
        </code-server>
        """
            .formatted(address, name));
    Path jar = built("rosa-codeserver/target/rosa-codeserver.jar");
    List<String> command =
        JavaHome.current().command(MODEST, jar, List.of("--config", name + ".xml"));
    started(name, command).awaitReady();
    return address;
  }

  private RunningProgram started(String name, List<String> command) throws IOException {
    Program program = Program.of(name, command).in(files.directory());
    RunningProgram process =
        passwords.map(file -> program.with("PGPASSFILE", file.toString())).orElse(program).start();
    processes.add(process);
    return process;
  }

  private Path built(String path) throws IOException {
    Path jar = home.resolve(path);
    if (!Files.isRegularFile(jar)) {
      throw new IOException(jar + " is not there; build it with: ./rosa build");
    }
    return jar;
  }

  /** Jar of the Authorization Server of this build. */
  Path ownJar() throws IOException {
    return built("rosa-as/target/rosa-as.jar");
  }

  /**
   * Starts an Authorization Server, with the JVM as the launcher starts it.
   *
   * @param storage as its configuration names it
   */
  ServerProcess authorizationServer(String name, Path jar, String storage)
      throws IOException, InterruptedException {
    // Each database has a secret of its own: no two of them may share a code.
    String digest = "%064x".formatted(servers.size() + 1);
    Node node = start(name, jar, storage, digest, startCodeServer("codeserver-of-" + name));
    return served(name, List.of(node));
  }

  /** A started Authorization Server. */
  private record Node(RunningProgram process, String address, String digest, String codeServer) {}

  /**
   * Starts a further server on the database of one that was started, to share its load.
   *
   * @param first name of that one
   * @param storage of both
   */
  ServerProcess pair(String first, Path jar, String storage)
      throws IOException, InterruptedException {
    Node one = nodes.get(first);
    Node other = start(first + "-2", jar, storage, one.digest(), one.codeServer());
    return served(first + " and a second one", List.of(one, other));
  }

  private Node start(String name, Path jar, String storage, String digest, String codeServer)
      throws IOException, InterruptedException {
    String address = FreePorts.find(1).next();
    Files.writeString(
        files.file(name + ".xml"),
        """
        <authorization-server>
          <identity>domain/as1</identity>
          <listen>%s</listen>
          <storage>%s</storage>%s
          <connections handshake="10s" calls-per-identity="256"/>
          <quota max-sessions="0" max-requests-per-minute="0"/>
          <code-servers><code-server>%s</code-server></code-servers>
          <users>%s</users>
          <codes><code name="%s" digest="%s"/></codes>
          <rules><rule user="*" code="*" from="*" to="*" max-window="1h"/></rules>
        </authorization-server>
        """
            .formatted(
                address,
                storage.replace("&", "&amp;"),
                storage.startsWith("jdbc:") ? "<storage-key>file:as.key</storage-key>" : "",
                codeServer,
                declaredUsers(),
                CODE,
                digest));
    List<String> command =
        JavaHome.current()
            .command(List.of("-Drosa.home=" + home), jar, List.of("--config", name + ".xml"));
    RunningProgram process = started(name, command);
    process.awaitReady();
    process.await(STAGED);
    Node node = new Node(process, address, digest, codeServer);
    nodes.put(name, node);
    return node;
  }

  private String declaredUsers() {
    StringBuilder declared = new StringBuilder();
    users.forEach(user -> declared.append("<user name=\"%s\"/>".formatted(user.id().name())));
    return declared.toString();
  }

  /** Starts the server that only answers. */
  ServerProcess echo() throws IOException, InterruptedException {
    String address = FreePorts.find(1).next();
    List<String> command = new ArrayList<>(JavaHome.current().command(List.of()));
    command.addAll(List.of("-cp", built("rosa-bench/target/rosa-bench.jar").toString()));
    command.addAll(List.of(EchoServer.class.getName(), "domain/as1", address));
    RunningProgram process = started("echo", command);
    process.awaitReady();
    return served("echo", List.of(new Node(process, address, "", "")));
  }

  private ServerProcess served(String name, List<Node> nodes) {
    List<HostPort> addresses = nodes.stream().map(node -> HostPort.parse(node.address())).toList();
    ServerProcess server =
        new ServerProcess(
            name, nodes.stream().map(Node::process).toList(), new Callers(addresses, users));
    servers.add(server);
    return server;
  }

  /** The users that ask, in the order of a server's connections. */
  List<Identity> users() {
    return users;
  }

  /** Identity that every server has. */
  Identity server() throws IOException {
    try {
      return files.identity("as1");
    } catch (IdentityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    servers.forEach(server -> server.users().close());
    processes.forEach(RunningProgram::close);
    try (Stream<Path> all = Files.walk(files.directory())) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

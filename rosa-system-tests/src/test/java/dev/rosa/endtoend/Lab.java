package dev.rosa.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A domain on this machine: an Authorization Server, a Code Server and two routers in a row, {@code
 * r1 → r2}, or more side by side, as processes of their own, with the codes "counter" and "marker".
 * {@link #close} ends them all.
 */
final class Lab implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final LabAddresses at;
  private final List<LabRouter> routers;
  private final LabFiles files;
  private final List<RunningProgram> processes = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Path, List<String>> archives = new HashMap<>();
  private final Map<Path, List<String>> wrappers = new HashMap<>();
  private int runs;

  private Lab(Path folder, LabAddresses at, int routers) {
    this.folder = folder;
    this.at = at;
    this.routers = LabRouter.many(at, routers);
    this.files = new LabFiles(folder, at);
  }

  /** Makes the domain in an empty folder and starts nothing. */
  static Lab create(Path folder, String destination) throws Exception {
    return create(folder, destination, LabAddresses.free());
  }

  /** The same with these addresses. */
  static Lab create(Path folder, String destination, LabAddresses at) throws Exception {
    Lab lab = new Lab(folder, at, 2);
    lab.files.create(destination);
    return lab;
  }

  /** Makes a domain with so many routers side by side, each of which sends to the destination. */
  static Lab createWide(Path folder, String destination, int routers) throws Exception {
    Lab lab = new Lab(folder, LabAddresses.free(), routers);
    lab.files.createWide(destination, lab.routers);
    return lab;
  }

  /**
   * Starts all nodes at once, publishes the codes, and waits until packets may flow. After a
   * failure it prints the nodes' output and closes itself.
   */
  Lab start() throws Exception {
    try {
      startAuthorizationServer();
      startCodeServer();
      routers.forEach(router -> startRouter(router.name()));
      awaitReady();
      publishAndAwait();
      return this;
    } catch (Throwable e) {
      System.err.println(tails());
      close();
      throw e;
    }
  }

  /** Publishes the codes, and waits until all routers may have their secrets. */
  void publishAndAwait() throws Exception {
    publish("counter.jar");
    publish("marker.jar");
    for (LabRouter router : routers) {
      awaitSecrets(router.name());
    }
  }

  /** Waits until a router may have the secrets of both codes. */
  void awaitSecrets(String router) throws Exception {
    Await.until(
        () -> router + " to learn of the codes" + process(router).tail(),
        () -> hasSecrets(reading(router)));
  }

  /** True if all routers may have the secrets of both codes. */
  boolean hasSecretsEverywhere() throws IOException, InterruptedException {
    for (LabRouter router : routers) {
      if (!hasSecrets(reading(router.name()))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSecrets(RouterReading reading) {
    int staged = 0;
    for (JsonNode code : reading.status().path("catalogue").path("codes")) {
      staged += code.path("epochs").isEmpty() ? 0 : 1;
    }
    return staged == 2;
  }

  RunningProgram startAuthorizationServer() {
    return startNode("as", RoleJars.AS, "as.xml");
  }

  /** Starts the Authorization Server of another configuration, under its name. */
  RunningProgram startAuthorizationServer(String name) {
    return startNode(name, RoleJars.AS, name + ".xml");
  }

  RunningProgram startCodeServer() {
    return startNode("cs", RoleJars.CODE_SERVER, "codeserver.xml");
  }

  /** Starts the Code Server of another configuration, under its name. */
  RunningProgram startCodeServer(String name) {
    return startNode(name, RoleJars.CODE_SERVER, name + ".xml");
  }

  /** Waits until every process is ready, or fails. */
  void awaitReady() throws IOException, InterruptedException {
    for (RunningProgram process : List.copyOf(processes)) {
      process.awaitReady();
    }
  }

  RunningProgram startRouter(String name) {
    return startNode(name, RoleJars.ROUTER, name + ".xml");
  }

  private RunningProgram startNode(String name, Path jar, String config) {
    return run(name, jar, List.of("--config", files.file(config).toString()));
  }

  /** Starts a jar; it ends with the lab. */
  RunningProgram run(String name, Path jar, List<String> arguments) {
    try {
      RunningProgram process = program(name + "-" + ++runs, jar, arguments).start();
      processes.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has a jar, from now on, started by a command before its own. */
  void wrap(Path jar, List<String> wrapper) {
    wrappers.put(jar, wrapper);
  }

  /** A jar whose outputs go to NAME.out and NAME.err. */
  private Program program(String name, Path jar, List<String> arguments) {
    List<String> command = new ArrayList<>(wrappers.getOrDefault(jar, List.of()));
    List<String> archive = archives.getOrDefault(jar, RoleJars.archived(jar));
    command.addAll(RoleJars.command(jar, archive, arguments));
    return Program.of(name, command)
        .in(folder)
        .writing(folder.resolve(name + ".out"), folder.resolve(name + ".err"));
  }

  /**
   * Has commands of the Authorization Server start with an archive of their classes, as the
   * launcher has them start after a demo.
   *
   * @param command that is run once and loads the classes, also if it fails
   */
  void archiveCommands(String... command) throws IOException, InterruptedException {
    if (!RoleJars.archived(RoleJars.AS).isEmpty()) {
      return;
    }
    Path archive = folder.resolve("commands.jsa");
    archives.put(RoleJars.AS, List.of("-XX:ArchiveClassesAtExit=" + archive));
    int unused = startCommand(command).awaitExit();
    archives.put(
        RoleJars.AS,
        List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
  }

  /** Starts an operator's command of the Authorization Server. */
  RunningProgram startCommand(String... command) {
    return startCommand(RoleJars.AS, "as.xml", command);
  }

  private RunningProgram startCommand(Path jar, String config, String... command) {
    List<String> arguments = new ArrayList<>(List.of("--config", files.file(config).toString()));
    arguments.addAll(List.of(command));
    return run(command[0], jar, arguments);
  }

  /** Runs an operator's command of the Authorization Server, which has to succeed. */
  RunningProgram administer(String... command) throws IOException, InterruptedException {
    return administer(RoleJars.AS, "as.xml", command);
  }

  /** Runs an operator's command of a server, which has to succeed. */
  RunningProgram administer(Path jar, String config, String... command)
      throws IOException, InterruptedException {
    RunningProgram program = startCommand(jar, config, command);
    if (program.awaitExit() != 0) {
      throw new AssertionError(program.tail());
    }
    return program;
  }

  /** Id of a rule of a user. */
  String ruleOf(String user) throws IOException, InterruptedException {
    for (JsonNode rule : JSON.readTree(administer("rule", "list", "--json").out())) {
      if (rule.path("user").asText().equals(user)) {
        return rule.path("id").asText();
      }
    }
    throw new AssertionError("there is no rule of " + user);
  }

  /** Starts {@code rosa COMMAND …} as that user of the domain. */
  RunningProgram rosa(String user, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--identity");
    all.add(files.identity(user).toString());
    return run("rosa-" + arguments[0], RoleJars.CLIENT, all);
  }

  private void publish(String bundle) throws IOException, InterruptedException {
    String jar = files.file(bundle).toString();
    RunningProgram publish =
        rosa("carol", "code", "publish", jar, "--code-server", at.codeServer());
    if (publish.awaitExit() != 0) {
      throw new AssertionError(publish.tail());
    }
  }

  /** Starts {@code rosa request --json} for alice from the first net to the second. */
  RunningProgram startRequest(String code, String suite, boolean ipv6, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("request", "--json", "--as", at.authorizationServer()));
    arguments.addAll(List.of("--code", code, "--suite", suite));
    arguments.addAll(List.of("--source", ipv6 ? "fd00:1::1" : "10.0.1.1"));
    arguments.addAll(List.of("--destination", ipv6 ? "fd00:2::1" : "10.0.2.1"));
    arguments.addAll(List.of(more));
    return rosa("alice", arguments.toArray(String[]::new));
  }

  /** Output of {@code rosa request --json}. */
  JsonNode request(String code, String suite, boolean ipv6, String... more) throws Exception {
    RunningProgram request = startRequest(code, suite, ipv6, more);
    if (request.awaitExit() != 0) {
      throw new AssertionError(request.tail());
    }
    return JSON.readTree(request.out());
  }

  /** The routers, r1 first. */
  List<LabRouter> routers() {
    return routers;
  }

  private LabRouter router(String name) {
    return routers.stream().filter(router -> router.name().equals(name)).findFirst().orElseThrow();
  }

  /** A router's status page. */
  RouterReading reading(String router) throws IOException, InterruptedException {
    return RouterReading.of(status(router(router).status()));
  }

  /** The status page at an address. */
  JsonNode status(String address) throws IOException, InterruptedException {
    return JSON.readTree(page(address, "/status"));
  }

  /** Text of any page at an address. */
  String page(String address, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + path))
            .timeout(Await.PATIENCE)
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  /** The reading after {@code packets} more have come in and all of them have met their fate. */
  RouterReading settled(String router, RouterReading before, long packets) throws Exception {
    Await.until(
        () -> router + " to settle " + packets + " packets" + process(router).tail(),
        () -> {
          RouterReading now = reading(router);
          return now.packets("received") >= before.packets("received") + packets && now.isSettled();
        });
    return reading(router);
  }

  /** The newest process of a node. */
  RunningProgram process(String node) {
    return processes.stream()
        .filter(process -> process.name().startsWith(node + "-"))
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  LabAddresses at() {
    return at;
  }

  LabFiles files() {
    return files;
  }

  /** The ends of all logs, for a person who looks at a failure. */
  String tails() {
    return processes.stream().map(RunningProgram::tail).collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    processes.forEach(RunningProgram::askToEnd);
    processes.forEach(RunningProgram::close);
  }
}

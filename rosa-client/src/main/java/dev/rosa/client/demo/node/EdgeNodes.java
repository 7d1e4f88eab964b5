package dev.rosa.client.demo.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Machine;
import dev.rosa.client.demo.progress.ProgressLog;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Processes of the edge machine: a web service, and the firewall plane that guards it. Both are in
 * the network namespace {@code edge}. {@link #close} ends those that were started. One thread.
 */
public final class EdgeNodes implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAMESPACE = "edge";

  /** Address and port of the web service. */
  public static final String WEB = "10.7.0.1:8080";

  private static final String WEB_NODE = "web";
  private static final String PLANE = "plane";

  private final Path directory;
  private final Path home;
  private final ClassArchives archives;
  private final NodeProcesses processes = new NodeProcesses();
  private final Waits waits;

  /**
   * Makes the configuration of the plane.
   *
   * @param directory empty; gets the configuration and the logs
   * @param home where ROSA was built
   */
  public static EdgeNodes create(Path directory, Path home, ProgressLog progressLog)
      throws IOException {
    EdgeNodes nodes = new EdgeNodes(home, directory, progressLog);
    Files.writeString(
        nodes.config(),
        Template.fill(
            Template.read("edge-firewall.xml"), Map.of("user", System.getProperty("user.name"))));
    return nodes;
  }

  private EdgeNodes(Path home, Path directory, ProgressLog progressLog) {
    this.directory = directory;
    this.home = home;
    this.archives = new ClassArchives(home, false);
    this.waits = new Waits(progressLog, processes, Machine.own());
  }

  /** Nodes that another process has started in a folder; to ask them, not to start them. */
  public static EdgeNodes running(Path directory, Path home, ProgressLog progressLog) {
    return new EdgeNodes(home, directory, progressLog);
  }

  /** Configuration of the plane. */
  public Path config() {
    return directory.resolve("firewall.xml");
  }

  /** Socket of the plane's reporters. */
  public Path reporters() {
    return directory.resolve("run/evidence.sock");
  }

  /** Waits for what the nodes do. */
  public Waits patience() {
    return waits;
  }

  /** Starts the web service, and waits until it listens. */
  public void startWeb() throws DemoException, InterruptedException {
    List<String> arguments = List.of("lab-web", "--listen", WEB, "--plane", reporters().toString());
    start(WEB_NODE, "rosa-client/target/rosa.jar", arguments);
    processes.awaitReady(waits, WEB_NODE);
  }

  /** Starts the plane, and waits until it is ready. */
  public void startPlane() throws DemoException, InterruptedException {
    start(PLANE, planeJar(), List.of("--config", config().toString()));
    processes.awaitReady(waits, PLANE);
  }

  private static String planeJar() {
    return "rosa-firewall/target/rosa-firewall.jar";
  }

  private void start(String name, String jar, List<String> arguments) throws DemoException {
    Path file = home.resolve(jar);
    if (!Files.isRegularFile(file)) {
      throw new DemoException(file + " is not there; build it with: ./rosa build");
    }
    RoleProcess.Jar program = RoleProcess.Jar.of(file, archives, arguments);
    processes.add(RoleProcess.startIn(NAMESPACE, name, log(name), program));
  }

  private Path log(String name) {
    return directory.resolve(name + ".log");
  }

  /** CPU time of the web service so far. */
  public Duration cpuOfWeb() {
    return ProcessHandle.of(processes.named(WEB_NODE).pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  /** The plane's status. */
  public JsonNode status() throws DemoException, IOException, InterruptedException {
    List<JsonNode> lines = operate("status", "--json");
    if (lines.isEmpty()) {
      throw new DemoException("the plane does not tell its status");
    }
    return lines.get(0);
  }

  /** Answer of the plane to an operator's command with JSON lines. */
  public List<JsonNode> operate(String... words)
      throws DemoException, IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("--config", config().toString()));
    command.addAll(List.of(words));
    Program.Outcome outcome =
        Program.of(
                "firewall " + words[0],
                JavaHome.current()
                    .command(List.of("-XX:TieredStopAtLevel=1"), home.resolve(planeJar()), command))
            .run();
    if (outcome.exit() != 0) {
      throw new DemoException("the plane refuses \"" + words[0] + "\"", outcome.said());
    }
    return objects(outcome.out());
  }

  private static List<JsonNode> objects(String lines) throws IOException {
    List<JsonNode> objects = new ArrayList<>();
    for (String line : lines.lines().filter(each -> each.startsWith("{")).toList()) {
      objects.add(JSON.readTree(line));
    }
    return objects;
  }

  /** The process ids, by name. */
  public Map<String, Long> pids() {
    return processes.pids();
  }

  /** Complains about the first process that has ended. */
  public void checkAlive() throws DemoException {
    processes.checkAlive();
  }

  @Override
  public void close() {
    processes.close();
  }
}

package dev.rosa.bench.proxy.way;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.bench.proxy.ground.WayMachine;
import dev.rosa.bench.proxy.request.OpenConnections;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The application proxy, as the launcher starts it. Owned by one thread. */
public final class RosaWay implements Way {

  /** With the paper's number of rules. */
  public static final String NAME = "ROSA, 30 rules";

  /** With the paper's number of rules, and verdicts in the kernel. */
  public static final String CACHED = "ROSA, kernel's cache";

  /** With many rules and listed URLs. */
  public static final String MANY = "ROSA, 10,000 rules, 1 M URLs";

  /** With the paper's number of rules, and room for open connections, of which there are none. */
  public static final String NONE_OPEN = "ROSA, no open connections";

  /** The same, with open connections. */
  public static final String OPEN = "ROSA, open connections";

  private static final String CONFIG =
      """
      <proxy>
        <interfaces name="bench" connections="%1$d" per-client="%1$d">
          <clients>%2$s</clients>
          <servers>%3$s</servers>
          <ports http="%4$s"/>
        </interfaces>
        <status>127.0.0.1:7008</status>
        <log file="proxy.log"/>
        <cache kernel="%6$s"/>
        <users><user name="alice" groups="staff"/><user name="bob"/></users>
        %5$s
      </proxy>
      """;

  /**
   * Most connections, usually. A proxy tells the log of a connection only when it has forgotten it:
   * with little room it does so while others like it are measured, not when they no longer are.
   */
  private static final int ROOM = 1024;

  private static final int MUCH_ROOM = 131_072;

  private static final List<String> FLAGS = List.of("-XX:+DisableAttachMechanism");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Path home;
  private final Path folder;
  private final Cores cores;
  private WayMachine machine;
  private RunningProgram process;

  /**
   * A proxy by its name.
   *
   * @param home folder that ROSA was built in
   * @param folder that lives in memory
   */
  public RosaWay(String name, Path home, Path folder, Cores cores) {
    this.name = name;
    this.home = home;
    this.folder = folder;
    this.cores = cores;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void open(WayMachine machine) throws IOException, InterruptedException, AbsentException {
    this.machine = machine;
    Path jar = home.resolve("rosa-proxy/target/rosa-proxy.jar");
    if (!Files.isRegularFile(jar)) {
      throw new IOException(jar + " is not there: build it first");
    }
    Files.createDirectories(folder);
    String rules = RosaRules.few();
    if (name.equals(MANY)) {
      RosaRules.writeList(folder);
      rules = RosaRules.many();
    }
    Path config = folder.resolve("proxy.xml");
    Files.writeString(
        config,
        CONFIG.formatted(
            name.equals(OPEN) || name.equals(NONE_OPEN) ? MUCH_ROOM : ROOM,
            WayMachine.CLIENT_LINK,
            WayMachine.SERVER_LINK,
            ports(),
            rules,
            name.equals(CACHED) ? "auto" : "off"));
    List<String> command =
        JavaHome.current().command(FLAGS, jar, List.of("--config", config.toString()));
    process = Program.of(name, cores.onRouter(machine.on(command))).in(folder).start();
    process.awaitReady().await("is judged");
    JsonNode cache = name.equals(CACHED) ? status().path("cache") : null;
    if (cache != null && !cache.path("on").asBoolean()) {
      throw new AbsentException("no cache in the kernel: " + cache.path("why").asText());
    }
  }

  private static String ports() {
    return IntStream.range(0, OpenConnections.PORTS)
        .mapToObj(i -> " " + (OpenConnections.FIRST_PORT + i))
        .collect(joining("", "80", ""));
  }

  /** Status of the proxy. */
  public JsonNode status() throws IOException {
    String fetch =
        "exec 3<>/dev/tcp/127.0.0.1/7008; printf 'GET /status HTTP/1.1\\r\\n"
            + "Host: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3";
    String said = Shell.run("", machine.on(List.of("bash", "-c", fetch)));
    return JSON.readTree(said.substring(Math.max(0, said.indexOf('{'))));
  }

  @Override
  public List<Long> processes() {
    return process == null ? List.of() : List.of(process.pid());
  }

  @Override
  public boolean isCompiledWhileItRuns() {
    return true;
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
      process = null;
    }
  }
}

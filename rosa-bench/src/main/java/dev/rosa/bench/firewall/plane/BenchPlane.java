package dev.rosa.bench.firewall.plane;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import dev.rosa.operator.OperatorClient;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A running firewall plane of the bench, as a process on its own core. The first evidence of an
 * invalid order bans its source. Owned by one thread.
 */
public final class BenchPlane implements AutoCloseable {

  /** Kind of evidence that bans at once. */
  public static final String KIND = "MALFORMED";

  private static final String CONFIG =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <firewall>
        <storage>firewall.db</storage>
        <operators socket="%s"/>
        <reporters socket="%s"><reporter user="root" proofs="handshake"/></reporters>
        <layers name="%s" when-gone="lift"><protect>%s</protect></layers>
        <policy>
          <kinds other="10"><kind name="%s" weight="100"/></kinds>
        </policy>
      </firewall>
      """;

  /** As the launcher's. */
  private static final List<String> FLAGS =
      List.of("-Xmx256m", "-XX:+DisableAttachMechanism", "-XX:TieredStopAtLevel=1");

  /** Most sources of a request: it is one line. */
  private static final int AT_ONCE = 1_000;

  /** Of no source of a measurement, however many rounds there are. */
  private static final String WARM_UP_NET = "10.250.0.";

  private static final int WARM_UPS = 200;
  private static final int PATIENCE_MILLIS = 20_000;
  private static final String DATABASE = "firewall.db";
  private static final String OPERATORS = "operator.sock";
  private static final String SOCKET = "evidence.sock";

  private final RunningProgram process;
  private final OperatorClient operator;
  private final Path folder;

  private BenchPlane(RunningProgram process, Path folder) {
    this.process = process;
    this.folder = folder;
    this.operator = new OperatorClient(folder.resolve(OPERATORS), "firewall plane");
  }

  /** Socket for reporters of the plane with this folder. */
  public static Path reporters(Path folder) {
    return folder.resolve(SOCKET);
  }

  /**
   * Starts one and waits until it is ready.
   *
   * @param home folder that ROSA was built in
   * @param folder its files, which it finds again if it had them before
   * @throws AbsentException if this build has no role of the plane
   */
  public static BenchPlane start(Path home, Path folder, Cores cores)
      throws IOException, InterruptedException, AbsentException {
    Path jar = home.resolve("rosa-firewall/target/rosa-firewall.jar");
    if (!Files.isRegularFile(jar)) {
      throw new AbsentException(jar + " is not there: build it first");
    }
    Files.createDirectories(folder);
    Path config = folder.resolve("firewall.xml");
    Files.writeString(
        config, CONFIG.formatted(OPERATORS, SOCKET, BenchLayers.NAME, AttackedHost.LINK, KIND));
    List<String> arguments = List.of("--config", config.toString());
    List<String> command = JavaHome.current().command(FLAGS, jar, arguments);
    RunningProgram process =
        Program.of("firewall plane", cores.onRouter(command)).in(folder).start();
    try {
      return new BenchPlane(process.awaitReady(), folder);
    } catch (IOException e) {
      process.close();
      throw new AbsentException(e.getMessage());
    }
  }

  /** CPU time of its process so far. */
  public double cpuNanos() throws IOException {
    return ProcessHandle.of(process.pid())
        .flatMap(handle -> handle.info().totalCpuDuration())
        .orElseThrow(() -> process.failure("has no CPU time"))
        .toNanos();
  }

  /** True if a plane of this folder has kept its bans. */
  public static boolean hasRecord(Path folder) {
    return Files.exists(folder.resolve(DATABASE));
  }

  /**
   * Makes sure that it had so many bans when it became ready.
   *
   * @throws IOException if it had not
   */
  public void requireBans(int count) throws IOException {
    if (process.lines(" bans=" + count + " ") == 0) {
      throw process.failure("has not " + count + " bans");
    }
  }

  /**
   * Has it ban some sources that send nothing, one after the other, so that its code is compiled: a
   * plane runs for weeks.
   */
  public void warmUp() throws IOException, InterruptedException {
    try (EvidenceSink sink = EvidenceSink.open(reporters(folder))) {
      for (int i = 0; i < WARM_UPS; i++) {
        InetAddress source = InetAddress.getByName(WARM_UP_NET + i);
        sink.report(
            new Evidence(source, "", 0, KIND, Proof.HANDSHAKE, "warms the bench's plane up"));
        awaitBan(sink, source);
      }
    }
  }

  private void awaitBan(EvidenceSink sink, InetAddress source)
      throws IOException, InterruptedException {
    for (int waited = 0; waited < PATIENCE_MILLIS; waited++) {
      if (sink.isBanned(source)) {
        return;
      }
      Thread.sleep(1);
    }
    throw process.failure("does not ban a source");
  }

  /** Bans sources as an operator does, as many at once as fit into a request. */
  public void ban(List<String> sources) throws IOException {
    for (int from = 0; from < sources.size(); from += AT_ONCE) {
      ObjectNode request = JsonNodeFactory.instance.objectNode().put("command", "ban");
      ArrayNode list = request.putArray("sources");
      sources.subList(from, Math.min(sources.size(), from + AT_ONCE)).forEach(list::add);
      operator.ask(request, line -> {});
    }
  }

  /** Removes the record of planes that have ended: the next one of this folder knows no ban. */
  public static void forget(Path folder) throws IOException {
    for (String end : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(folder.resolve(DATABASE + end));
    }
  }

  @Override
  public void close() {
    process.close();
  }
}

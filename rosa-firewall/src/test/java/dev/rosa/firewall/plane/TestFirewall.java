package dev.rosa.firewall.plane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.command.Commands;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.xdp.XdpSettings;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A plane in a folder, with real sockets, a fake enforcement, and the command line beside it. */
final class TestFirewall implements KernelLayers, AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The configuration; USER is the one that runs the test. */
  static final String CONFIG =
      """
      <firewall>
        <storage>firewall.db</storage>
        <operators socket="run/operator.sock"/>
        <reporters socket="run/evidence.sock">
          <reporter user="USER" proofs="handshake none"/>
        </reporters>
        <allow><source>198.51.100.0/28</source></allow>
        <policy><bounds limits="1024"/></policy>
        <status>127.0.0.1:0</status>
      </firewall>
      """
          .replace("USER", System.getProperty("user.name"));

  final Path folder;
  final Path config;
  final FakeEnforcement enforcement = new FakeEnforcement();
  int removals;
  volatile StringWriter out = new StringWriter();
  volatile StringWriter err = new StringWriter();

  /** Sources that are never banned, as this machine cannot do without them. */
  volatile Map<Source, String> surroundings = Map.of();

  RunningFirewall running;

  TestFirewall(Path folder) throws IOException {
    this.folder = folder;
    this.config = Files.writeString(folder.resolve("firewall.xml"), CONFIG);
  }

  TestFirewall start() throws Exception {
    running = RunningFirewall.start(FirewallSetup.load(config), this, () -> surroundings);
    return this;
  }

  void restart() throws Exception {
    close();
    start();
  }

  @Override
  public Enforcement enforcement(LayerSettings settings, XdpSettings xdp, InstantSource clock) {
    return enforcement;
  }

  @Override
  public List<String> remove() {
    removals++;
    return List.of("table netdev rosaban_firewall");
  }

  /** Runs a command with this configuration; its exit code. */
  int run(String... words) {
    out = new StringWriter();
    err = new StringWriter();
    List<String> all = new ArrayList<>(List.of("--config", config.toString()));
    all.addAll(List.of(words));
    return Commands.commandLine(new FirewallCommand(this, isXdpWanted -> {}))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  /** Runs a command that must succeed; what it prints. */
  String done(String... words) {
    int code = run(words);
    if (code != 0 || !err.toString().isEmpty()) {
      throw new AssertionError("exit code " + code + ": " + err);
    }
    return out.toString();
  }

  /** The same for a command that also complains; its complaints are kept. */
  String doneInPart(String... words) {
    int code = run(words);
    if (code != 0) {
      throw new AssertionError("exit code " + code + ": " + err);
    }
    return out.toString();
  }

  /** Lines of the last command about what it could not do. */
  List<String> complaints() {
    return err.toString().lines().toList();
  }

  /** The same for a command that is refused; its one line. */
  String refused(String... words) {
    int code = run(words);
    if (code != 1 || err.toString().lines().count() != 1) {
      throw new AssertionError("exit code " + code + ": " + err + out);
    }
    return err.toString().strip();
  }

  JsonNode json(String... words) throws IOException {
    return JSON.readTree(done(words));
  }

  Path reporters() {
    return folder.resolve("run/evidence.sock");
  }

  /** Reports the same evidence some times, as another program does. */
  void report(String source, Proof proof, int times) throws Exception {
    Evidence evidence =
        new Evidence(InetAddress.getByName(source), "eth0", 80, "SQL_INJECTION", proof, "login");
    try (EvidenceSink sink = EvidenceSink.open(reporters())) {
      for (int i = 0; i < times; i++) {
        sink.report(evidence);
      }
      if (!sink.settle(Await.PATIENCE)) {
        throw new AssertionError("no plane takes evidence");
      }
    }
  }

  /** Waits until the kernel would drop a source's packets. */
  void awaitBan(String source) throws InterruptedException {
    Await.until("a ban of " + source, () -> enforcement.bans.containsKey(Source.parse(source)));
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
    }
  }
}

package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Forwarding by a program in C, which gets diverted active packets and sends them straight back:
 * the yardstick.
 */
public final class EchoForwarder implements Forwarder {

  public static final String NAME = "bare echo";

  private static final String RULES =
      """
      table netdev bench_echo {
        chain divert { type filter hook ingress device r0 priority 0;
          ip option ra exists udp dport 3322 fwd to e0
        }
        chain assistant { type filter hook ingress device e1 priority 0; drop; }
      }
      """;

  private final Path program;
  private final Cores cores;
  private RunningProgram process;

  public EchoForwarder(Path program, Cores cores) {
    this.program = program;
    this.cores = cores;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void open() throws IOException, InterruptedException {
    BenchNetwork.cutUp();
    BenchNetwork.ip("link add e0 mtu 1700 type veth peer name e1 mtu 1700");
    BenchNetwork.ip("link set e0 up");
    BenchNetwork.ip("link set e1 arp off up");
    Shell.run(RULES, List.of("nft", "-f", "-"));
    List<String> command = List.of(program.toString(), "e1", BenchNetwork.macText("e0"));
    process = Program.of("echo", cores.onRouter(command)).in(Path.of("/")).start();
    process.awaitReady();
  }

  @Override
  public List<Long> pids() {
    return List.of(process.pid());
  }

  @Override
  public boolean isForActivePackets() {
    return true;
  }

  @Override
  public void close() throws IOException {
    if (process != null) {
      process.close();
      process = null;
    }
    Shell.run("nft", "delete", "table", "netdev", "bench_echo");
    BenchNetwork.ip("link del e0");
    BenchNetwork.leaveWhole();
  }
}

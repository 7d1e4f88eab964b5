package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * strongSwan with ESP in user space (its plugin kernel-libipsec, AES-128-GCM, in UDP). Its daemons
 * keep a file with their number in a place that is this bench's alone, see {@link BenchNetwork}.
 */
public final class StrongSwanTunnel extends OneEndTunnel<RunningProgram> {

  static final String NAME = "strongSwan, one end (encrypts only)";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Pattern READY = Pattern.compile("spawning \\d+ worker threads");

  private static final String DAEMON =
      """
      charon {
        load = random nonce aes sha1 sha2 hmac kdf openssl kernel-libipsec kernel-netlink socket-default vici
        filelog { stderr { default = 1 } }
        plugins { vici { socket = unix://%s } }
      }
      """;

  private static final String TUNNEL =
      """
      connections { bench { version = 2
        local_addrs = %1$s
        remote_addrs = %2$s
        encap = yes
        proposals = aes128-sha256-x25519
        local { auth = psk
          id = %1$s
        }
        remote { auth = psk
          id = %2$s
        }
        children { bench { local_ts = %3$s
          remote_ts = %4$s
          esp_proposals = aes128gcm16
        } }
      } }
      secrets { ike-bench { secret = "between namespaces of this machine only" } }
      """;

  public StrongSwanTunnel(Peers peers, Cores cores) {
    super(NAME, peers.strongSwan(), cores);
  }

  @Override
  void connect() throws IOException, InterruptedException {
    String sources = BenchNetwork.NEAR_SOURCE + "/24";
    String behind = BenchNetwork.TUNNELLED + "/32";
    BenchNetwork.ip("-n dst addr replace " + behind + " dev lo");
    String daemon = program().file().toString();
    start("swan-near", cores().onRouter(List.of(daemon)));
    List<String> there = new ArrayList<>(List.of("ip", "netns", "exec", "dst"));
    there.addAll(cores().onTraffic(List.of(daemon)));
    start("swan-far", there);
    load(
        "swan-near",
        TUNNEL.formatted(BenchNetwork.NEAR_TUNNEL_END, BenchNetwork.DESTINATION, sources, behind));
    load(
        "swan-far",
        TUNNEL.formatted(BenchNetwork.DESTINATION, BenchNetwork.NEAR_TUNNEL_END, behind, sources));
    Shell.run(
        "swanctl", "--initiate", "--child", "bench", "--uri", "unix://" + socket("swan-near"));
  }

  private static Path socket(String name) {
    return BenchNetwork.memory(name + ".vici");
  }

  private void start(String name, List<String> command) throws IOException, InterruptedException {
    Path settings = BenchNetwork.memory(name + ".conf");
    Files.writeString(settings, DAEMON.formatted(socket(name)));
    // Both would write the same file, and refuse to start if it is there.
    Files.deleteIfExists(BenchNetwork.memory("charon.pid"));
    List<String> all = new ArrayList<>(List.of("env", "STRONGSWAN_CONF=" + settings));
    all.addAll(command);
    started(Program.of(name, all).in(Path.of("/")).start()).await(READY, PATIENCE);
  }

  private static void load(String name, String tunnel) throws IOException {
    Path settings = BenchNetwork.memory(name + ".swanctl");
    Files.writeString(settings, tunnel);
    Shell.run(
        "swanctl", "--load-all", "--uri", "unix://" + socket(name), "--file", settings.toString());
  }

  @Override
  long pid(RunningProgram daemon) {
    return daemon.pid();
  }

  @Override
  void close(RunningProgram daemon) {
    daemon.close();
  }
}

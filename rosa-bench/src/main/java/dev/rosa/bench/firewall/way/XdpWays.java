package dev.rosa.bench.firewall.way;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Ways by an XDP program of the bench, in the driver and in the kernel's network. Stateless. */
final class XdpWays {

  /** Both are dropped by the same program. */
  private static final List<String> MODES = List.of("native", "generic");

  private static final int SOURCES = 1_000;

  private XdpWays() {}

  static List<Way> all(Path programs) {
    List<Way> ways = new ArrayList<>();
    for (String mode : MODES) {
      ways.add(
          Way.of(
              "XDP %s, map of 1,000".formatted(mode),
              Sources.bad(SOURCES),
              host -> begin(host, programs, mode)));
    }
    return ways;
  }

  private static Way.InForce begin(AttackedHost host, Path programs, String mode)
      throws IOException, InterruptedException, AbsentException {
    if (!host.isPrivileged()) {
      throw new AbsentException("takes the machine's root: start the bench as root");
    }
    List<String> command =
        List.of(
            programs.resolve("firewall_xdp").toString(),
            AttackedHost.LINK,
            mode,
            "ip",
            Integer.toString(SOURCES));
    RunningProgram holder = Program.of("firewall_xdp", command).in(Path.of("/")).start();
    try {
      holder.awaitReady();
      return holder::close;
    } catch (IOException e) {
      holder.close();
      throw new AbsentException(e.getMessage());
    }
  }
}

package dev.rosa.bench.firewall.way;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.way.PacketRow.Fate;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Measurement of what a packet costs: {@code firewall_packets} sends and receives in one thread, so
 * that its CPU time is all of it. Owned by one thread.
 */
public final class PacketCost {

  /** Of which the one in the middle counts: what disturbs the machine for a moment does not. */
  private static final int RUNS = 3;

  private final Path program;
  private final AttackedHost host;
  private final Cores cores;
  private final double seconds;

  /**
   * Measures with a program.
   *
   * @param programs folder in which {@code firewall_packets} is
   * @param seconds of all runs of a reading
   */
  public PacketCost(Path programs, AttackedHost host, Cores cores, double seconds) {
    this.program = programs.resolve("firewall_packets");
    this.host = host;
    this.cores = cores;
    this.seconds = seconds;
  }

  /** Packets that go nowhere. */
  public PacketReading sending(int payload) throws IOException {
    return run(AttackedHost.NOWHERE, Sources.honest(), Sources.bad(1), Fate.ACCEPTED, payload);
  }

  /**
   * Packets of banned sources, or of others, with a way that is in force.
   *
   * @param bad the sources that the way drops
   */
  public PacketReading run(Sources bad, Fate fate, int payload) throws IOException {
    Sources from = fate == Fate.DROPPED ? bad : Sources.honest();
    return run(AttackedHost.LINK_OF_SOURCE, from, bad, fate, payload);
  }

  private PacketReading run(String link, Sources from, Sources bad, Fate fate, int payload)
      throws IOException {
    String mac = fate == Fate.DROPPED ? AttackedHost.BAD_MAC : AttackedHost.HONEST_MAC;
    List<String> command = new ArrayList<>(host.sender(program, link, mac));
    command.addAll(List.of(from.address(0), Integer.toString(from.count())));
    command.addAll(List.of(bad.address(0), Integer.toString(bad.count())));
    command.addAll(List.of(Integer.toString(payload), Double.toString(seconds / RUNS)));
    List<PacketReading> readings = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      readings.add(PacketReading.parse(Shell.run("", cores.onRouter(command))));
    }
    return readings.stream()
        .sorted(Comparator.comparingDouble(PacketReading::nanos))
        .toList()
        .get(RUNS / 2);
  }
}

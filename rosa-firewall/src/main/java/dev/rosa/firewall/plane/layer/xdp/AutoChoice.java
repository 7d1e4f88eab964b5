package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.kernel.bpf.BpfLink;
import dev.rosa.kernel.link.LinkDrivers;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Choice by measurement: by a rehearsal for virtual pairs, by a trial on its traffic for any other
 * interface. Generic mode is never chosen, as the kernel has made a packet of the frame by then.
 * One thread at a time.
 */
final class AutoChoice implements FrontChoice {

  private static final String PAIR = "veth";

  /** Source of figures about the machine. */
  interface Machine {
    /** Driver of an interface. */
    String driver(String interfaceName) throws IOException;

    /** What the machine has counted. */
    TrafficReading read() throws IOException;
  }

  /** An interface on trial, and what was read at its last slice. */
  private record Tried(LiveTrial trial, TrafficReading last) {}

  private final Machine machine;
  private final FrontChoice pairs;
  private final Map<String, Tried> tried = new HashMap<>();

  /**
   * A choice.
   *
   * @param pairs choice for virtual pairs
   */
  AutoChoice(Machine machine, FrontChoice pairs) {
    this.machine = machine;
    this.pairs = pairs;
  }

  /** The choice on this machine. */
  static AutoChoice ofMachine() {
    Machine machine =
        new Machine() {
          @Override
          public String driver(String interfaceName) throws IOException {
            return LinkDrivers.of(interfaceName);
          }

          @Override
          public TrafficReading read() throws IOException {
            return TrafficReading.ofMachine();
          }
        };
    return new AutoChoice(machine, new RehearsedChoice(VethRehearsal::run));
  }

  @Override
  public Choice at(String name, boolean attached) {
    try {
      return machine.driver(name).equals(PAIR) ? pairs.at(name, attached) : tryOut(name, attached);
    } catch (IOException e) {
      return Choice.none(e.getMessage());
    }
  }

  private Choice tryOut(String name, boolean attached) throws IOException {
    TrafficReading now = machine.read();
    tried.keySet().retainAll(now.receivedPackets().keySet());
    Tried before = tried.get(name);
    LiveTrial trial = before == null ? new LiveTrial() : before.trial;
    if (before != null) {
      long packets = now.received(name) - before.last.received(name);
      trial.slice(packets, now.packetTicks() - before.last.packetTicks(), attached);
    }
    tried.put(name, new Tried(trial, now));
    return trial.wants()
        ? new Choice(List.of(BpfLink.Mode.NATIVE), trial.why())
        : Choice.none(trial.why());
  }
}

package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.kernel.link.InterfaceNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Counts of the machine since it was started. Immutable.
 *
 * @param receivedPackets packets that each interface has received
 * @param packetTicks processor time that went into interrupts and the work that they leave
 *     (softirq), in hundredths of a second
 */
record TrafficReading(Map<String, Long> receivedPackets, long packetTicks) {

  private static final Path PROCESSORS = Path.of("/proc/stat");
  private static final int INTERRUPTS = 6;
  private static final int SOFT_INTERRUPTS = 7;

  TrafficReading {
    receivedPackets = Map.copyOf(receivedPackets);
  }

  /** This machine's counts now. */
  static TrafficReading ofMachine() throws IOException {
    String stat = Files.readString(PROCESSORS, StandardCharsets.US_ASCII);
    return new TrafficReading(InterfaceNames.receivedPackets(), packetTicks(stat));
  }

  /** Ticks in a text of {@code /proc/stat}. */
  static long packetTicks(String stat) {
    String[] all = stat.substring(0, stat.indexOf('\n')).split(" +");
    return Long.parseLong(all[INTERRUPTS]) + Long.parseLong(all[SOFT_INTERRUPTS]);
  }

  /** Packets that an interface has received; 0 if it is not there. */
  long received(String interfaceName) {
    return receivedPackets.getOrDefault(interfaceName, 0L);
  }
}

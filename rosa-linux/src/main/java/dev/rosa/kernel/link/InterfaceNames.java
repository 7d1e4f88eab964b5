package dev.rosa.kernel.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Names and counts of this network namespace's interfaces, those without addresses among them
 * ({@code /proc/net/dev}). Runs no program. Stateless.
 */
public final class InterfaceNames {

  private static final Path FILE = Path.of("/proc/thread-self/net/dev");
  private static final int RECEIVED_PACKETS = 1;

  private InterfaceNames() {}

  /** Packets that each interface has received, by its name. */
  public static Map<String, Long> receivedPackets() throws IOException {
    return parse(Files.readString(FILE, StandardCharsets.UTF_8));
  }

  static Map<String, Long> parse(String text) {
    Map<String, Long> received = new TreeMap<>();
    for (String line : text.lines().skip(2).toList()) {
      // A name may have a colon in it; numbers have none.
      int end = line.lastIndexOf(':');
      String[] numbers = line.substring(end + 1).strip().split(" +");
      received.put(line.substring(0, end).strip(), Long.parseLong(numbers[RECEIVED_PACKETS]));
    }
    return received;
  }
}

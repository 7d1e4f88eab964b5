package dev.rosa.proxy.rules;

import dev.rosa.config.BadValueException;
import dev.rosa.config.ByteSize;
import java.util.List;
import java.util.Optional;

/**
 * The element {@code <scans>}: the relay of HTTP, and the services that answers are shown to.
 * Immutable.
 *
 * @param connections most that are relayed, of each IP family
 * @param perClient most of one client: an IPv4 address, or an IPv6 network of 64 bits
 * @param memory for the answers that are held
 * @param scan each service
 */
public record ScansConfig(
    Integer connections, Integer perClient, ByteSize memory, List<ScanConfig> scan) {

  private static final int LIMITS = 10;
  private static final int MOST_CONNECTIONS = 4_096;

  /** Checks and completes. */
  public ScansConfig {
    connections = connections == null ? 512 : connections;
    perClient = perClient == null ? 128 : perClient;
    memory = memory == null ? new ByteSize(96L << 20) : memory;
    scan = scan == null ? List.of() : List.copyOf(scan);
    if (connections > MOST_CONNECTIONS) {
      throw new BadValueException(
          "connections", "is %d, expected 1 to %d".formatted(connections, MOST_CONNECTIONS));
    }
    for (ScanConfig each : scan) {
      // A client has a quarter of it; an answer is copied while its memory grows.
      if (memory.bytes() < LIMITS * each.limit().bytes()) {
        throw new BadValueException(
            "memory",
            "is %s, expected at least %d times the limit of each scan".formatted(memory, LIMITS));
      }
    }
  }

  /** The scan of a name; empty if there is none, or the name is null. */
  public Optional<ScanConfig> named(String name) {
    return scan.stream().filter(each -> name != null && name.equals(each.name())).findFirst();
  }
}

package dev.rosa.bench.firewall.result;

import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.service.ServiceReading;
import dev.rosa.bench.firewall.way.PacketReading;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.measure.OtherResults;
import dev.rosa.bench.measure.RoundReadings;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Readings of {@code ./rosa bench firewall}. Only readings of one round are ever divided by each
 * other, or subtracted. Owned by one thread.
 */
public final class FirewallResults extends OtherResults {

  /** Name of the service's honest requests a second, before its first run. */
  public static final String WARM_UP = "service, requests/s while it warms up";

  /** Name of the plane's bans a second, one by one. */
  public static final String ONE_BY_ONE = "rates, bans one by one";

  /** Name of the plane's bans a second, in batches. */
  public static final String IN_BATCHES = "rates, bans in batches";

  /** Name of the seconds of a restart with many bans. */
  public static final String RESTART = "rates, restart with many bans";

  /** Name of the packets a second that a router's machine forwards without a plane. */
  public static final String FORWARDED = "forwarding, no plane";

  /** Name of their ratio with a plane that has no ban. */
  public static final String FORWARDED_OPEN = "forwarding, plane without a ban";

  /** Name of their ratio with a plane that has bans. */
  public static final String FORWARDED_BANNING = "forwarding, plane with 1,000 bans";

  private final RoundReadings<PacketRow, PacketReading> packets = new RoundReadings<>();
  private final RoundReadings<Scenario, ServiceReading> services =
      new RoundReadings<>(new EnumMap<>(Scenario.class));
  private final Map<String, BlockTimes> blockTimes = new LinkedHashMap<>();

  /** No readings yet. */
  public FirewallResults() {}

  /** Name of the microseconds of CPU of what a rate counts. */
  public static String cpuOf(String rate) {
    return rate + ", µs of CPU each";
  }

  public void add(PacketRow row, int round, PacketReading reading) {
    packets.add(row, round, reading);
  }

  public void add(Scenario scenario, int round, ServiceReading reading) {
    services.add(scenario, round, reading);
  }

  /** Adds times from evidence to block, by the firewall's name. */
  public void add(String firewall, BlockTimes more) {
    blockTimes.merge(firewall, more, BlockTimes::and);
  }

  public Map<PacketRow, Map<Integer, PacketReading>> packets() {
    return packets.rows();
  }

  public Map<Scenario, Map<Integer, ServiceReading>> services() {
    return services.rows();
  }

  public Map<String, BlockTimes> blockTimes() {
    return blockTimes;
  }

  /** Net nanoseconds of a packet in each round: without what sending costs. */
  public double[] net(PacketRow row) {
    return rounds(row, row.sending()).mapToDouble(round -> net(row, round)).toArray();
  }

  private double net(PacketRow row, int round) {
    return packets.of(row).get(round).nanos() - packets.of(row.sending()).get(round).nanos();
  }

  /** Ratios of the net costs of two rows, of each round that has both. */
  public double[] netRatios(PacketRow row, PacketRow against) {
    return rounds(row, against)
        .filter(packets.of(row.sending())::containsKey)
        .mapToDouble(round -> net(row, round) / net(against, round))
        .toArray();
  }

  private IntStream rounds(PacketRow row, PacketRow other) {
    return packets.of(row).keySet().stream()
        .filter(packets.of(other)::containsKey)
        .mapToInt(Integer::intValue);
  }

  /** The median of a row's rounds. */
  public OptionalDouble median(PacketRow row, ToDoubleFunction<PacketReading> value) {
    return packets.median(row, value);
  }

  /** The median of a scenario's rounds. */
  public OptionalDouble median(Scenario scenario, ToDoubleFunction<ServiceReading> value) {
    return services.median(scenario, value);
  }

  /** Ratios of two scenarios, of each round that has both. */
  public double[] ratios(
      Scenario scenario, Scenario against, ToDoubleFunction<ServiceReading> value) {
    return services.ratios(scenario, against, value, value);
  }
}

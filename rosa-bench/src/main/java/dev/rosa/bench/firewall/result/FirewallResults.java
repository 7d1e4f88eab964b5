package dev.rosa.bench.firewall.result;

import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.service.ServiceReading;
import dev.rosa.bench.firewall.way.PacketReading;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.measure.Median;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Readings of {@code ./rosa bench firewall}. Only readings of one round are ever divided by each
 * other, or subtracted. Owned by one thread.
 */
public final class FirewallResults {

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

  private final Map<PacketRow, Map<Integer, PacketReading>> packets = new LinkedHashMap<>();
  private final Map<Scenario, Map<Integer, ServiceReading>> services =
      new EnumMap<>(Scenario.class);
  private final Map<String, BlockTimes> blockTimes = new LinkedHashMap<>();
  private final Map<String, List<Double>> values = new LinkedHashMap<>();
  private final Map<String, String> absences = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /** No readings yet. */
  public FirewallResults() {}

  /** Name of the microseconds of CPU of what a rate counts. */
  public static String cpuOf(String rate) {
    return rate + ", µs of CPU each";
  }

  public void add(PacketRow row, int round, PacketReading reading) {
    packets.computeIfAbsent(row, absent -> new TreeMap<>()).put(round, reading);
  }

  public void add(Scenario scenario, int round, ServiceReading reading) {
    services.computeIfAbsent(scenario, absent -> new TreeMap<>()).put(round, reading);
  }

  /** Adds times from evidence to block, by the firewall's name. */
  public void add(String firewall, BlockTimes more) {
    blockTimes.merge(firewall, more, BlockTimes::and);
  }

  /** Adds a single value of a round, such as a rate or a ratio. */
  public void add(String name, double value) {
    values.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
  }

  /** Something was not measured. */
  public void addAbsence(String what, String why) {
    absences.putIfAbsent(what, why);
  }

  /** Adds a sentence for the report, without a full stop. */
  public void addRemark(String remark) {
    if (!remarks.contains(remark)) {
      remarks.add(remark);
    }
  }

  public Map<PacketRow, Map<Integer, PacketReading>> packets() {
    return packets;
  }

  public Map<Scenario, Map<Integer, ServiceReading>> services() {
    return services;
  }

  public Map<String, BlockTimes> blockTimes() {
    return blockTimes;
  }

  /** Single values by name, one for each round. */
  public Map<String, List<Double>> values() {
    return values;
  }

  public Map<String, String> absences() {
    return absences;
  }

  public List<String> remarks() {
    return remarks;
  }

  /** Net nanoseconds of a packet in each round: without what sending costs. */
  public double[] net(PacketRow row) {
    return rounds(row, row.sending()).mapToDouble(round -> net(row, round)).toArray();
  }

  private double net(PacketRow row, int round) {
    return packets.get(row).get(round).nanos() - packets.get(row.sending()).get(round).nanos();
  }

  /** Ratios of the net costs of two rows, of each round that has both. */
  public double[] netRatios(PacketRow row, PacketRow against) {
    return rounds(row, against)
        .filter(packets.getOrDefault(row.sending(), Map.of())::containsKey)
        .mapToDouble(round -> net(row, round) / net(against, round))
        .toArray();
  }

  private IntStream rounds(PacketRow row, PacketRow other) {
    return packets.getOrDefault(row, Map.of()).keySet().stream()
        .filter(packets.getOrDefault(other, Map.of())::containsKey)
        .mapToInt(Integer::intValue);
  }

  /** The median of a row's rounds. */
  public OptionalDouble median(PacketRow row, ToDoubleFunction<PacketReading> value) {
    return Median.of(
        packets.getOrDefault(row, Map.of()).values().stream().mapToDouble(value).toArray());
  }

  /** The median of a scenario's rounds. */
  public OptionalDouble median(Scenario scenario, ToDoubleFunction<ServiceReading> value) {
    return Median.of(
        services.getOrDefault(scenario, Map.of()).values().stream().mapToDouble(value).toArray());
  }

  /** Ratios of two scenarios, of each round that has both. */
  public double[] ratios(
      Scenario scenario, Scenario against, ToDoubleFunction<ServiceReading> value) {
    Map<Integer, ServiceReading> others = services.getOrDefault(against, Map.of());
    return services.getOrDefault(scenario, Map.of()).entrySet().stream()
        .filter(entry -> others.containsKey(entry.getKey()))
        .mapToDouble(
            entry ->
                value.applyAsDouble(entry.getValue())
                    / value.applyAsDouble(others.get(entry.getKey())))
        .toArray();
  }
}

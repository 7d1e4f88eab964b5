package dev.rosa.bench.firewall.run;

import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.firewall.way.PacketRow.Fate;
import dev.rosa.bench.firewall.way.Way;
import java.util.ArrayList;
import java.util.List;

/**
 * Parameters of a run of {@code ./rosa bench firewall}.
 *
 * @param rounds that every row is measured in
 * @param seconds of a run of packets
 * @param serviceSeconds of a run of a scenario
 * @param sources that are blocked for the time from evidence to block, in a round
 * @param restored bans that a restart puts in force again
 * @param only parts in whose name this stands; empty: all
 */
public record FirewallPlan(
    int rounds, double seconds, double serviceSeconds, int sources, int restored, String only) {

  /** About how long a round takes with the time from evidence to block of one firewall. */
  static final double BLOCK_SECONDS = 12;

  /** About how long a round takes with one rate. */
  static final double RATE_SECONDS = 8;

  /** About how long a router and its domain take to start. */
  static final double ROUTER_SECONDS = 40;

  private static final List<Integer> PAYLOADS = List.of(PacketRow.SMALL, PacketRow.LARGE);
  private static final List<String> RATES =
      List.of(FirewallResults.ONE_BY_ONE, FirewallResults.IN_BATCHES, FirewallResults.RESTART);
  private static final double START_SECONDS = 0.2;
  private static final double COSTLY_SECONDS = 6;
  private static final double SERVICE_START_SECONDS = 8;

  /** The rows of a way, in the order that they are measured in. */
  List<PacketRow> rows(Way way) {
    List<PacketRow> rows = new ArrayList<>();
    for (int payload : PAYLOADS) {
      if (way.dropped().isPresent()) {
        rows.add(new PacketRow(way.name(), payload, Fate.DROPPED));
      }
      if (way.accepts()) {
        rows.add(new PacketRow(way.name(), payload, Fate.ACCEPTED));
      }
    }
    return rows.stream().filter(row -> wants(row.title())).toList();
  }

  /** Sending alone, of each size. */
  List<PacketRow> sending() {
    return PAYLOADS.stream()
        .map(payload -> new PacketRow(PacketRow.SENDING, payload, Fate.DROPPED))
        .toList();
  }

  /** True if a part with this name is wanted. */
  public boolean wants(String name) {
    return name.contains(only);
  }

  /** Name of a scenario in {@code --only}. */
  public static String name(Scenario scenario) {
    return "service, " + scenario.label();
  }

  /** Name of the time from evidence to block of a firewall, in {@code --only}. */
  public static String blockName(String firewall) {
    return "rates, evidence to block, " + firewall;
  }

  boolean wantsService() {
    for (Scenario scenario : Scenario.values()) {
      if (wants(name(scenario))) {
        return true;
      }
    }
    return false;
  }

  /** About how long the whole run takes, in seconds. */
  double expectedSeconds(List<Way> ways, List<String> firewalls) {
    double round = 0;
    for (Way way : ways) {
      round += seconds(way);
    }
    for (Scenario scenario : Scenario.values()) {
      round += wants(name(scenario)) ? serviceSeconds + 1 : 0;
    }
    for (String rate : RATES) {
      round += wants(rate) ? RATE_SECONDS : 0;
    }
    for (String firewall : firewalls) {
      round += wants(blockName(firewall)) ? BLOCK_SECONDS : 0;
    }
    double router = wants(FirewallResults.FORWARDED) ? ROUTER_SECONDS + rounds * RATE_SECONDS : 0;
    double service = wantsService() ? SERVICE_START_SECONDS : 0;
    return Math.max(1, rounds * round + router + service);
  }

  /** About how long a way takes in a round. */
  double seconds(Way way) {
    int rows = rows(way).size();
    double setup = way.costly() ? COSTLY_SECONDS : START_SECONDS;
    return rows == 0 ? 0 : setup + rows * (seconds + START_SECONDS);
  }
}

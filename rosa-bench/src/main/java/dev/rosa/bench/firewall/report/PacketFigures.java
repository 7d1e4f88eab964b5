package dev.rosa.bench.firewall.report;

import dev.rosa.bench.firewall.plane.PlaneWays;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.firewall.way.Ways;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.measure.Rounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Figures of what a packet costs, net of what sending costs. Stateless. */
final class PacketFigures {

  private PacketFigures() {}

  static List<Figure> of(FirewallResults results) {
    PacketRow banned = PacketRow.dropped(PlaneWays.BANS);
    PacketRow none = PacketRow.accepted(Ways.NONE);
    return List.of(
        ratio(
            results,
            "drop-program",
            "dropped by the plane, 1,000 bans, against a C program",
            banned,
            PacketRow.dropped(Ways.NONE)),
        ratio(
            results,
            "drop-rules",
            "dropped by the plane, 1,000 bans, against 1,000 input rules",
            banned,
            PacketRow.dropped(Ways.inputRules(1_000))),
        ratio(
            results,
            "drop-mac",
            "dropped by the plane, 1,000 MAC bans, against 1,000 bridge rules",
            PacketRow.dropped(PlaneWays.MAC_BANS),
            PacketRow.dropped(Ways.bridgeRules(1_000))),
        ratio(
            results,
            "accept-1000",
            "accepted, 1,000 IPv4 bans, against no table",
            PacketRow.accepted(PlaneWays.BANS),
            none),
        ratio(
            results,
            "accept-100000",
            "accepted, 100,000 IPv4 bans, against no table",
            PacketRow.accepted(PlaneWays.MANY_BANS),
            none));
  }

  private static Figure ratio(
      FirewallResults results, String key, String what, PacketRow row, PacketRow against) {
    double[] ratios = results.netRatios(row, against);
    OptionalDouble median = Median.of(ratios);
    if (median.isEmpty()) {
      return Figure.unmeasured(key, what, why(results, row, against));
    }
    String fact =
        format(
            "net ns: %s: %,.0f; %s: %,.0f; %d rounds, between %.2f and %.2f",
            row.way(),
            Median.of(results.net(row)).orElseThrow(),
            against.way(),
            Median.of(results.net(against)).orElseThrow(),
            ratios.length,
            Arrays.stream(ratios).min().orElseThrow(),
            Arrays.stream(ratios).max().orElseThrow());
    String text = format("%.3f ×", median.getAsDouble());
    return Figure.of(key, what, median, text, List.of(fact)).unless(Rounds.shortage(ratios.length));
  }

  private static List<String> why(FirewallResults results, PacketRow... rows) {
    List<String> why = new ArrayList<>();
    for (PacketRow row : rows) {
      if (!results.packets().containsKey(row)) {
        why.add(Absence.of(results, row.way()));
      }
    }
    return why.isEmpty() ? List.of("no round measured both") : why;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}

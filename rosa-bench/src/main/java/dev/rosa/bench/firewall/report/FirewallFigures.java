package dev.rosa.bench.firewall.report;

import dev.rosa.bench.firewall.rate.CrowdSec;
import dev.rosa.bench.firewall.rate.Fail2ban;
import dev.rosa.bench.firewall.rate.PlaneFirewall;
import dev.rosa.bench.firewall.result.BlockTimes;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.run.FirewallPlan;
import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.service.ServiceReading;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.measure.Rounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Figures by which {@code ./rosa bench firewall} is judged. Stateless. */
final class FirewallFigures {

  /** The setting of those about packets. */
  static final String SETTING = "UDP payload 50 bytes";

  private static final double P50 = 0.5;
  private static final double P99 = 0.99;

  /** Share of its core from which on the service is the limit. */
  private static final double FULL = 0.8;

  private FirewallFigures() {}

  /** All of them. */
  static List<Figure> of(FirewallResults results) {
    List<Figure> figures = new ArrayList<>(PacketFigures.of(results));
    figures.addAll(forwarding(results));
    figures.addAll(blocking(results));
    figures.addAll(rates(results));
    figures.addAll(services(results));
    return figures;
  }

  private static List<Figure> forwarding(FirewallResults results) {
    return List.of(
        forwarded(
            results,
            "forward-open",
            "non-active traffic of a router, plane without a ban, against no plane",
            FirewallResults.FORWARDED_OPEN),
        forwarded(
            results,
            "forward-banning",
            "non-active traffic of a router, plane with 1,000 bans, against no plane",
            FirewallResults.FORWARDED_BANNING));
  }

  private static Figure forwarded(FirewallResults results, String key, String what, String name) {
    List<Double> ratios = results.values().getOrDefault(name, List.of());
    if (ratios.isEmpty()) {
      return Figure.unmeasured(key, what, List.of(Absence.of(results, FirewallResults.FORWARDED)));
    }
    OptionalDouble median = Median.of(ratios);
    double without = Median.of(results.values().get(FirewallResults.FORWARDED)).orElseThrow();
    String fact =
        format(
            "median of %d runs by turns, between %.2f and %.2f; without a plane %,.0f packets/s",
            ratios.size(),
            ratios.stream().mapToDouble(ratio -> ratio).min().orElseThrow(),
            ratios.stream().mapToDouble(ratio -> ratio).max().orElseThrow(),
            without);
    return Figure.of(key, what, median, format("%.3f ×", median.getAsDouble()), List.of(fact))
        .unless(Rounds.shortage(ratios.size()));
  }

  private static List<Figure> blocking(FirewallResults results) {
    return List.of(
        block(results, "block-p50", "evidence to block, median", P50),
        block(results, "block-p99", "evidence to block, 99 of 100", P99),
        against(results, "block-fail2ban", Fail2ban.NAME),
        against(results, "block-crowdsec", CrowdSec.NAME));
  }

  private static Figure block(FirewallResults results, String key, String what, double share) {
    BlockTimes times = results.blockTimes().get(PlaneFirewall.NAME);
    if (times == null || times.millis().isEmpty()) {
      return Figure.unmeasured(key, what, List.of(absence(results, PlaneFirewall.NAME)));
    }
    double millis = times.quantile(share);
    String fact =
        format(
            "of %,d sources; the fastest %.2f ms, the slowest %.2f ms; %d not blocked in time",
            times.millis().size(), times.quantile(0), times.quantile(1), times.unblocked());
    OptionalDouble measured = OptionalDouble.of(millis);
    return Figure.of(key, what, measured, format("%.2f ms", millis), List.of(fact));
  }

  private static Figure against(FirewallResults results, String key, String other) {
    String what = "evidence to block, median, against " + other;
    BlockTimes own = results.blockTimes().get(PlaneFirewall.NAME);
    BlockTimes others = results.blockTimes().get(other);
    List<String> why = new ArrayList<>();
    if (own == null || own.millis().isEmpty()) {
      why.add(absence(results, PlaneFirewall.NAME));
    }
    if (others == null || others.millis().isEmpty()) {
      why.add(absence(results, other));
    }
    if (!why.isEmpty()) {
      return Figure.unmeasured(key, what, why);
    }
    double ratio = own.quantile(P50) / others.quantile(P50);
    String fact =
        format(
            "%s: %,.1f ms, of %d sources between %,.1f and %,.1f; plane: %.2f ms",
            other,
            others.quantile(P50),
            others.millis().size(),
            others.quantile(0),
            others.quantile(1),
            own.quantile(P50));
    OptionalDouble measured = OptionalDouble.of(ratio);
    return Figure.of(key, what, measured, format("%.4f ×", ratio), List.of(fact));
  }

  private static String absence(FirewallResults results, String firewall) {
    return Absence.of(results, FirewallPlan.blockName(firewall));
  }

  private static List<Figure> rates(FirewallResults results) {
    return List.of(
        rate(results, "bans-single", "bans a second, one by one", FirewallResults.ONE_BY_ONE, "/s"),
        rate(results, "bans-batch", "bans a second, in batches", FirewallResults.IN_BATCHES, "/s"),
        rate(
            results,
            "restart",
            "100,000 bans in force again after a restart",
            FirewallResults.RESTART,
            "s"));
  }

  private static Figure rate(
      FirewallResults results, String key, String what, String name, String unit) {
    List<Double> values = results.values().getOrDefault(name, List.of());
    if (values.isEmpty()) {
      return Figure.unmeasured(key, what, List.of(Absence.of(results, name)));
    }
    OptionalDouble median = Median.of(values);
    String each = String.join(", ", values.stream().map(value -> format("%,.1f", value)).toList());
    String text = format("%,.1f %s", median.getAsDouble(), unit);
    List<String> facts = new ArrayList<>(List.of("rounds: " + each));
    Median.of(results.values().getOrDefault(FirewallResults.cpuOf(name), List.of()))
        .ifPresent(micros -> facts.add(format("%.1f µs of CPU each", micros)));
    return Figure.of(key, what, median, text, facts).unless(Rounds.shortage(values.size()));
  }

  private static List<Figure> services(FirewallResults results) {
    return List.of(
        service(
            results,
            "service-all",
            "CPU of the service, iptables2 against Original2",
            Scenario.IPTABLES_2,
            Scenario.ORIGINAL_2,
            ServiceReading::cpuSeconds,
            "CPU s"),
        service(
            results,
            "service-half",
            "CPU of the service, iptables1 against Original3",
            Scenario.IPTABLES_1,
            Scenario.ORIGINAL_3,
            ServiceReading::cpuSeconds,
            "CPU s"),
        service(
            results,
            "served",
            "honest requests served in overload, iptables1 against Original3",
            Scenario.IPTABLES_1_OVERLOAD,
            Scenario.ORIGINAL_3_OVERLOAD,
            reading -> reading.honest().served(),
            "served"));
  }

  private static Figure service(
      FirewallResults results,
      String key,
      String what,
      Scenario scenario,
      Scenario against,
      ToDoubleFunction<ServiceReading> value,
      String unit) {
    double[] ratios = results.ratios(scenario, against, value);
    OptionalDouble median = Median.of(ratios);
    if (median.isEmpty()) {
      return Figure.unmeasured(
          key, what, List.of(Absence.of(results, FirewallPlan.name(scenario))));
    }
    String fact =
        format(
            "%s: %.2f %s; %s: %.2f %s; %d rounds, between %.2f and %.2f",
            scenario.label(),
            results.median(scenario, value).orElseThrow(),
            unit,
            against.label(),
            results.median(against, value).orElseThrow(),
            unit,
            ratios.length,
            Arrays.stream(ratios).min().orElseThrow(),
            Arrays.stream(ratios).max().orElseThrow());
    List<String> facts = new ArrayList<>(List.of(fact));
    double share = results.median(against, ServiceReading::cpuShare).orElseThrow();
    if (against.isOverload() && share < FULL) {
      facts.add(
          format(
              "the clients' core was the limit: the service used %.0f %% of its own", 100 * share));
    }
    return Figure.of(key, what, median, format("%.2f ×", median.getAsDouble()), facts)
        .unless(Rounds.shortage(ratios.length));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}

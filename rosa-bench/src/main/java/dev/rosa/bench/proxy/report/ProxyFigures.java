package dev.rosa.bench.proxy.report;

import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Median;
import dev.rosa.bench.measure.Rounds;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.way.HaProxyWay;
import dev.rosa.bench.proxy.way.KernelWay;
import dev.rosa.bench.proxy.way.NettyWay;
import dev.rosa.bench.proxy.way.RosaWay;
import dev.rosa.bench.proxy.way.SquidWay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Figures by which {@code ./rosa bench proxy} is judged. */
final class ProxyFigures {

  /** The setting of those that name no other one. */
  static final String SETTING = "CPU of client, server and what is between, summary log";

  private final ProxyResults results;

  private ProxyFigures(ProxyResults results) {
    this.results = results;
  }

  /** All of them. */
  static List<Figure> of(ProxyResults results) {
    ProxyFigures figures = new ProxyFigures(results);
    List<Figure> all = new ArrayList<>(figures.requests());
    all.addAll(figures.bodies());
    all.addAll(figures.latencies());
    all.addAll(figures.settings());
    return all;
  }

  private static ProxyRow row(String way, Demand demand) {
    return new ProxyRow(way, demand);
  }

  private List<Figure> requests() {
    String kept = "1 KiB request on a kept connection, against ";
    String one = "connection with one request, against ";
    return List.of(
        cached(),
        cpu("kept", kept + KernelWay.STATEFUL, Demand.KEPT, KernelWay.STATEFUL),
        cpu("kept-haproxy", kept + HaProxyWay.NAME, Demand.KEPT, HaProxyWay.NAME),
        cpu("kept-squid", kept + SquidWay.NAME, Demand.KEPT, SquidWay.NAME),
        cpu("kept-netty", kept + "a warm copy proxy by Netty", Demand.KEPT, NettyWay.NAME),
        cpu("connection", one + KernelWay.STATEFUL, Demand.ONE_EACH, KernelWay.STATEFUL),
        cpu("connection-haproxy", one + HaProxyWay.NAME, Demand.ONE_EACH, HaProxyWay.NAME));
  }

  private Figure cached() {
    Figure figure =
        ratio(
            "cached",
            "1 KiB request from the kernel's cache, against " + KernelWay.STATEFUL,
            row(RosaWay.CACHED, Demand.KEPT),
            row(KernelWay.STATEFUL, Demand.KEPT),
            Reading::microsEach,
            "µs");
    OptionalDouble packets =
        Median.of(results.values().getOrDefault(ProxyResults.CACHED_PACKETS, List.of()));
    return figure.measured().isEmpty() || packets.isEmpty()
        ? figure
        : figure.with(
            List.of(format("%.3f packets came to the workers, a request", packets.getAsDouble())));
  }

  private Figure cpu(String key, String what, Demand demand, String against) {
    return ratio(
        key, what, row(RosaWay.NAME, demand), row(against, demand), Reading::microsEach, "µs");
  }

  private List<Figure> bodies() {
    return List.of(
        ratio(
            "body-http",
            "MB of a 20 MB body over HTTP, against " + KernelWay.STATEFUL,
            row(RosaWay.NAME, Demand.BODY),
            row(KernelWay.STATEFUL, Demand.BODY),
            Reading::millisPerMegabyte,
            "ms"),
        ratio(
            "body-ftp",
            "MB of a 20 MB body over FTP, against " + KernelWay.STATEFUL,
            row(RosaWay.NAME, Demand.FTP_BODY),
            row(KernelWay.STATEFUL, Demand.FTP_BODY),
            Reading::millisPerMegabyte,
            "ms"),
        value("body-seen", "bytes of that body seen in user space", ProxyResults.SEEN, 100, "%"),
        value(
            "body-ftp-seen",
            "bytes of that body over FTP seen in user space",
            ProxyResults.FTP_SEEN,
            100,
            "%"));
  }

  private List<Figure> latencies() {
    return List.of(
        ratio(
            "latency-cached",
            "median latency of a hit in that cache, against " + KernelWay.STATEFUL,
            row(RosaWay.CACHED, Demand.ALONE),
            row(KernelWay.STATEFUL, Demand.ALONE),
            Reading::p50Micros,
            "µs"),
        ratio(
            "latency",
            "median latency of a request, one client, against " + KernelWay.STATEFUL,
            row(RosaWay.NAME, Demand.ALONE),
            row(KernelWay.STATEFUL, Demand.ALONE),
            Reading::p50Micros,
            "µs"));
  }

  private List<Figure> settings() {
    return List.of(
        ratio(
            "rules",
            "request, 10,000 rules and 1 M listed URLs, against 30 rules",
            row(RosaWay.MANY, Demand.KEPT),
            row(RosaWay.NAME, Demand.KEPT),
            Reading::microsEach,
            "µs"),
        log("log-full", "request, full log, against none", Demand.KEPT, "full"),
        log("log-summary", "request, summary log, against none", Demand.KEPT, "summary"),
        log("log-full-connection", "connection, full log, against none", Demand.ONE_EACH, "full"),
        log(
            "log-summary-connection",
            "connection, summary log, against none",
            Demand.ONE_EACH,
            "summary"),
        open(),
        value(
            "heap",
            "heap for a packet of connections that are there for a while",
            ProxyResults.HEAP,
            1,
            "B"));
  }

  private Figure log(String key, String what, Demand demand, String mode) {
    return ratio(
        key,
        what,
        row(RosaWay.NAME, demand.logged(mode)),
        row(RosaWay.NAME, demand.logged("none")),
        Reading::microsEach,
        "µs");
  }

  private Figure open() {
    ProxyRow few = row(RosaWay.NONE_OPEN, Demand.HUNDRED);
    ProxyRow many = row(RosaWay.OPEN, Demand.HUNDRED);
    Figure figure =
        ratio(
            "open",
            "requests/s beside 100,000 open connections, against beside none",
            many,
            few,
            Reading::perSecond,
            "/s");
    if (figure.measured().isEmpty()) {
      return figure;
    }
    List<String> facts = new ArrayList<>();
    Median.of(results.values().getOrDefault(ProxyResults.OPEN, List.of()))
        .ifPresent(open -> facts.add(format("%,.0f connections were open", open)));
    Median.of(results.ratios(many, few, Reading::microsEach))
        .ifPresent(cpu -> facts.add(format("CPU of a request: %.2f ×", cpu)));
    return figure.with(facts);
  }

  private Figure ratio(
      String key,
      String what,
      ProxyRow row,
      ProxyRow against,
      ToDoubleFunction<Reading> value,
      String unit) {
    double[] ratios = results.ratios(row, against, value);
    OptionalDouble median = Median.of(ratios);
    if (median.isEmpty()) {
      return Figure.unmeasured(key, what, why(row, against));
    }
    String fact =
        format(
            "%s: %,.1f %s; %s: %,.1f %s; %d rounds, between %.2f and %.2f",
            row.way(),
            results.median(row, value).orElseThrow(),
            unit,
            against.way(),
            results.median(against, value).orElseThrow(),
            unit,
            ratios.length,
            Arrays.stream(ratios).min().orElseThrow(),
            Arrays.stream(ratios).max().orElseThrow());
    String text = format("%.2f ×", median.getAsDouble());
    return Figure.of(key, what, median, text, List.of(fact)).unless(Rounds.shortage(ratios.length));
  }

  private List<String> why(ProxyRow... rows) {
    List<String> why = new ArrayList<>();
    for (ProxyRow row : rows) {
      for (String absent : List.of(row.way(), row.title())) {
        String reason = results.absences().get(absent);
        if (reason != null) {
          why.add(absent + ": " + reason);
        }
      }
    }
    return why.isEmpty() ? List.of("no round measured both") : why.stream().distinct().toList();
  }

  private Figure value(String key, String what, String name, double factor, String unit) {
    List<Double> values = results.values().getOrDefault(name, List.of());
    if (values.isEmpty()) {
      return Figure.unmeasured(
          key, what, List.of(results.absences().getOrDefault(name, "no round measured it")));
    }
    OptionalDouble median = Median.of(values);
    String each =
        String.join(", ", values.stream().map(one -> format("%.3f", factor * one)).toList());
    String text = format("%.3f %s", factor * median.getAsDouble(), unit);
    return Figure.of(key, what, median, text, List.of("rounds: " + each))
        .unless(Rounds.shortage(values.size()));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}

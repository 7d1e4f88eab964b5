package dev.rosa.bench.proxy.run;

import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.way.HaProxyWay;
import dev.rosa.bench.proxy.way.KernelWay;
import dev.rosa.bench.proxy.way.NettyWay;
import dev.rosa.bench.proxy.way.RosaWay;
import dev.rosa.bench.proxy.way.SquidWay;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Parameters of a run of {@code ./rosa bench proxy}.
 *
 * @param rounds that every row is measured in
 * @param seconds of a run, whole ones
 * @param isQuick whether only what the figures need is measured
 * @param open connections that are to be open beside requests; 0: that is left out
 * @param only rows in whose title this stands; empty: all
 */
public record ProxyPlan(int rounds, int seconds, boolean isQuick, int open, String only) {

  /** Time of a run beside its seconds. */
  private static final double AROUND_SECONDS = 0.25;

  /** About how long all ways take to start and to be warm. */
  static final double WARM_UP_SECONDS = 60;

  /** About how long it takes to open a connection. */
  private static final double OPENING_SECONDS = 0.0004;

  private static final List<Integer> CLIENTS = List.of(1, 2, 4, 8, 16, 32, 64);
  private static final List<Integer> FEW_CLIENTS = List.of(1, 8, 64);

  private static final List<String> ALL_WAYS =
      List.of(
          KernelWay.PLAIN,
          KernelWay.STATEFUL,
          RosaWay.NAME,
          RosaWay.MANY,
          RosaWay.CACHED,
          HaProxyWay.NAME,
          SquidWay.NAME,
          NettyWay.NAME);

  /** The ways of the paper's figures 5 and 6. */
  private static final List<String> OF_THE_PAPER =
      List.of(KernelWay.STATEFUL, RosaWay.NAME, HaProxyWay.NAME);

  /**
   * The rows of a round: those that are compared stand beside each other.
   *
   * @param ways names of those that there are
   */
  List<ProxyRow> rows(List<String> ways) {
    Set<ProxyRow> rows = new LinkedHashSet<>();
    addWithLogs(rows, ways, Demand.KEPT);
    List<String> some = isQuick ? OF_THE_PAPER : ways;
    addWithLogs(rows, some, Demand.ONE_EACH);
    add(rows, some, Demand.BODY);
    add(rows, some, Demand.ALONE);
    rows.add(new ProxyRow(RosaWay.CACHED, Demand.ALONE));
    for (int clients : isQuick ? FEW_CLIENTS : CLIENTS) {
      add(rows, OF_THE_PAPER, Demand.oneEach(clients));
    }
    return rows.stream()
        .filter(row -> ways.contains(row.way()) && row.title().contains(only))
        .toList();
  }

  /** The way's own row stands between those with less and with more log. */
  private static void addWithLogs(Set<ProxyRow> rows, List<String> ways, Demand demand) {
    for (String way : ways) {
      if (way.equals(RosaWay.NAME)) {
        rows.add(new ProxyRow(way, demand.logged("none")));
        rows.add(new ProxyRow(way, demand));
        rows.add(new ProxyRow(way, demand.logged("full")));
      } else {
        rows.add(new ProxyRow(way, demand));
      }
    }
  }

  private static void add(Set<ProxyRow> rows, List<String> ways, Demand demand) {
    ways.forEach(way -> rows.add(new ProxyRow(way, demand)));
  }

  /** The rows with and without open connections. */
  static List<ProxyRow> openRows() {
    return new ArrayList<>(
        List.of(
            new ProxyRow(RosaWay.NONE_OPEN, Demand.HUNDRED),
            new ProxyRow(RosaWay.OPEN, Demand.HUNDRED)));
  }

  /** True if there is anything to measure, were all ways there. */
  public boolean measuresAnything() {
    return !rows(ALL_WAYS).isEmpty() || wantsHeap() || wantsFtp() || wantsOpen();
  }

  /** True if the heap of steady requests is to be measured. */
  boolean wantsHeap() {
    return new ProxyRow(RosaWay.NAME, Demand.STEADY).title().contains(only);
  }

  /** True if long bodies over FTP are to be measured. */
  boolean wantsFtp() {
    return new ProxyRow(RosaWay.NAME, Demand.FTP_BODY).title().contains(only);
  }

  /** True if requests beside open connections are to be measured. */
  boolean wantsOpen() {
    return open > 0 && openRows().stream().anyMatch(row -> row.title().contains(only));
  }

  /** About how long a run takes. */
  double runSeconds() {
    return seconds + AROUND_SECONDS;
  }

  /** About how long it takes to open the connections. */
  double openingSeconds() {
    return open * OPENING_SECONDS;
  }

  /** About how long the whole run takes. */
  double expectedSeconds(int rows) {
    double opening = wantsOpen() ? openingSeconds() + rounds * 2 * runSeconds() : 0;
    double heap = wantsHeap() ? HeapRun.SECONDS : 0;
    double ftp = wantsFtp() ? rounds * 2 * runSeconds() : 0;
    return WARM_UP_SECONDS + rounds * (rows * runSeconds() + heap) + ftp + opening;
  }
}

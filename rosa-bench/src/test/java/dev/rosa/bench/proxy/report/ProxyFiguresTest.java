package dev.rosa.bench.proxy.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Figure.Verdict;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.run.ProxyPlan;
import dev.rosa.bench.proxy.way.HaProxyWay;
import dev.rosa.bench.proxy.way.KernelWay;
import dev.rosa.bench.proxy.way.RosaWay;
import dev.rosa.bench.proxy.way.SquidWay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxyFiguresTest {

  private static final Bars BARS = ShippedBars.of("proxy", ProxyFindings.FIGURES);
  private static final ProxyPlan PLAN = new ProxyPlan(3, 1, true, 100_000, "");

  @TempDir Path folder;

  private final ProxyResults results = new ProxyResults();

  private Figure figure(String key) {
    return ProxyFigures.of(results).stream()
        .map(figure -> figure.within(BARS))
        .filter(figure -> figure.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private void add(String way, Demand demand, double... micros) {
    for (int round = 1; round <= micros.length; round++) {
      Reading reading =
          new Reading(1, 1_000, 1_000_000, 100, 0, 0, 0, micros[round - 1] * 1e3 * 1_000);
      results.add(new ProxyRow(way, demand), round, reading);
    }
  }

  @Test
  void shouldHaveALimitForEachFigureButTheLatencyOfWhatIsJudged() {
    for (Figure figure : ProxyFigures.of(results)) {
      boolean isLimited = figure.within(BARS).limit().isPresent();
      assertEquals(!figure.key().equals("latency"), isLimited, figure.key());
    }
  }

  @Test
  void shouldCompareRequestsOfTheSameRound() {
    add(KernelWay.STATEFUL, Demand.KEPT, 20, 40, 10);
    add(RosaWay.NAME, Demand.KEPT, 30, 60, 15);
    Figure figure = figure("kept");
    assertEquals(1.5, figure.measured().orElseThrow(), 1e-9);
    assertEquals(Verdict.REACHED, figure.verdict());
    add(RosaWay.NAME, Demand.KEPT, 40, 80, 20);
    assertEquals(Verdict.MISSED, figure("kept").verdict());
  }

  @Test
  void shouldGiveNoVerdictOnOneRound() {
    add(KernelWay.STATEFUL, Demand.ONE_EACH, 20);
    add(RosaWay.NAME, Demand.ONE_EACH, 20);
    assertEquals(Verdict.NO_VERDICT, figure("connection").verdict());
  }

  @Test
  void shouldSayThatThereIsNoCacheInTheKernel() {
    results.addAbsence(RosaWay.CACHED, "no cache in the kernel: refused");
    Figure figure = figure("cached");
    assertEquals(Verdict.NOT_MEASURED, figure.verdict());
    assertTrue(figure.facts().get(0).contains("no cache"), figure.facts()::toString);
  }

  @Test
  void shouldTellHowManyPacketsCameToTheWorkersBesideTheCache() {
    add(KernelWay.STATEFUL, Demand.KEPT, 20, 20, 20);
    add(RosaWay.CACHED, Demand.KEPT, 22, 22, 22);
    results.add(ProxyResults.CACHED_PACKETS, 0.001);
    Figure figure = figure("cached");
    assertEquals(1.1, figure.measured().orElseThrow(), 1e-9);
    assertTrue(figure.facts().toString().contains("0.001 packets"), figure.facts()::toString);
  }

  @Test
  void shouldNameAPeerThatIsNotThere() {
    add(RosaWay.NAME, Demand.KEPT, 30, 30, 30);
    results.addAbsence(SquidWay.NAME, "is not installed");
    assertEquals(List.of("Squid: is not installed"), figure("kept-squid").facts());
  }

  @Test
  void shouldJudgeTheShareOfABodyThatWasSeen() {
    for (double share : new double[] {0.0002, 0.0003, 0.002}) {
      results.add(ProxyResults.SEEN, share);
    }
    assertEquals(Verdict.REACHED, figure("body-seen").verdict());
    assertEquals("0.030 %", figure("body-seen").measuredText());
  }

  @Test
  void shouldTellHowManyConnectionsWereOpen() {
    results.add(ProxyResults.OPEN, 40_000);
    add(RosaWay.NONE_OPEN, Demand.HUNDRED, 10, 10, 10);
    add(RosaWay.OPEN, Demand.HUNDRED, 10, 10, 10);
    assertTrue(figure("open").facts().contains("40,000 connections were open"));
  }

  @Test
  void shouldWriteAllFilesWithThePapersFigures() throws Exception {
    for (String way : List.of(KernelWay.STATEFUL, RosaWay.NAME, HaProxyWay.NAME)) {
      for (int clients : new int[] {1, 8, 64}) {
        add(way, Demand.oneEach(clients), 10, 10, 10);
      }
    }
    results.addAbsence(RosaWay.CACHED, "no cache in the kernel: refused");
    Path json = folder.resolve("more.json");
    ProxyFindings findings = new ProxyFindings(PLAN, new Cores(0, 1), 1.5, results, BARS);
    ProxyFiles.write(findings, folder.resolve("out"), json);
    assertTrue(Files.readString(json).contains("no cache in the kernel"));
    String chart = Files.readString(folder.resolve("out/connections.svg"));
    assertTrue(chart.contains("user space: HAProxy"), chart);
    assertTrue(Files.exists(folder.resolve("out/response-time.svg")));
    assertTrue(Files.readString(folder.resolve("out/proxy.html")).contains("figure 6"));
  }

  @Test
  void shouldWriteAReportWhenNothingWasMeasured() {
    ProxyFindings findings =
        new ProxyFindings(PLAN, new Cores(0, 1), 0, new ProxyResults(), Bars.none());
    assertTrue(ProxyReport.of(findings).size() > ProxyFindings.FIGURES.size());
  }
}

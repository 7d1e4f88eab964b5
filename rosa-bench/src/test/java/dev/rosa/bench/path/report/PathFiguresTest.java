package dev.rosa.bench.path.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Figure.Verdict;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.path.peer.EchoForwarder;
import dev.rosa.bench.path.peer.WireGuardHub;
import dev.rosa.bench.path.result.Footprint;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.bench.path.run.PathPlan;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathFiguresTest {

  private static final Bars BARS = ShippedBars.of("path", PathFindings.FIGURES);
  private static final PathRow ROUTER = PathRow.ROUTER;

  private final PathResults results = new PathResults();

  private static TrafficReading reading(double sent, double delivered, double cpu) {
    return new TrafficReading(
        2, sent, delivered, (long) sent, (long) delivered, cpu, 0, cpu, 1, Optional.empty());
  }

  private Figure figure(String beginning) {
    return PathFigures.of(results, PathRow.routerMany(500)).stream()
        .map(figure -> figure.within(BARS))
        .filter(figure -> figure.what().startsWith(beginning))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldCompareWithinRoundsOnlyWhenTheMachineChangesBetweenThem() {
    PathRow echo = PathRow.saturated(EchoForwarder.NAME, "");
    results.add(echo, 1, reading(400, 300, 1));
    results.add(echo, 2, reading(400, 100, 1));
    results.add(echo, 3, reading(400, 200, 1));
    results.add(ROUTER, 1, reading(400, 210, 1));
    results.add(ROUTER, 2, reading(400, 70, 1));
    Figure figure = figure("delivered, against bare echo");
    assertEquals(OptionalDouble.of(0.7), figure.measured());
    assertEquals(Verdict.REACHED, figure.verdict());
  }

  @Test
  void shouldSayThatTheSenderWasTheLimitWhenAllThatWasSentCame() {
    results.add(ROUTER, 1, reading(400, 399, 1));
    results.add(PathRow.saturated(EchoForwarder.NAME, ""), 1, reading(800, 420, 1));
    List<String> facts = figure("delivered, against bare echo").facts();
    assertEquals(2, facts.size(), facts::toString);
    assertTrue(facts.get(1).contains("the sender was the limit"), facts::toString);
  }

  @Test
  void shouldSayWhyAFigureWasNotMeasured() {
    results.add(ROUTER, 1, reading(400, 300, 1));
    results.addAbsence(WireGuardHub.WIREGUARD_GO, "needs go to be built");
    Figure figure = figure("delivered, against wireguard-go");
    assertEquals(Verdict.NOT_MEASURED, figure.verdict());
    assertEquals(List.of("needs go to be built"), figure.facts());
  }

  @Test
  void shouldJudgeAPeerBetweenItsEndsAndTellOfItAlone() {
    results.add(PathRow.saturated(EchoForwarder.NAME, ""), 1, reading(400, 350, 1));
    results.add(ROUTER, 1, reading(400, 300, 1));
    results.add(PathRow.hubAlone(WireGuardHub.BORINGTUN, Mode.SATURATED), 1, reading(200, 120, 1));
    results.add(PathRow.wholePath(WireGuardHub.BORINGTUN), 1, reading(80, 75, 1));
    Figure figure = figure("delivered, against boringtun between its ends");
    assertEquals(OptionalDouble.of(4), figure.measured());
    assertEquals(Verdict.REACHED, figure.verdict());
    List<String> facts = figure.facts();
    String alike = facts.get(facts.size() - 2);
    assertTrue(alike.startsWith("like with like") && alike.endsWith(": 2.50 ×"), alike);
    String beyond = facts.get(facts.size() - 1);
    assertEquals("the bare echo is 2.92 × a hub without ends", beyond);
  }

  @Test
  void shouldSayOnceWhyAFigureWasNotMeasured() {
    results.add(ROUTER, 1, reading(400, 300, 1));
    results.add(PathRow.ROUTER_LOADED, 1, reading(210, 210, 1));
    results.addAbsence(WireGuardHub.BORINGTUN, "needs cargo to be built");
    assertEquals(List.of("needs cargo to be built"), figure("CPU per packet").facts());
  }

  @Test
  void shouldTakeTheComparisonOfCpuThatIsKinderToThePeer() {
    results.add(ROUTER, 1, reading(400, 300, 2_000));
    results.add(PathRow.ROUTER_LOADED, 1, reading(210, 210, 3_000));
    results.add(
        PathRow.hubAlone(WireGuardHub.BORINGTUN, Mode.SATURATED), 1, reading(200, 100, 8_000));
    assertEquals(Verdict.NOT_MEASURED, figure("CPU per packet").verdict());
    results.add(PathRow.hubAlone(WireGuardHub.BORINGTUN, Mode.LOADED), 1, reading(70, 70, 5_000));
    assertEquals(OptionalDouble.of(0.6), figure("CPU per packet").measured());
    assertEquals(Verdict.MISSED, figure("CPU per packet").verdict());
  }

  @Test
  void shouldNameTheNumberOfSessionsThatWereMeasured() {
    assertEquals("delivered with 500 sessions, against 1", figure("delivered with").what());
  }

  @Test
  void shouldTakeTheMedianOfPairsWhenTrafficBesideTheRouterIsMeasured() {
    results.addPairs(PathRow.BESIDE_ROUTER, 1, new double[] {0.5, 0.99, 1.2});
    results.addPairs(PathRow.BESIDE_ROUTER, 2, new double[] {0.98, 1.0});
    Figure figure = figure("non-active traffic");
    assertEquals(OptionalDouble.of(0.99), figure.measured());
    assertEquals(Verdict.REACHED, figure.verdict());
  }

  @Test
  void shouldTellWhatRateOfValidPacketsAFloodReached() {
    results.add(ROUTER, 1, reading(800, 700, 1));
    results.add(PathRow.ROUTER_SOURCES, 1, reading(800, 500, 1));
    results.add(PathRow.SOURCES_FLOODED, 1, reading(800, 199, 1));
    List<String> facts = figure("valid packets of 250 Sources in turn delivered").facts();
    assertTrue(facts.get(0).contains("40 % of what is delivered without a flood"), facts::toString);
  }

  @Test
  void shouldCountTheValidQuarterOfAFlood() {
    PathRow flood = PathRow.ROUTER_FLOODED;
    results.add(flood, 1, reading(4_000, 890, 1));
    assertEquals(Verdict.MISSED, figure("valid packets of 1 Source delivered").verdict());
    results.add(flood, 1, reading(4_000, 910, 1));
    assertEquals(Verdict.REACHED, figure("valid packets of 1 Source delivered").verdict());
  }

  private static PathResults.Steady steady(Footprint after) {
    Footprint before = new Footprint(300 << 20, 90, 30);
    return new PathResults.Steady(
        0.5, 60, 1_000_000, 100_000, OptionalDouble.of(2_000), "", 0.4, 3, before, after);
  }

  @Test
  void shouldMissTheLimitWhenAnythingGrowsAtConstantLoad() {
    results.setSteady(steady(new Footprint(330 << 20, 90, 30)));
    assertEquals(Verdict.MISSED, figure("of memory, descriptors").verdict());
    results.setSteady(steady(new Footprint(300 << 20, 95, 30)));
    assertEquals(Verdict.MISSED, figure("of memory, descriptors").verdict());
    results.setSteady(steady(new Footprint(300 << 20, 90, 31)));
    assertEquals(Verdict.MISSED, figure("of memory, descriptors").verdict());
    results.setSteady(steady(new Footprint(301 << 20, 89, 29)));
    assertEquals(Verdict.REACHED, figure("of memory, descriptors").verdict());
  }

  @Test
  void shouldWriteEveryRowAndFigureIntoTheReport(@TempDir Path folder) throws Exception {
    results.add(ROUTER, 1, reading(400, 300, 2_500));
    results.setSteady(steady(new Footprint(306 << 20, 91, 30)));
    PathPlan plan = new PathPlan(1, 2, 2, 60, 0.5, 10_000, false, "");
    PathFindings findings = new PathFindings(plan, new Cores(0, 1), results, BARS);
    PathFiles.write(findings, folder, folder.resolve("further.json"));
    String json = Files.readString(folder.resolve("further.json"));
    assertTrue(json.contains("\"deliveredPerSecond\" : 300.0"), json);
    assertTrue(json.contains("\"warmUps\""), json);
    assertTrue(json.contains("\"longestPauseMillis\" : 0.4"), json);
    String page = Files.readString(folder.resolve("path.html"));
    assertTrue(page.contains("<svg") && page.contains("HMAC-SHA256-128, passing"), page);
    assertTrue(Files.size(folder.resolve("path.svg")) > 100);
    assertEquals(1, page.split("<svg ", -1).length - 1, "pictures");
    assertTrue(page.contains("name=\"viewport\"") && page.length() < 1_000_000, page);
    assertEquals(Verdict.REACHED, figure("bytes allocated").verdict());
    assertEquals(Verdict.REACHED, figure("longest pause").verdict());
  }
}

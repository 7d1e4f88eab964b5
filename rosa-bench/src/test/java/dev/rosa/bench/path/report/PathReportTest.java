package dev.rosa.bench.path.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.path.peer.EchoForwarder;
import dev.rosa.bench.path.peer.KernelForwarder;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.bench.path.run.PathPlan;
import dev.rosa.bench.path.traffic.Latency;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PathReportTest {

  private final PathResults results = new PathResults();
  private final PathFindings findings =
      new PathFindings(
          new PathPlan(1, 2, 2, 60, 0.5, 10_000, false, ""), new Cores(0, 1), results, Bars.none());

  private void addPaced(String way, double median) {
    Latency latency = new Latency(median, 2 * median, 3 * median, 100);
    results.add(
        new PathRow(way, "", 1_024, Mode.PACED),
        1,
        new TrafficReading(2, 100, 100, 200, 200, 1, 0, 1, 1, Optional.of(latency)));
  }

  private List<String> lines() {
    return PathReport.of(findings);
  }

  @Test
  void shouldShowThePagesWarningsOnTheTerminal() {
    results.addRemark("The machine was busy");
    assertTrue(lines().indexOf("The machine was busy.") < 4, lines()::toString);
    assertTrue(
        PathFiles.page(findings, List.of("<svg />"))
            .contains("<p class=\"warning\">The machine was busy.</p>"));
  }

  @Test
  void shouldNotCompareTheKernelWithItself() {
    addPaced(KernelForwarder.NAME, 10);
    addPaced(EchoForwarder.NAME, 14);
    List<String> rows = lines().stream().filter(line -> line.contains(" 1,024 ")).toList();
    assertEquals(
        List.of(KernelForwarder.NAME, "1,024", "10.0", "20.0", "30.0", "–", "1", "0"),
        cells(rows.get(0)));
    assertEquals(
        List.of(EchoForwarder.NAME, "1,024", "14.0", "28.0", "42.0", "4.0", "1", "0"),
        cells(rows.get(1)));
  }

  private static List<String> cells(String row) {
    return List.of(row.split(" {2,}"));
  }
}

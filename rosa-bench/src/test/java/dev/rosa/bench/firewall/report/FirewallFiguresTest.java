package dev.rosa.bench.firewall.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.firewall.plane.PlaneWays;
import dev.rosa.bench.firewall.rate.Fail2ban;
import dev.rosa.bench.firewall.rate.PlaneFirewall;
import dev.rosa.bench.firewall.result.BlockTimes;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.run.FirewallPlan;
import dev.rosa.bench.firewall.service.Scenario;
import dev.rosa.bench.firewall.service.ServiceReading;
import dev.rosa.bench.firewall.service.ServiceReading.Requests;
import dev.rosa.bench.firewall.way.PacketReading;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.firewall.way.Ways;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Figure.Verdict;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.bench.namespace.Cores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirewallFiguresTest {

  private static final Bars BARS = ShippedBars.of("firewall", FirewallFindings.FIGURES);

  private final FirewallResults results = new FirewallResults();

  private Figure figure(String key) {
    return FirewallFigures.of(results).stream()
        .map(figure -> figure.within(BARS))
        .filter(figure -> figure.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private void add(PacketRow row, double... nanos) {
    for (int round = 1; round <= nanos.length; round++) {
      results.add(row, round, new PacketReading(nanos[round - 1], 100, 100, 0, 1));
    }
  }

  private void addPackets(double banned, double program) {
    add(PacketRow.dropped("").sending(), 600, 600, 600);
    add(PacketRow.dropped(PlaneWays.BANS), banned, banned, banned);
    add(PacketRow.dropped(Ways.NONE), program, program, program);
  }

  @Test
  void shouldHaveALimitForEachFigure() {
    for (Figure figure : FirewallFigures.of(results)) {
      assertTrue(figure.within(BARS).limit().isPresent(), figure.key());
    }
  }

  @Test
  void shouldJudgeCostsWithoutThatOfSending() {
    addPackets(1_000, 1_400);
    assertEquals(Verdict.REACHED, figure("drop-program").verdict());
    assertEquals(0.5, figure("drop-program").measured().orElseThrow());
    addPackets(1_200, 1_400);
    assertEquals(Verdict.MISSED, figure("drop-program").verdict());
  }

  @Test
  void shouldGiveNoVerdictWithFewerRoundsThanThree() {
    add(PacketRow.dropped("").sending(), 600, 600);
    add(PacketRow.dropped(PlaneWays.BANS), 700, 700);
    add(PacketRow.dropped(Ways.inputRules(1_000)), 6_000, 6_000);
    assertEquals(Verdict.NO_VERDICT, figure("drop-rules").verdict());
  }

  @Test
  void shouldSayWhyAFigureWasNotMeasured() {
    results.addAbsence(PlaneWays.BANS, "takes CAP_NET_ADMIN");
    assertEquals(Verdict.NOT_MEASURED, figure("accept-1000").verdict());
    assertTrue(
        figure("accept-1000").facts().contains("plane, 1,000 bans: takes CAP_NET_ADMIN"),
        figure("accept-1000")::toString);
  }

  @Test
  void shouldCompareMediansOfBlockTimesWithOtherFirewalls() {
    results.add(PlaneFirewall.NAME, new BlockTimes(List.of(0.1, 0.2, 9.0), 0));
    results.add(Fail2ban.NAME, new BlockTimes(List.of(100.0), 0));
    assertEquals(Verdict.REACHED, figure("block-p50").verdict());
    assertEquals(Verdict.MISSED, figure("block-p99").verdict());
    assertEquals(0.002, figure("block-fail2ban").measured().orElseThrow());
    assertEquals(Verdict.NOT_MEASURED, figure("block-crowdsec").verdict());
  }

  private static ServiceReading service(double cpu, long served) {
    return new ServiceReading(2, cpu, new Requests(200, served, 0, 0), new Requests(9, 0, 9, 0));
  }

  @Test
  void shouldCompareScenariosWithinRounds() {
    for (int round = 1; round <= 3; round++) {
      results.add(Scenario.ORIGINAL_2, round, service(1, 0));
      results.add(Scenario.IPTABLES_2, round, service(0.1, 0));
      results.add(Scenario.ORIGINAL_3_OVERLOAD, round, service(1, 100));
      results.add(Scenario.IPTABLES_1_OVERLOAD, round, service(1, 120));
    }
    assertEquals(Verdict.REACHED, figure("service-all").verdict());
    assertEquals(Verdict.NOT_MEASURED, figure("service-half").verdict());
    assertEquals(Verdict.MISSED, figure("served").verdict());
  }

  @Test
  void shouldWriteRowsFiguresAndPicturesIntoTheReport(@TempDir Path folder) throws Exception {
    addPackets(900, 1_300);
    add(PacketRow.accepted(Ways.NONE), 1_500, 1_500, 1_500);
    add(PacketRow.accepted(Ways.inputRules(100)), 2_500, 2_500, 2_500);
    results.add(Scenario.ORIGINAL, 1, service(1, 200));
    results.addRemark("The machine was busy");
    FirewallPlan plan = new FirewallPlan(3, 0.2, 2, 200, 100_000, "");
    FirewallFindings findings = new FirewallFindings(plan, new Cores(0, 1), results, BARS);
    FirewallFiles.write(findings, folder, folder.resolve("further.json"));
    String json = Files.readString(folder.resolve("further.json"));
    assertTrue(json.contains("\"netNanos\" : [ 300.0, 300.0, 300.0 ]"), json);
    assertTrue(json.contains("\"scenario\" : \"Original\""), json);
    String page = Files.readString(folder.resolve("firewall.html"));
    assertTrue(page.contains("<p class=\"warning\">The machine was busy.</p>"), page);
    assertEquals(5, page.split("<svg ", -1).length - 1, "pictures");
    for (String picture : List.of("dropped", "figure3", "figure6", "figure8", "figure9")) {
      assertTrue(Files.size(folder.resolve("firewall-" + picture + ".svg")) > 100, picture);
    }
    assertTrue(FirewallReport.of(findings).stream().anyMatch(line -> line.contains("input, 100")));
  }
}

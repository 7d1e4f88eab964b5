package dev.rosa.bench.firewall.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.firewall.way.PacketReading;
import dev.rosa.bench.firewall.way.PacketRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirewallResultsTest {

  private static final PacketRow SET = PacketRow.dropped("set");
  private static final PacketRow RULES = PacketRow.dropped("rules");

  private final FirewallResults results = new FirewallResults();

  private static PacketReading reading(double nanos) {
    return new PacketReading(nanos, 100, 0, 0, 1);
  }

  @Test
  void shouldTakeTheCostOfSendingOffWithinEachRound() {
    results.add(SET.sending(), 1, reading(600));
    results.add(SET.sending(), 2, reading(1_200));
    results.add(SET, 1, reading(800));
    results.add(SET, 2, reading(1_500));
    assertArrayEquals(new double[] {200, 300}, results.net(SET));
  }

  @Test
  void shouldCompareNetCostsOfTheSameRoundOnly() {
    results.add(SET.sending(), 1, reading(600));
    results.add(SET.sending(), 2, reading(600));
    results.add(SET, 1, reading(700));
    results.add(SET, 2, reading(700));
    results.add(RULES, 2, reading(1_600));
    assertArrayEquals(new double[] {0.1}, results.netRatios(SET, RULES));
  }

  @Test
  void shouldHaveNoNetCostWithoutThatOfSending() {
    results.add(SET, 1, reading(700));
    assertEquals(0, results.net(SET).length);
    assertEquals(0, results.netRatios(SET, SET).length);
  }

  @Test
  void shouldJoinTheBlockTimesOfAllRounds() {
    results.add("plane", new BlockTimes(List.of(3.0, 1.0), 0));
    results.add("plane", new BlockTimes(List.of(2.0), 1));
    BlockTimes times = results.blockTimes().get("plane");
    assertEquals(List.of(1.0, 2.0, 3.0), times.millis());
    assertEquals(2.0, times.quantile(0.5));
    assertEquals(3.0, times.quantile(1));
    assertEquals(1, times.unblocked());
    assertTrue(Double.isNaN(new BlockTimes(List.of(), 3).quantile(0.5)));
  }
}

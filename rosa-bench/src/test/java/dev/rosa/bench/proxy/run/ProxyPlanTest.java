package dev.rosa.bench.proxy.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.result.ProxyRow;
import dev.rosa.bench.proxy.way.HaProxyWay;
import dev.rosa.bench.proxy.way.KernelWay;
import dev.rosa.bench.proxy.way.RosaWay;
import dev.rosa.bench.proxy.way.SquidWay;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProxyPlanTest {

  private static final List<String> WAYS =
      List.of(KernelWay.STATEFUL, RosaWay.NAME, HaProxyWay.NAME, SquidWay.NAME);

  private static List<ProxyRow> rows(boolean isQuick, String only) {
    return new ProxyPlan(1, 1, isQuick, 0, only).rows(WAYS);
  }

  @Test
  void shouldMeasureEachRowOnceInARound() {
    List<ProxyRow> rows = rows(false, "");
    assertEquals(rows.size(), new HashSet<>(rows).size());
    assertTrue(rows.contains(new ProxyRow(SquidWay.NAME, Demand.BODY)));
  }

  @Test
  void shouldMeasureLogsBesideEachOther() {
    List<ProxyRow> rows = rows(true, "");
    for (Demand demand : List.of(Demand.KEPT, Demand.ONE_EACH)) {
      int own = rows.indexOf(new ProxyRow(RosaWay.NAME, demand));
      assertEquals(new ProxyRow(RosaWay.NAME, demand.logged("none")), rows.get(own - 1));
      assertEquals(new ProxyRow(RosaWay.NAME, demand.logged("full")), rows.get(own + 1));
    }
  }

  @Test
  void shouldLeaveOutWhatNoFigureNeedsWhenItIsQuick() {
    List<ProxyRow> rows = rows(true, "");
    assertFalse(rows.contains(new ProxyRow(SquidWay.NAME, Demand.BODY)));
    assertTrue(rows.contains(new ProxyRow(SquidWay.NAME, Demand.KEPT)));
    assertTrue(rows.contains(new ProxyRow(KernelWay.STATEFUL, Demand.BODY)));
  }

  @Test
  void shouldMeasureOnlyWaysThatThereAreAndRowsThatAreWanted() {
    List<ProxyRow> rows = rows(false, "32 clients, kept");
    assertFalse(rows.isEmpty());
    assertTrue(rows.stream().allMatch(row -> WAYS.contains(row.way())));
    assertTrue(rows.stream().noneMatch(row -> row.demand().isOneEach()), rows::toString);
  }
}

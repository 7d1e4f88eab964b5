package dev.rosa.bench.path.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bench.namespace.RouterRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of counting packets, and of recognising the bench's own rules. */
class RouteTest {

  private static final int FRAME = 1_142;

  @Test
  void shouldCountDatagramsThatTheKernelHandedOverAsOne() {
    long alone = 10L * FRAME;
    long merged = 42 + 20L * (FRAME - 42);
    assertEquals(30, Route.HUB.frames(11, alone + merged, FRAME));
  }

  @Test
  void shouldCountThemWithoutWhatTheLinkDoesNotCarry() {
    long alone = 10L * (FRAME - 14);
    long merged = 28 + 20L * (FRAME - 42);
    assertEquals(30, Route.WHOLE.frames(11, alone + merged, FRAME));
  }

  @Test
  void shouldCountPacketsWhenTheyComeAsTheyWereSent() {
    assertEquals(11, Route.LINKS.frames(11, 4L * FRAME, FRAME));
    assertEquals(0, Route.HUB.frames(0, 0, FRAME));
    assertEquals(2, Route.HUB.frames(2, 300, FRAME));
  }

  @Test
  void shouldLeaveTheBenchsOwnTablesInForce() {
    String listing = "table netdev bench_record\ntable netdev rosa_r1\ntable inet other\n";
    assertEquals(List.of("netdev rosa_r1", "inet other"), RouterRules.tables(listing));
  }
}

package dev.rosa.bench.path;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.path.run.SteadyRun;
import dev.rosa.bench.path.traffic.Latency;
import dev.rosa.bench.path.traffic.TrafficCounters;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of parsing the output of the system and of other programs. */
class PathReadingsTest {

  @Test
  void shouldReadCountersOfTheWatchedCoreOnly() throws Exception {
    String stat = "77 (a (b) c) S 1 1 1 0 -1 0 0 0 0 0 120 30 0 0 20 0 9 0 1";
    List<String> one =
        List.of(
            "mark begin nanos=5 sent=7",
            "d0: 100 42 0 0 0 0 0 0 9 9 0 0 0 0 0 0",
            "cpu  9 9 9 9 9 9 9 9",
            "cpu1 1 2 3 40 5 6 7 8 0 0",
            "cpu10 9 9 9 9 9 9 9 9",
            stat);
    List<String> all = new java.util.ArrayList<>(one);
    all.addAll(List.of("mark end nanos=6 sent=8", "mark rest nanos=7 sent=8"));
    TrafficCounters begin = TrafficCounters.parse(all, 1).get("begin");
    assertEquals(new TrafficCounters(5, 7, 42, 100, 150, 13, 19, 72), begin);
    assertThrows(IOException.class, () -> TrafficCounters.parse(one, 1));
  }

  @Test
  void shouldTakeTheFirstAndTheLastCore() throws Exception {
    assertEquals(new Cores(0, 3), Cores.of("0-3"));
    assertEquals(new Cores(2, 9), Cores.of("2,4-5,9"));
    assertThrows(IOException.class, () -> Cores.of("1"));
  }

  @Test
  void shouldGiveNoLatencyWhenPacketsAreKnownByOrderAndOneIsLost() {
    long[] nanos = new long[1_000];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = (i + 1) * 1_000L;
    }
    assertEquals(Optional.of(new Latency(500, 990, 999, 1_000)), Latency.of(nanos, true));
    nanos[3] = 0;
    assertEquals(Optional.empty(), Latency.of(nanos, true));
    assertEquals(999, Latency.of(nanos, false).orElseThrow().packets());
  }

  @Test
  void shouldFindThePausesOfCollections() {
    List<String> log =
        List.of(
            "[1.0s][info][gc,start] GC(0) Pause Young (Allocation Failure)",
            "[1.0s][info][gc] GC(0) Pause Young (Allocation Failure) 9M->1M(20M) 2.345ms",
            "[2.0s][info][gc] GC(1) Pause Young (Normal) 9M->1M(20M) 0.345ms");
    assertArrayEquals(new double[] {0.345, 2.345}, SteadyRun.pauses(log));
  }
}

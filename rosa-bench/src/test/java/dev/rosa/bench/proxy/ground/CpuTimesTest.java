package dev.rosa.bench.proxy.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuTimesTest {

  @Test
  void shouldReadTheTimeThatAThreadRan() {
    assertEquals(123_456_789, CpuTimes.parse("123456789 42 7\n"));
  }

  @Test
  void shouldCountNewThreadsAndLeaveEndedOnesOut() {
    CpuTimes before = new CpuTimes(Map.of("1", 100L, "2", 5_000L));
    CpuTimes after = new CpuTimes(Map.of("1", 150L, "3", 7L));
    assertEquals(57, after.since(before));
  }

  @Test
  void shouldMeasureWhatThisProcessDoes() throws Exception {
    List<Long> self = List.of(ProcessHandle.current().pid());
    CpuTimes before = CpuTimes.of(self);
    long end = System.nanoTime() + 50_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertTrue(CpuTimes.of(self).since(before) > 1_000_000);
  }
}

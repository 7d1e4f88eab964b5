package dev.rosa.bench.shootout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.shootout.Scope.Pace;
import dev.rosa.bench.shootout.result.Allocation;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.FixedFindings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.result.Results;
import dev.rosa.bench.shootout.work.ShootoutBenchmark;
import dev.rosa.wire.active.Suite;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Real forks, as short as they can be. */
class ForksTest {

  private static final Pace SHORT = new Pace(1, 10, 2, 10);

  private final Forks forks = new Forks();
  private final Findings findings = new Findings(FixedFindings.setting());

  @Test
  void shouldMeasureEveryWayOfHandingOverWhenAForkRuns() {
    Results results = findings.results();
    LaneTask.Lane lane = new LaneTask.Lane(Operation.HMAC_SHA256, "SunJCE", 256, List.of(0, 8));
    new LaneTask(lane, SHORT, forks, results).run(1);
    assertTrue(results.nsPerPacket(lane.cell(0)).orElseThrow() > 0);
    assertTrue(results.nsPerPacket(lane.cell(8)).orElseThrow() > 0);
    assertEquals(1, results.roundCount());
  }

  @Test
  void shouldSayWhyWhenAForkFails() {
    Map<String, String> parameters = Map.of("provider", "nobody");
    ForkException failed =
        assertThrows(
            ForkException.class,
            () -> forks.run(ShootoutBenchmark.class, "call", parameters, SHORT, 1));
    assertEquals("there is no provider nobody", failed.getMessage());
  }

  @Test
  void shouldCountHeapWhenTheProfilerRuns() {
    new AllocationTask("BC", Suite.AES256_GCM, forks, findings).run(1);
    assertEquals(List.of(), findings.remarks());
    Allocation allocation = findings.allocations().get(0);
    assertTrue(allocation.verifyBytes() > 100, allocation::toString);
    assertTrue(allocation.tagBytes() > 100, allocation::toString);
  }
}

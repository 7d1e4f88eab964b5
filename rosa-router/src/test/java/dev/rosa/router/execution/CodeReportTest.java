package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeReportTest {

  private static final CodeBreaker BREAKER = CodeBreaker.never(CodeDigest.ofBundle(new byte[] {1}));

  private final RunTally tally = new RunTally();
  private final RunTally other = new RunTally();

  private CodeReport report() {
    return CodeReport.of(List.of(tally, other), BREAKER);
  }

  @Test
  void shouldBeEmptyWhenNothingRan() {
    Map<Shortage, Long> none =
        Map.of(Shortage.FUEL, 0L, Shortage.MEMORY, 0L, Shortage.STACK, 0L, Shortage.START, 0L);
    assertEquals(new CodeReport(0, 0, none, 0, 0, 0, Optional.empty(), List.of()), report());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 100, 1_023, 1_024, 65_535_000, 2147483647})
  void shouldTellFuelAtMostAnEighthTooHigh(int units) {
    tally.ran(units);
    long told = report().fuelMedian();
    assertTrue(told >= units && told <= units + units / 8L, () -> told + " for " + units);
    assertEquals(told, report().fuelP99());
  }

  @Test
  void shouldTellMedianAndTailOfAllWorkers() {
    for (int i = 0; i < 98; i++) {
      (i % 2 == 0 ? tally : other).ran(5);
    }
    tally.ran(7);
    other.ran(1_000_000);
    assertEquals(100, report().packets());
    assertEquals(5, report().fuelMedian());
    assertEquals(7, report().fuelP99());
  }

  @Test
  void shouldAddFailuresOfAllWorkers() {
    tally.failed();
    other.failed();
    tally.exhausted(Shortage.MEMORY);
    other.exhausted(Shortage.FUEL);
    other.exhausted(Shortage.FUEL);
    other.leftOut();
    CodeReport report = report();
    assertEquals(2, report.faults());
    assertEquals(
        Map.of(Shortage.FUEL, 2L, Shortage.MEMORY, 1L, Shortage.STACK, 0L, Shortage.START, 0L),
        report.exhausted());
    assertEquals(1, report.leftOut());
  }
}

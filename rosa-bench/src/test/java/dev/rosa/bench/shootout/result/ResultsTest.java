package dev.rosa.bench.shootout.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultsTest {

  private static final Cell SLOW = new Cell(Operation.HMAC_SHA1, "BC", 1_024, 0);
  private static final Cell FAST = SLOW.withProvider("SunJCE");

  private final Results results = new Results();

  @Test
  void shouldDivideWithinRoundsOnlyWhenTheMachineDrifts() {
    results.add(SLOW, 1, 3_000);
    results.add(FAST, 1, 1_000);
    results.add(SLOW, 2, 9_000);
    results.add(FAST, 2, 3_000);
    results.add(SLOW, 3, 1_500);
    results.add(FAST, 3, 500);
    Ratio ratio = results.ratio(SLOW, FAST);
    assertEquals(3, ratio.median().orElseThrow(), 1e-9);
    assertEquals(3, ratio.min(), 1e-9);
    assertEquals(3, ratio.max(), 1e-9);
  }

  @Test
  void shouldLeaveOutRoundsWhenOnlyOneOfTwoWasMeasuredInThem() {
    results.add(SLOW, 1, 4_000);
    results.add(FAST, 2, 1_000);
    assertTrue(results.ratio(SLOW, FAST).median().isEmpty());
    results.add(FAST, 1, 2_000);
    assertEquals(2, results.ratio(SLOW, FAST).median().orElseThrow(), 1e-9);
  }

  @Test
  void shouldTakeTheMedianOfRoundsAndOfTheirIterationsWhenOneIsFarOff() {
    results.add(FAST, 1, 100, 101, 90_000);
    results.add(FAST, 2, 103, 104, 102);
    results.add(FAST, 3, 70_000);
    assertEquals(103, results.nsPerPacket(FAST).orElseThrow(), 1e-9);
  }

  @Test
  void shouldHaveAnErrorOnlyWhenThereAreThreeIterations() {
    results.add(FAST, 1, 100, 102);
    assertTrue(results.error(FAST).isEmpty());
    results.add(FAST, 2, 101);
    assertTrue(results.error(FAST).orElseThrow() > 1);
  }

  @Test
  void shouldForgetAnAbsenceWhenThereIsAMeasurement() {
    results.addAbsence(FAST, "it was not there");
    assertEquals(Optional.of("it was not there"), results.absence(FAST));
    results.add(FAST, 1, 100);
    assertFalse(results.absence(FAST).isPresent());
  }
}

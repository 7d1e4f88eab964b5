package dev.rosa.bench.authorization;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Iterator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  /** Steps that take these milliseconds of processor time for an answer. */
  private static int steps(DoubleStream cpuMillis) throws Exception {
    Iterator<Double> readings = cpuMillis.iterator();
    return WarmUp.of(() -> new ServerProcess.Reading(100, 1, 2, readings.next()));
  }

  @Test
  void shouldEndWhenAnswersHardlyGetCheaper() throws Exception {
    assertEquals(2, steps(DoubleStream.of(1, 0.99)));
    assertEquals(4, steps(DoubleStream.of(8, 4, 2, 2.1)));
  }

  @Test
  void shouldEndAfterManySteps() throws Exception {
    assertEquals(
        WarmUp.MOST_STEPS,
        steps(Stream.iterate(64.0, last -> last / 2).mapToDouble(Double::doubleValue)));
  }
}

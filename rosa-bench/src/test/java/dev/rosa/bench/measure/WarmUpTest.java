package dev.rosa.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Iterator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static List<Double> run(double least, DoubleStream rates) throws Exception {
    Iterator<Double> next = rates.iterator();
    return WarmUp.run(least, next::next);
  }

  @Test
  void shouldGoOnWhileTheRateGrows() throws Exception {
    DoubleStream rates = DoubleStream.of(100, 150, 151, 149, 190, 200, 201, 199, 200, 500);
    assertEquals(9, run(0, rates).size());
  }

  @Test
  void shouldTakeAsLongAsIsAskedForWhenTheRateStandsStill() throws Exception {
    assertEquals(4, run(0, DoubleStream.generate(() -> 100)).size());
    assertEquals(10, run(5, DoubleStream.generate(() -> 100)).size());
  }

  @Test
  void shouldEndWhenTheRateNeverSettles() throws Exception {
    assertEquals(30, run(0, DoubleStream.iterate(100, rate -> rate * 1.1)).size());
  }
}

package dev.rosa.bench.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {

  private static List<String> marks(boolean logarithmic, double low, double high) {
    return new Scale(logarithmic, low, high, 0, 100).marks().stream().map(Scale::label).toList();
  }

  @Test
  void shouldMarkOneTwoAndFiveTimesPowersOfTenWhenLogarithmic() {
    assertEquals(List.of("0.2", "0.5", "1", "2", "5", "10", "20"), marks(true, 0.131, 24.4));
    assertEquals(List.of("0.01", "0.02", "0.05"), marks(true, 0.01, 0.05));
    assertEquals(List.of("500", "1,000", "2,000"), marks(true, 354, 2_400));
  }

  @Test
  void shouldMarkMultiplesOfOneTwoOrFiveWhenLinear() {
    assertEquals(List.of("0", "500", "1,000", "1,500", "2,000"), marks(false, 0, 2_048));
    assertEquals(List.of("0", "100,000", "200,000", "300,000"), marks(false, 0, 361_500));
    assertEquals(List.of("0", "0.2", "0.4", "0.6", "0.8", "1"), marks(false, 0, 1));
  }

  @Test
  void shouldPlaceAFactorAtTheSameDistanceEverywhereWhenLogarithmic() {
    Scale scale = new Scale(true, 1, 100, 300, 0);
    assertEquals(300, scale.at(1), 1e-9);
    assertEquals(150, scale.at(10), 1e-9);
    assertEquals(0, scale.at(100), 1e-9);
  }
}

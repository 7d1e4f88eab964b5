package dev.rosa.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadTest {

  @Test
  void shouldWarnWhenOthersKeepTheMachineBusy() {
    assertEquals(
        Optional.of(
            "The machine was busy with other work when the run began (load average 18.1 on 2"
                + " cores): times are longer than they would be, and ratios scatter"),
        Load.warning(18.1, 2));
  }

  @Test
  void shouldSayNothingWhenTheMachineIsQuietOrDoesNotTell() {
    assertEquals(Optional.empty(), Load.warning(0.4, 2));
    assertEquals(Optional.empty(), Load.warning(-1, 2));
  }
}

package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests of {@link LiveTrial}. */
class LiveTrialTest {

  private static final long MUCH = 2 * LiveTrial.LEAST_PACKETS;

  private final LiveTrial trial = new LiveTrial();

  private void slices(int number, long packets, long ticks, boolean attached) {
    for (int i = 0; i < number; i++) {
      trial.slice(packets, ticks, attached);
    }
  }

  /** One way's slices, and the one in which the program changes. */
  private void way(long ticks, boolean attached) {
    slices(LiveTrial.SLICES + (attached ? 1 : 0), MUCH, ticks, attached);
  }

  @Test
  void shouldBeginWithoutTheFront() {
    assertFalse(trial.wants());
    assertTrue(trial.why().contains("too little traffic"));
  }

  @Test
  void shouldTakeTheFrontWhenPacketsCostLessWithIt() {
    way(20, false);
    assertTrue(trial.wants());
    way(10, true);
    assertTrue(trial.wants());
    assertEquals("", trial.why());
  }

  @Test
  void shouldLeaveItAndSayWhyWhenPacketsCostAsMuch() {
    way(20, false);
    way(20, true);
    assertFalse(trial.wants());
    assertEquals("on trial a packet took 1.00 × the time", trial.why());
  }

  @Test
  void shouldNotCountTheSliceInWhichTheProgramChanges() {
    way(20, false);
    trial.slice(MUCH, 1_000_000, true);
    slices(LiveTrial.SLICES, MUCH, 10, true);
    assertEquals("", trial.why());
  }

  @Test
  void shouldStayWithoutWhenThereIsTooLittleTraffic() {
    slices(1_000, LiveTrial.LEAST_PACKETS - 1, 20, false);
    assertFalse(trial.wants());
  }

  @Test
  void shouldGoBackWhenTrafficEndsDuringTheTrial() {
    way(20, false);
    slices(LiveTrial.MOST_QUIET, 0, 0, true);
    assertFalse(trial.wants());
  }

  @Test
  void shouldNotTakeTheFrontWhenItCouldNotBeAttached() {
    way(20, false);
    slices(LiveTrial.MOST_QUIET, MUCH, 1, false);
    assertFalse(trial.wants());
  }

  @Test
  void shouldTryAgainAfterAnHour() {
    way(20, false);
    way(20, true);
    slices(LiveTrial.SLICES_UNTIL_NEXT, MUCH, 20, false);
    slices(1, MUCH, 20, false);
    way(20, false);
    assertTrue(trial.wants());
  }
}

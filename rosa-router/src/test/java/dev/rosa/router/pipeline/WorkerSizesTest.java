package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What workers of one router may have together is what its configuration says. */
class WorkerSizesTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static Parking.Limits share(int perCode, int total, int workers) {
    Parking.Limits all = new Parking.Limits(perCode, total, TIMEOUT);
    return new RouterWorker.Sizes(8, 2_048, 1_000, all).share(workers).parking();
  }

  @Test
  void shouldGiveEachWorkerItsPartOfTheRoomForWaitingPackets() {
    assertEquals(new Parking.Limits(256, 1_024, TIMEOUT), share(256, 4_096, 4));
  }

  @Test
  void shouldLeaveEachWorkerRoomForThePacketsOfACode() {
    assertEquals(new Parking.Limits(256, 256, TIMEOUT), share(256, 4_096, 64));
  }
}

package dev.rosa.firewall.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time limits of a keeper's waits: none keeps it from its work for ever. */
class KeeperBoundsTest {

  private static final byte[] BEAT = {0x52, 0x4f, 0x42, 0x31, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  @Test
  void shouldStopListeningWhenBeatsNeverEnd() throws IOException {
    List<WorkerBeat> heard = new ArrayList<>();
    KeeperLoop.hear(
        new byte[WorkerBeat.BYTES],
        into -> {
          System.arraycopy(BEAT, 0, into, 0, BEAT.length);
          return BEAT.length;
        },
        heard::add);
    assertEquals(1024, heard.size());
  }

  @Test
  void shouldHearAllThatWaitsAndNoMore() throws IOException {
    List<WorkerBeat> heard = new ArrayList<>();
    int[] asked = {0};
    KeeperLoop.hear(BEAT.clone(), into -> ++asked[0] <= 3 ? BEAT.length : -1, heard::add);
    assertEquals(3, heard.size());
    assertEquals(4, asked[0]);
  }

  @Test
  void shouldTakeAKeeperThatDoesNotAnswerForOneThatHangsOnce() {
    KeeperWatchdog watchdog = new KeeperWatchdog();
    long now = Long.MAX_VALUE - 5;
    assertFalse(watchdog.beginsToHang(now));
    assertTrue(watchdog.mayAsk(now));
    assertFalse(watchdog.mayAsk(now));
    assertFalse(watchdog.beginsToHang(now + KeeperWatchdog.PATIENCE_NANOS));
    assertTrue(watchdog.beginsToHang(now + KeeperWatchdog.PATIENCE_NANOS + 1));
    assertFalse(watchdog.beginsToHang(now + KeeperWatchdog.PATIENCE_NANOS + 2));
    assertTrue(watchdog.hangs());
    assertTrue(watchdog.answered());
    assertFalse(watchdog.hangs());
    assertTrue(watchdog.mayAsk(now));
    assertFalse(watchdog.answered());
  }
}

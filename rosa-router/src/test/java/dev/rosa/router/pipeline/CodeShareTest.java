package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Shares of users in the time of a crowded worker. */
class CodeShareTest {

  private static final long MILLI = 1_000_000;

  private final CodeShare share = new CodeShare(7);
  private long now = -5 * MILLI;

  /** Lets users take turns of a millisecond for a second, as far as their shares go. */
  private int[] runs(int users) {
    int[] runs = new int[users];
    for (long end = now + 1_000 * MILLI; now < end; ) {
      long before = now;
      for (int user = 0; user < users; user++) {
        if (!share.isExceededBy(user, 0, now)) {
          now += MILLI;
          share.take(user, 0, MILLI, now);
          runs[user]++;
        }
      }
      now = Math.max(now, before + MILLI / 10);
    }
    return runs;
  }

  private static void assertAbout(int expected, int found) {
    assertEquals(expected, found, expected / 5.0);
  }

  @Test
  void shouldLeaveAUserAnEighthOfTheTimeAfterABurst() {
    assertAbout(125 + 20, runs(1)[0]);
  }

  @Test
  void shouldLeaveManyUsersHalfOfTheTimeTogether() {
    int sum = 0;
    for (int runs : runs(50)) {
      sum += runs;
    }
    assertAbout(500 + 20, sum);
  }

  @Test
  void shouldNeverRefuseAUserWhoTookNothing() {
    int[] unused = runs(50);
    assertFalse(share.isExceededBy(1L << 40, 5, now));
  }

  @Test
  void shouldForgetSoonWhatAUserTookWhileItWasAlone() {
    for (int i = 0; i < 10_000; i++) {
      now += MILLI;
      share.take(3, 3, MILLI, now);
    }
    assertTrue(share.isExceededBy(3, 3, now));
    assertFalse(share.isExceededBy(3, 3, now + 8 * CodeShare.BURST_NANOS));
  }
}

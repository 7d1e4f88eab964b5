package dev.rosa.as.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RenewalsTest {
  private static final RosaId ALICE = user("alice");
  private static final RosaId BOB = user("bob");
  private static final RosaId CAROL = user("carol");

  private final Renewals renewals = new Renewals();

  private static RosaId user(String name) {
    return new RosaId(17, Role.USER, name);
  }

  private void add(RosaId source, int sessions) {
    LongStream.range(0, sessions).forEach(session -> renewals.add(source, session));
  }

  @Test
  void shouldGiveTimeForEachSessionOfAllSources() {
    add(ALICE, 2);
    add(BOB, 2);
    assertEquals(40, renewals.spreadMillis(ALICE));
    assertEquals(40, renewals.spreadMillis(BOB));
  }

  @Test
  void shouldCountASessionOnce() {
    add(ALICE, 1);
    add(ALICE, 1);
    assertEquals(10, renewals.spreadMillis(ALICE));
  }

  @Test
  void shouldNotLetASourceWaitForAllSessionsOfAnotherThatHasMore() {
    add(ALICE, 1);
    add(BOB, 2_000);
    add(CAROL, 3);
    assertEquals(30, renewals.spreadMillis(ALICE));
    assertEquals(70, renewals.spreadMillis(CAROL));
    assertEquals(20_040, renewals.spreadMillis(BOB));
  }

  @Test
  void shouldGiveAMinuteAtMost() {
    add(ALICE, 6_001);
    assertEquals(60_000, renewals.spreadMillis(ALICE));
  }

  @Test
  void shouldGiveNoTimeToHoldersWithoutASessionToRenew() {
    add(ALICE, 5);
    assertEquals(0, renewals.spreadMillis(BOB));
  }
}

package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** No user takes the places of others at a Destination, and no window is lost by that. */
class JoinedSessionsTest {

  private final JoinedBench bench = new JoinedBench().inMemory(8);

  private void join(long first, int sessions, int user) {
    for (long number = first; number < first + sessions; number++) {
      assertNull(bench.join(number, user));
    }
  }

  @Test
  void shouldMakeRoomAtTheUserWithMostSessions() {
    join(10, 2, 1);
    join(20, 3, 2);
    join(30, 3, 3);
    assertNull(bench.take(20, 1));
    assertNull(bench.join(40, 4));
    assertEquals(List.of(21L), bench.left);
    assertNull(bench.join(41, 4));
    assertEquals(List.of(21L, 30L), bench.left);
    assertNotNull(bench.sessions.get(10));
    assertNotNull(bench.sessions.get(11));
  }

  @Test
  void shouldMakeRoomAtTheJoiningUserWhenItHasMostSessions() {
    join(10, 4, 1);
    join(20, 4, 2);
    assertNull(bench.take(20, 1));
    assertNull(bench.join(24, 2));
    assertEquals(List.of(21L), bench.left);
  }

  @Test
  void shouldTakePacketsThatOvertookEachOther() {
    assertNull(bench.join(10, 1));
    assertNull(bench.take(10, 3));
    assertNull(bench.take(10, 1));
    assertNull(bench.take(10, 2));
    assertEquals(DestinationEvent.REPLAYED, bench.take(10, 1));
  }

  @Test
  void shouldDropReplayWhenItsSessionMadeRoom() {
    join(10, 8, 1);
    assertNull(bench.take(10, 5));
    for (long other = 11; other < 18; other++) {
      assertNull(bench.take(other, 1));
    }
    assertNull(bench.join(20, 2));
    assertNull(bench.sessions.get(10));
    assertNull(bench.join(10, 1));
    assertEquals(DestinationEvent.REPLAYED, bench.take(10, 5));
    assertNull(bench.take(10, 6));
  }

  @Test
  void shouldLimitTheSessionsOfOneUserThatAreKnown() {
    join(10_000, SequenceRecord.MOST_OF_ONE_USER, 1);
    assertEquals(DestinationEvent.SESSION_LIMIT, bench.join(1, 1));
    assertNull(bench.join(2, 2));
    assertNull(bench.join(10_000, 1));
    bench.pass(400_000);
    assertNull(bench.join(1, 1));
  }

  @Test
  void shouldDropReplayWhenTheClockJumpedAheadAndWasSetRight() {
    assertNull(bench.join(10, 1));
    assertNull(bench.take(10, 1));
    bench.now = bench.now.plusSeconds(JoinedBench.DAY);
    join(20, 8, 2);
    bench.now = bench.now.minusSeconds(JoinedBench.DAY);
    assertNull(bench.join(10, 1));
    assertEquals(DestinationEvent.REPLAYED, bench.take(10, 1));
  }

  @Test
  void shouldRefuseASessionThatWasForgottenBeforeTheClockWasSetBack() {
    assertNull(bench.join(10, 1));
    assertNull(bench.take(10, 1));
    long set = bench.now.getEpochSecond() + 300;
    bench.pass(400_000);
    assertNull(bench.join(20, 1));
    assertNull(bench.sessions.get(10));
    bench.now = bench.now.minusSeconds(399);
    assertEquals(DestinationEvent.WINDOW_LOST, bench.join(10, 1, set));
    assertNull(bench.join(30, 1, set + 1));
  }
}

package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * Model of a flood, in microseconds of a clock of its own: connections that never finish, beside
 * honest handshakes, one after another. One takes 300 ms, the first 20 ms silent.
 */
final class FloodModelTest {

  private static final long HONEST_MICROS = 300_000;
  private static final long HONEST_SILENT_MICROS = 20_000;
  private static final int HANDSHAKES = 100;

  /** The flood has filled its share. */
  private static final long FILLED_MICROS = 2_000_000;

  private static final SourceNetwork HONEST = SourceNetwork.of(IpLiteral.parse("192.0.2.1"));

  private final Random random = new Random(1);
  private final Set<Integer> gone = new HashSet<>();
  private final ConnectionShares<Integer> shares =
      new ConnectionShares<>(ConnectionLimits.DEFAULT, new PeerRefusals(), random, gone::add);
  private final Queue<Event> events = new PriorityQueue<>();
  private int connections;

  private record Event(long micros, Runnable act) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return Long.compare(micros, other.micros);
    }
  }

  /** Sources by number; those that speak begin a handshake at once. */
  private record Flood(IntFunction<String> source, int sources, int perSecond, boolean speaks) {}

  private static String ipv4(int source) {
    return "10.0.%d.%d".formatted(source >> 8, source & 0xff);
  }

  private static String networkOfOneSite(int source) {
    return "2001:db8:1:%x::1".formatted(source);
  }

  /** Honest handshakes that finish while the flood goes on. */
  private int finishedBeside(Flood flood) {
    int[] finished = {0};
    long end = FILLED_MICROS + HANDSHAKES * (HONEST_MICROS + 1);
    long gap = TimeUnit.SECONDS.toMicros(1) / flood.perSecond();
    for (long at = 0; at < end; at += gap) {
      long now = at;
      events.add(new Event(at, () -> attack(now, flood)));
    }
    for (long at = FILLED_MICROS; at < end; at += HONEST_MICROS + 1) {
      long now = at;
      events.add(new Event(at, () -> shake(now, finished)));
    }
    while (!events.isEmpty()) {
      events.remove().act().run();
    }
    return finished[0];
  }

  private void attack(long now, Flood flood) {
    int connection = connections++;
    String source = flood.source().apply(random.nextInt(flood.sources()));
    assertTrue(shares.admit(connection, SourceNetwork.of(IpLiteral.parse(source))));
    if (flood.speaks()) {
      shares.heard(connection);
    }
    long longest = TimeUnit.MILLISECONDS.toMicros(ConnectionLimits.DEFAULT.handshake().toMillis());
    events.add(new Event(now + longest, () -> shares.closed(connection)));
  }

  private void shake(long now, int[] finished) {
    int connection = connections++;
    assertTrue(shares.admit(connection, HONEST));
    events.add(new Event(now + HONEST_SILENT_MICROS, () -> shares.heard(connection)));
    events.add(new Event(now + HONEST_MICROS, () -> finish(connection, finished)));
  }

  private void finish(int connection, int[] finished) {
    assertEquals(!gone.contains(connection), shares.finish(connection, "alice"));
    finished[0] += gone.contains(connection) ? 0 : 1;
    shares.closed(connection);
  }

  private static void assertShare(double atLeast, int finished) {
    assertTrue(finished >= atLeast * HANDSHAKES, finished + " of " + HANDSHAKES + " finished");
  }

  @Test
  void shouldFinishHandshakesWhenThreeHundredSourcesAreSilent() {
    assertShare(1, finishedBeside(new Flood(FloodModelTest::ipv4, 300, 500, false)));
  }

  @Test
  void shouldFinishHandshakesWhenThreeHundredSourcesBeginHandshakes() {
    assertShare(1, finishedBeside(new Flood(FloodModelTest::ipv4, 300, 500, true)));
  }

  @Test
  void shouldFinishNearlyAllHandshakesWhenEachSilentConnectionHasItsOwnSource() {
    // Only the silent 20 ms count: exp(-2 / ms * 20 ms / 512) = 0.92.
    assertShare(0.88, finishedBeside(new Flood(FloodModelTest::ipv4, 65_536, 2_000, false)));
  }

  @Test
  void shouldFinishMostHandshakesWhenEachBegunOneHasItsOwnSource() {
    // exp(-0.5 / ms * 280 ms / 512) = 0.76.
    assertShare(0.7, finishedBeside(new Flood(FloodModelTest::ipv4, 65_536, 500, true)));
  }

  @Test
  void shouldFinishSomeHandshakesWhenManyBegunOnesHaveTheirOwnSources() {
    // exp(-2 / ms * 280 ms / 512) = 0.33; the oldest of all would have been closed each time.
    assertShare(0.25, finishedBeside(new Flood(FloodModelTest::ipv4, 65_536, 2_000, true)));
  }

  @Test
  void shouldFinishHandshakesWhenOneSiteBeginsSomeFromEachOfItsNetworks() {
    assertShare(
        1, finishedBeside(new Flood(FloodModelTest::networkOfOneSite, 65_536, 2_000, true)));
  }
}

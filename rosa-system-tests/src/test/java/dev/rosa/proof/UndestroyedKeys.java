package dev.rosa.proof;

import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Keys that are dropped without being destroyed, of engines that stay and of engines that are
 * dropped with them: the memory of this process stays what it was, and the keys that are in use
 * stay right. Says every 30 s how much memory there is. To be run in a JVM of its own, with a heap
 * of fixed size. Owned by one thread.
 */
final class UndestroyedKeys {

  private static final int PACKETS_OF_EACH_SUITE = 20;
  private static final int LONGEST_PAYLOAD = 300;
  private static final int ALIVE = 1_000;
  private static final int NEW_KEYS = 5_000;

  /** Of new keys: one in so many is destroyed, the others are dropped. */
  private static final int DESTROYED_ONE_IN = 4;

  private static final int ROUNDS_AN_ENGINE = 8;
  private static final int FIRST_ROUNDS = 2 * ROUNDS_AN_ENGINE;
  private static final int LEAST_ROUNDS = 5 * ROUNDS_AN_ENGINE;

  /** A small part of what the dropped keys take if they keep it. */
  private static final long MOST_GROWTH_BYTES = 64L << 20;

  private static final Duration REPORT = Duration.ofSeconds(30);

  private final TestedProvider tested;
  private final RandomInput random;
  private final Traffic traffic;
  private final List<Long> resident = new ArrayList<>();
  private final long began = System.nanoTime();
  private long reported = began;
  private long dropped;
  private final TestedEngines staying;
  private TestedEngines passing;

  UndestroyedKeys(TestedProvider tested, RandomInput random) {
    this.tested = tested;
    this.random = random;
    this.staying = new TestedEngines(tested);
    this.traffic = new TrafficDraw(random).mixed(PACKETS_OF_EACH_SUITE, LONGEST_PAYLOAD);
  }

  /** Goes on for {@code nanos}, at least for some rounds. */
  void check(long nanos) {
    for (int round = 0; round < LEAST_ROUNDS || System.nanoTime() - began < nanos; round++) {
      if (round == FIRST_ROUNDS) {
        report();
      }
      round(round);
    }
    report();
    requireFlat();
    CheckCounts.add("keys dropped", dropped);
  }

  private void round(int round) {
    if (round % ROUNDS_AN_ENGINE == 0) {
      // Nothing of the one before is destroyed either. The collector does not know how much memory
      // waits for it off the heap: left to itself it would come late.
      passing = new TestedEngines(tested);
      System.gc();
    }
    drop(staying);
    drop(passing);
    if (!resident.isEmpty() && System.nanoTime() - reported > REPORT.toNanos()) {
      report();
    }
  }

  /** While other keys of its engines are in use. */
  private void drop(TestedEngines engines) {
    traffic.loadPlain();
    tested.suites().forEach(suite -> engines.seal(traffic.of(suite), Integer.MAX_VALUE));
    tested.suites().forEach(suite -> drop(engines.engine(suite)));
    traffic.loadArrived();
    tested.suites().forEach(suite -> engines.verifyAndOpen(traffic.of(suite), Integer.MAX_VALUE));
  }

  private void drop(SuiteEngine engine) {
    SessionKey session = Session.draw(engine.suite(), random).key();
    PreparedKeys[] alive = new PreparedKeys[ALIVE];
    for (int i = 0; i < NEW_KEYS; i++) {
      int slot = random.below(ALIVE);
      if (alive[slot] != null && random.oneIn(DESTROYED_ONE_IN)) {
        alive[slot].destroy();
      } else if (alive[slot] != null) {
        dropped++;
      }
      alive[slot] = engine.prepare(session);
    }
    dropped += Arrays.stream(alive).filter(Objects::nonNull).count();
  }

  private void report() {
    reported = System.nanoTime();
    try {
      resident.add(OwnMemory.residentBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.printf(
        "%5d s: %,d KiB resident, %,d keys dropped%n",
        Duration.ofNanos(reported - began).toSeconds(),
        resident.get(resident.size() - 1) >> 10,
        dropped);
  }

  private void requireFlat() {
    long growth = resident.get(resident.size() - 1) - resident.get(0);
    if (growth > MOST_GROWTH_BYTES) {
      throw new AssertionError(
          "%s: %,d bytes more after %,d keys were dropped"
              .formatted(tested.name(), growth, dropped));
    }
  }
}

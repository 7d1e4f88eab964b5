package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.List;

/**
 * Misuse of the engines of one party and suite. The result is correct, or an exception that names
 * the mistake, and the engine serves afterwards as before. Owned by one thread.
 */
final class Attempts {

  /** One misuse; throws an AssertionError if its result is not correct. */
  interface Attempt {
    void run(TestedEngines engines);
  }

  static final int PAYLOAD = 300;

  /** Packets in the batches that good ones fill up. */
  static final int SOME = 9;

  private final TestedProvider tested;
  private final Suite suite;
  private final RandomInput random;
  private final List<String> faults = new ArrayList<>();

  Attempts(TestedProvider tested, Suite suite, RandomInput random) {
    this.tested = tested;
    this.suite = suite;
    this.random = random;
  }

  /** Faults found so far. */
  List<String> faults() {
    return faults;
  }

  TestedProvider tested() {
    return tested;
  }

  Suite suite() {
    return suite;
  }

  RandomInput draw() {
    return random;
  }

  /** Either outcome will do, if it is correct. */
  void tryOut(String what, Attempt attempt) {
    CheckCounts.add("bad batches tried", 1);
    try (TestedEngines engines = new TestedEngines(tested)) {
      try {
        attempt.run(engines);
      } catch (IllegalArgumentException | IllegalStateException e) {
        requireWords(e);
      }
      requireHealthy(engines);
    } catch (RuntimeException | AssertionError e) {
      faults.add("%s, %s, %s: %s".formatted(tested.name(), suite, what, e));
    }
  }

  /** It must be refused. */
  void requireRefusal(String what, Attempt attempt) {
    tryOut(
        what,
        engines -> {
          attempt.run(engines);
          throw new AssertionError("was not refused");
        });
  }

  private static void requireWords(RuntimeException refusal) {
    CheckCounts.add("bad batches refused", 1);
    require(
        refusal.getMessage() != null && !refusal.getMessage().isBlank(), "refused without a word");
  }

  /** Good packets, half of them forged, on the same engine. */
  void requireHealthy(TestedEngines engines) {
    Traffic traffic = new TrafficDraw(random).mixed(SOME, PAYLOAD);
    traffic.loadPlain();
    engines.seal(traffic.of(suite), SOME);
    traffic.applyFates();
    engines.verifyAndOpen(traffic.of(suite), SOME);
  }

  /** A sealed, genuine packet. */
  TestPacket one() {
    Traffic one = new TrafficDraw(random).one(suite, PAYLOAD);
    one.loadSealed();
    return one.of(suite).get(0);
  }

  /** Asserts that the desk's engine finds a packet genuine with these keys. */
  void verifyGenuine(TestedEngines engines, TestPacket packet, PreparedKeys keys) {
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(packet.packet(), keys);
    engines.engine(suite).verify(batch);
    require(batch.isAuthentic(0), "a genuine packet was found forged");
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}

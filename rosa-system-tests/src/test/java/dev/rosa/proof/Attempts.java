package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.wire.Suite;
import java.util.ArrayList;
import java.util.List;

/**
 * Misuse of the engines of one party and suite. The result is correct, or an exception that names
 * the mistake, and the engine serves afterwards as before. Owned by one thread.
 */
final class Attempts {

  /** One misuse; throws an AssertionError if its result is not correct. */
  interface Attempt {
    void run(Desk desk);
  }

  static final int PAYLOAD = 300;

  /** Packets in the batches that good ones fill up. */
  static final int SOME = 9;

  private final Party party;
  private final Suite suite;
  private final Draw draw;
  private final List<String> faults = new ArrayList<>();

  Attempts(Party party, Suite suite, Draw draw) {
    this.party = party;
    this.suite = suite;
    this.draw = draw;
  }

  /** Faults found so far. */
  List<String> faults() {
    return faults;
  }

  Party party() {
    return party;
  }

  Suite suite() {
    return suite;
  }

  Draw draw() {
    return draw;
  }

  /** Either outcome will do, if it is correct. */
  void tryOut(String what, Attempt attempt) {
    Tally.add("bad batches tried", 1);
    try (Desk desk = new Desk(party)) {
      try {
        attempt.run(desk);
      } catch (IllegalArgumentException | IllegalStateException e) {
        requireWords(e);
      }
      requireHealthy(desk);
    } catch (RuntimeException | AssertionError e) {
      faults.add("%s, %s, %s: %s".formatted(party.name(), suite, what, e));
    }
  }

  /** It must be refused. */
  void requireRefusal(String what, Attempt attempt) {
    tryOut(
        what,
        desk -> {
          attempt.run(desk);
          throw new AssertionError("was not refused");
        });
  }

  private static void requireWords(RuntimeException refusal) {
    Tally.add("bad batches refused", 1);
    require(
        refusal.getMessage() != null && !refusal.getMessage().isBlank(), "refused without a word");
  }

  /** Good packets, half of them forged, on the same engine. */
  void requireHealthy(Desk desk) {
    Traffic traffic = new TrafficDraw(draw).mixed(SOME, PAYLOAD);
    traffic.loadPlain();
    desk.seal(traffic.of(suite), SOME);
    traffic.applyFates();
    desk.verifyAndOpen(traffic.of(suite), SOME);
  }

  /** A sealed, genuine packet. */
  Specimen one() {
    Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
    one.loadSealed();
    return one.of(suite).get(0);
  }

  /** Asserts that the desk's engine finds a packet genuine with these keys. */
  void verifyGenuine(Desk desk, Specimen packet, PreparedKeys keys) {
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(packet.packet(), keys);
    desk.engine(suite).verify(batch);
    require(batch.isAuthentic(0), "a genuine packet was found forged");
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}

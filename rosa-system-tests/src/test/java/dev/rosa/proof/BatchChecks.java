package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Suite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Comparison of an engine's results for many packets in one call with its results for each alone,
 * and with {@link Reference}. Stateless.
 */
final class BatchChecks {

  /** Around what engines split at, and far beyond; a router's batch has 1,024. */
  static final List<Integer> SIZES = List.of(1, 2, 63, 64, 65, 127, 128, 129, 1_024);

  static final int LARGE = 10_000;

  /** So that 10,000 of each suite fit. */
  static final int SHORT_PAYLOAD = 400;

  static final int LONGEST_PAYLOAD = 9_000;

  private static final int BIT_FLIPS_PAYLOAD = 37;

  private BatchChecks() {}

  /** Seals and verifies the traffic in one call per suite, one packet a call, and in portions. */
  static void anyMix(Party party, Traffic traffic, Draw draw) {
    Set<Suite> suites = servedOf(party, traffic);
    for (int atOnce : List.of(Integer.MAX_VALUE, 1, draw.between(2, 200))) {
      try (Desk desk = new Desk(party)) {
        seal(desk, party, traffic, suites, atOnce);
        verify(desk, party, traffic, suites, atOnce, draw);
      }
    }
  }

  /** The traffic is sealed in one call per suite, and nothing else in its memory changes. */
  static void largeBatch(Party party, Traffic traffic, Draw draw) {
    Set<Suite> suites = servedOf(party, traffic);
    try (Desk desk = new Desk(party)) {
      seal(desk, party, traffic, suites, Integer.MAX_VALUE);
      verify(desk, party, traffic, suites, Integer.MAX_VALUE, draw);
    }
  }

  private static Set<Suite> servedOf(Party party, Traffic traffic) {
    Set<Suite> suites = EnumSet.copyOf(traffic.suites());
    suites.retainAll(party.suites());
    return suites;
  }

  private static void seal(Desk desk, Party party, Traffic traffic, Set<Suite> suites, int atOnce) {
    traffic.loadPlain();
    for (Suite suite : suites) {
      desk.seal(traffic.of(suite), atOnce);
    }
    traffic.requireSealed(suites, party.name());
  }

  private static void verify(
      Desk desk, Party party, Traffic traffic, Set<Suite> suites, int atOnce, Draw draw) {
    traffic.loadArrived();
    List<byte[]> before = traffic.image();
    for (Suite suite : suites) {
      desk.verifyAndOpen(someTwice(traffic.of(suite), draw), atOnce);
    }
    traffic.requireSame(before, traffic.image(), party.name() + " verified");
  }

  /** Some packets are there again, next to themselves or further on. */
  private static List<Specimen> someTwice(List<Specimen> specimens, Draw draw) {
    List<Specimen> more = new ArrayList<>(specimens);
    for (int i = 0; i <= specimens.size() / 16; i++) {
      more.add(draw.below(more.size() + 1), draw.of(specimens));
    }
    return more;
  }

  /** Every bit that the tag covers, and every bit of the tag, flipped in a packet of its own. */
  static void everyBit(Party party, Suite suite, Draw draw) {
    Traffic flips = everyBit(new TrafficDraw(draw).one(suite, BIT_FLIPS_PAYLOAD), suite, draw);
    flips.loadArrived();
    try (Desk desk = new Desk(party)) {
      desk.verifyAndOpen(flips.of(suite), Integer.MAX_VALUE);
    }
    Tally.add("bits flipped", flips.of(suite).size() - 1L);
  }

  private static Traffic everyBit(Traffic one, Suite suite, Draw draw) {
    Specimen original = one.of(suite).get(0);
    ActivePacket packet = original.packet();
    int length = packet.ipLength();
    int headerAt = packet.headerOffset() - packet.ipOffset();
    int bits = (length - headerAt) * Byte.SIZE;
    ByteBuffer memory = Ground.draw(length * (bits + 1), draw);
    List<Specimen> copies = new ArrayList<>();
    for (int bit = 0; bit <= bits; bit++) {
      int at = bit * length;
      memory.put(at, packet.memory(), packet.ipOffset(), length);
      ActivePacket copy = new ActivePacket();
      copy.wrap(memory, at, length);
      Session session = original.session();
      copies.add(
          new Specimen(
              session,
              copy,
              original.clear(),
              original.sealed(),
              bit == bits
                  ? Fates.genuine(session, true)
                  : Fates.flipped(
                      session, at + headerAt + bit / Byte.SIZE, bit % Byte.SIZE, true)));
    }
    return new Traffic(List.of(memory), copies);
  }

  /**
   * Checks that {@code verifier} finds genuine packets of {@code sealer} authentic and opens them,
   * and forged ones not.
   */
  static void pair(Party sealer, Party verifier, Traffic traffic) {
    Set<Suite> suites = servedOf(sealer, traffic);
    suites.retainAll(verifier.suites());
    traffic.loadPlain();
    try (Desk desk = new Desk(sealer)) {
      for (Suite suite : suites) {
        desk.seal(traffic.of(suite), Integer.MAX_VALUE);
      }
    }
    traffic.applyFates();
    List<byte[]> before = traffic.image();
    try (Desk desk = new Desk(verifier)) {
      for (Suite suite : suites) {
        desk.verifyAndOpen(traffic.of(suite), Integer.MAX_VALUE);
      }
    }
    traffic.requireSame(before, traffic.image(), verifier.name() + " verified");
    Tally.add("pairs of parties and suites", suites.size());
  }

  /** A batch of nothing is no reason to fail. */
  static void empty(Party party, Suite suite) {
    SuiteEngine engine = party.engineFor(suite);
    CryptoBatch batch = new CryptoBatch(1, 0);
    engine.seal(batch);
    engine.verify(batch);
    if (suite.encrypts()) {
      engine.open(batch);
    }
  }
}

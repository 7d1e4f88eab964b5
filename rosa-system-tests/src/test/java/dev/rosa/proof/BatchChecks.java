package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Suite;
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
  static void anyMix(TestedProvider tested, Traffic traffic, RandomInput random) {
    Set<Suite> suites = servedOf(tested, traffic);
    for (int atOnce : List.of(Integer.MAX_VALUE, 1, random.between(2, 200))) {
      try (TestedEngines engines = new TestedEngines(tested)) {
        seal(engines, tested, traffic, suites, atOnce);
        verify(engines, tested, traffic, suites, atOnce, random);
      }
    }
  }

  /** The traffic is sealed in one call per suite, and nothing else in its memory changes. */
  static void largeBatch(TestedProvider tested, Traffic traffic, RandomInput random) {
    Set<Suite> suites = servedOf(tested, traffic);
    try (TestedEngines engines = new TestedEngines(tested)) {
      seal(engines, tested, traffic, suites, Integer.MAX_VALUE);
      verify(engines, tested, traffic, suites, Integer.MAX_VALUE, random);
    }
  }

  private static Set<Suite> servedOf(TestedProvider tested, Traffic traffic) {
    Set<Suite> suites = EnumSet.copyOf(traffic.suites());
    suites.retainAll(tested.suites());
    return suites;
  }

  private static void seal(
      TestedEngines engines,
      TestedProvider tested,
      Traffic traffic,
      Set<Suite> suites,
      int atOnce) {
    traffic.loadPlain();
    for (Suite suite : suites) {
      engines.seal(traffic.of(suite), atOnce);
    }
    traffic.requireSealed(suites, tested.name());
  }

  private static void verify(
      TestedEngines engines,
      TestedProvider tested,
      Traffic traffic,
      Set<Suite> suites,
      int atOnce,
      RandomInput random) {
    traffic.loadArrived();
    List<byte[]> before = traffic.image();
    for (Suite suite : suites) {
      engines.verifyAndOpen(someTwice(traffic.of(suite), random), atOnce);
    }
    traffic.requireSame(before, traffic.image(), tested.name() + " verified");
  }

  /** Some packets are there again, next to themselves or further on. */
  private static List<TestPacket> someTwice(List<TestPacket> specimens, RandomInput random) {
    List<TestPacket> more = new ArrayList<>(specimens);
    for (int i = 0; i <= specimens.size() / 16; i++) {
      more.add(random.below(more.size() + 1), random.of(specimens));
    }
    return more;
  }

  /** Every bit that the tag covers, and every bit of the tag, flipped in a packet of its own. */
  static void everyBit(TestedProvider tested, Suite suite, RandomInput random) {
    Traffic flips = everyBit(new TrafficDraw(random).one(suite, BIT_FLIPS_PAYLOAD), suite, random);
    flips.loadArrived();
    try (TestedEngines engines = new TestedEngines(tested)) {
      engines.verifyAndOpen(flips.of(suite), Integer.MAX_VALUE);
    }
    CheckCounts.add("bits flipped", flips.of(suite).size() - 1L);
  }

  private static Traffic everyBit(Traffic one, Suite suite, RandomInput random) {
    TestPacket original = one.of(suite).get(0);
    ActivePacket packet = original.packet();
    int length = packet.ipLength();
    int headerAt = packet.headerOffset() - packet.ipOffset();
    int bits = (length - headerAt) * Byte.SIZE;
    ByteBuffer memory = PacketMemory.draw(length * (bits + 1), random);
    List<TestPacket> copies = new ArrayList<>();
    for (int bit = 0; bit <= bits; bit++) {
      int at = bit * length;
      memory.put(at, packet.memory(), packet.ipOffset(), length);
      ActivePacket copy = new ActivePacket();
      copy.wrap(memory, at, length);
      Session session = original.session();
      copies.add(
          new TestPacket(
              session,
              copy,
              original.clear(),
              original.sealed(),
              bit == bits
                  ? Alterations.genuine(session, true)
                  : Alterations.flipped(
                      session, at + headerAt + bit / Byte.SIZE, bit % Byte.SIZE, true)));
    }
    return new Traffic(List.of(memory), copies);
  }

  /**
   * Checks that {@code verifier} finds genuine packets of {@code sealer} authentic and opens them,
   * and forged ones not.
   */
  static void pair(TestedProvider sealer, TestedProvider verifier, Traffic traffic) {
    Set<Suite> suites = servedOf(sealer, traffic);
    suites.retainAll(verifier.suites());
    traffic.loadPlain();
    try (TestedEngines engines = new TestedEngines(sealer)) {
      for (Suite suite : suites) {
        engines.seal(traffic.of(suite), Integer.MAX_VALUE);
      }
    }
    traffic.applyFates();
    List<byte[]> before = traffic.image();
    try (TestedEngines engines = new TestedEngines(verifier)) {
      for (Suite suite : suites) {
        engines.verifyAndOpen(traffic.of(suite), Integer.MAX_VALUE);
      }
    }
    traffic.requireSame(before, traffic.image(), verifier.name() + " verified");
    CheckCounts.add("pairs of parties and suites", suites.size());
  }

  /** A batch of nothing is no reason to fail. */
  static void empty(TestedProvider tested, Suite suite) {
    SuiteEngine engine = tested.engineFor(suite);
    CryptoBatch batch = new CryptoBatch(1, 0);
    engine.seal(batch);
    engine.verify(batch);
    if (suite.encrypts()) {
      engine.open(batch);
    }
  }
}

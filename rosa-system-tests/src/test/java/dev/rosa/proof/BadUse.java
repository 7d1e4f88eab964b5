package dev.rosa.proof;

import static dev.rosa.proof.Attempts.require;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.Regions;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Other threads, too little room for plaintext, packets of other suites, forged ones opened. */
final class BadUse {

  private static final int PAYLOAD = Attempts.PAYLOAD;
  private static final int SOME = Attempts.SOME;
  private static final int TIMES = 200;

  private final Attempts attempts;
  private final TestedProvider tested;
  private final Suite suite;
  private final RandomInput random;

  BadUse(Attempts attempts) {
    this.attempts = attempts;
    this.tested = attempts.tested();
    this.suite = attempts.suite();
    this.random = attempts.draw();
  }

  void all() {
    otherThreads();
    if (suite.encrypts()) {
      for (int room : List.of(0, 1, PAYLOAD - 16, PAYLOAD - 1)) {
        attempts.requireRefusal(
            "room for %d of %d bytes".formatted(room, PAYLOAD), engines -> openInto(engines, room));
      }
    }
    for (Suite other : Suite.values()) {
      if (other != suite) {
        attempts.tryOut("a packet of " + other, engines -> requireNotAuthentic(engines, other));
      }
    }
    if (suite == Suite.AES256_GCM) {
      attempts.requireRefusal("opening a forged packet", this::openForged);
    }
    if (suite.macKeyBytes() > 0) {
      attempts.requireRefusal("nothing to authenticate", this::verifyNothing);
    }
  }

  /** Regions of a caller's own, both empty that an HMAC covers. */
  private void verifyNothing(TestedEngines engines) {
    int[] regions = new int[Regions.INTS];
    regions[Regions.NONCE + 1] = suite.nonceBytes();
    regions[Regions.TAG + 1] = suite.tagBytes();
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(
        ByteBuffer.allocateDirect(PAYLOAD), regions, engines.keys(Session.draw(suite, random)));
    engines.engine(suite).verify(batch);
  }

  private void otherThreads() {
    attempts.tryOut(
        "a batch from another thread",
        engines -> {
          Traffic traffic = new TrafficDraw(random).mixed(SOME, PAYLOAD);
          engines.engine(suite);
          traffic.loadArrived();
          elsewhere(() -> engines.verifyAndOpen(traffic.of(suite), SOME));
        });
    attempts.tryOut(
        "keys destroyed by another thread",
        engines -> {
          PreparedKeys keys = engines.engine(suite).prepare(Session.draw(suite, random).key());
          elsewhere(keys::destroy);
        });
    attempts.tryOut("two threads at once", this::twoAtOnce);
  }

  /** Their results are undefined, but the JVM must live, and another engine be unharmed. */
  private void twoAtOnce(TestedEngines unharmed) {
    TestedEngines shared = new TestedEngines(tested);
    Traffic traffic = new TrafficDraw(random).mixed(SOME, PAYLOAD);
    traffic.loadSealed();
    traffic.of(suite).forEach(packet -> shared.keys(packet.session()));
    Runnable hammer = () -> hammer(shared.engine(suite), shared, traffic.of(suite));
    CompletableFuture<Void> other = CompletableFuture.runAsync(hammer, BadUse::start);
    hammer.run();
    other.join();
  }

  private void hammer(SuiteEngine engine, TestedEngines engines, List<TestPacket> packets) {
    CryptoBatch batch = new CryptoBatch(packets.size(), 0);
    packets.forEach(packet -> batch.add(packet.packet(), engines.keys(packet.session())));
    for (int i = 0; i < TIMES; i++) {
      try {
        engine.verify(batch);
      } catch (RuntimeException e) {
        CheckCounts.add("threads that were in each other's way", 1);
      }
    }
  }

  private static void start(Runnable task) {
    new Thread(task, "elsewhere").start();
  }

  /** Runs work in another thread; its exceptions come out as they are. */
  private static void elsewhere(Runnable work) {
    try {
      CompletableFuture.runAsync(work, BadUse::start).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    }
  }

  private void openInto(TestedEngines engines, int room) {
    TestPacket packet = attempts.one();
    CryptoBatch batch = new CryptoBatch(SOME, room);
    try {
      batch.addToOpen(packet.packet(), engines.keys(packet.session()));
      engines.engine(suite).verify(batch);
      engines.engine(suite).open(batch);
    } finally {
      requireNothingOpened(batch, SOME * room);
    }
  }

  private static void requireNothingOpened(CryptoBatch batch, int bytes) {
    byte[] left = new byte[bytes];
    batch.plaintext().get(0, left);
    require(Arrays.equals(left, new byte[bytes]), "plaintext was written where it must not");
  }

  private void requireNotAuthentic(TestedEngines engines, Suite other) {
    Traffic one = new TrafficDraw(random).one(other, 0);
    one.loadSealed();
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(one.of(other).get(0).packet(), engines.keys(Session.draw(suite, random)));
    try {
      engines.engine(suite).verify(batch);
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("its tag ends behind the memory", e);
    }
    require(!batch.isAuthentic(0), "a packet of another suite was found authentic");
  }

  /** Opens a forged packet that was not left closed: an AEAD must not give its plaintext away. */
  private void openForged(TestedEngines engines) {
    TestPacket packet = attempts.one();
    ByteBuffer memory = packet.packet().memory();
    int tag = packet.packet().tagOffset();
    memory.put(tag, (byte) (memory.get(tag) ^ 1));
    CryptoBatch batch = new CryptoBatch(1, PAYLOAD);
    batch.addToOpen(packet.packet(), engines.keys(packet.session()));
    engines.engine(suite).verify(batch);
    require(!batch.isAuthentic(0), "a forged packet was found authentic");
    try {
      engines.engine(suite).open(batch);
    } finally {
      requireNothingOpened(batch, PAYLOAD);
    }
  }
}

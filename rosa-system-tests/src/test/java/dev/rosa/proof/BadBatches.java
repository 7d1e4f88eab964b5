package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.provider.Candidate;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Suite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * Batches that nobody should hand to an engine. What comes of one is correct, or an exception that
 * says what is wrong; and afterwards the engine serves as before. To be run in a JVM of its own.
 */
final class BadBatches {

  /** One way to go wrong; throws an AssertionError if what comes of it is not correct. */
  private interface Attempt {
    void run(Desk desk);
  }

  /** A key that no engine made. */
  private static final PreparedKey FOREIGN =
      new PreparedKey() {
        @Override
        public int footprintBytes() {
          return 0;
        }

        @Override
        public void destroy() {
          // Nothing is held.
        }
      };

  private static final int SOME = 9;
  private static final int PAYLOAD = 300;
  private static final int NESTED_PAYLOAD = 60;
  private static final List<Integer> LONG_PACKETS = List.of(9_001, 16_384, 32_769, 65_000, 65_535);

  private final Candidate party;
  private final Suite suite;
  private final Draw draw;
  private final List<String> faults = new ArrayList<>();

  BadBatches(Candidate party, Suite suite, Draw draw) {
    this.party = party;
    this.suite = suite;
    this.draw = draw;
  }

  /** Tries all of them, and says what went wrong. */
  List<String> faults() {
    overlapping();
    tooLong();
    destroyedKeys();
    foreignKeys();
    otherThreads();
    tooLittleRoom();
    beyondTheMemory();
    otherSuites();
    noKeysAndBadKeys();
    forgedButWanted();
    return faults;
  }

  private void attempt(String what, Attempt attempt) {
    Tally.add("bad batches tried", 1);
    try (Desk desk = new Desk(party)) {
      try {
        attempt.run(desk);
      } catch (IllegalArgumentException | IllegalStateException e) {
        Tally.add("bad batches refused", 1);
        require(e.getMessage() != null && !e.getMessage().isBlank(), "refused without a word");
      }
      requireHealthy(desk);
    } catch (RuntimeException | AssertionError e) {
      faults.add("%s, %s, %s: %s".formatted(party.name(), suite, what, e));
    }
  }

  /** The same engine, after what was tried. */
  private void requireHealthy(Desk desk) {
    Traffic traffic = new TrafficDraw(draw).mixed(SOME, PAYLOAD);
    traffic.loadPlain();
    desk.seal(traffic.of(suite), SOME);
    traffic.applyFates();
    desk.verifyAndOpen(traffic.of(suite), SOME);
  }

  private void overlapping() {
    attempt(
        "verifying a packet inside another one's payload",
        desk -> {
          Traffic nested = Nested.draw(suite, PAYLOAD, NESTED_PAYLOAD, draw);
          nested.loadArrived();
          desk.verifyAndOpen(nested.of(suite), 2);
        });
    attempt(
        "sealing a packet inside another one's payload",
        desk -> {
          Traffic nested = Nested.draw(suite, PAYLOAD, NESTED_PAYLOAD, draw);
          nested.loadPlain();
          byte[] before = nested.image().get(0);
          desk.seal(nested.of(suite), 2);
          ActivePacket outer = nested.of(suite).get(0).packet();
          byte[] after = nested.image().get(0);
          int end = outer.ipOffset() + outer.ipLength();
          require(
              Arrays.equals(before, 0, outer.payloadOffset(), after, 0, outer.payloadOffset())
                  && Arrays.equals(before, end, before.length, after, end, after.length),
              "bytes outside both packets have changed");
        });
    attempt(
        "sealing the same packet twice",
        desk -> {
          Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
          one.loadPlain();
          Specimen packet = one.of(suite).get(0);
          desk.seal(List.of(packet, packet), 2);
        });
  }

  private void tooLong() {
    for (int ipBytes : LONG_PACKETS) {
      Traffic traffic = new TrafficDraw(draw).oneOf(suite, ipBytes);
      attempt(
          "sealing a packet of %,d bytes".formatted(ipBytes),
          desk -> {
            traffic.loadPlain();
            desk.seal(traffic.of(suite), 1);
            traffic.requireSealed(EnumSet.of(suite), party.name());
          });
      attempt(
          "verifying a packet of %,d bytes".formatted(ipBytes),
          desk -> {
            traffic.loadArrived();
            desk.verifyAndOpen(traffic.of(suite), 1);
          });
    }
  }

  /** One among good ones, and alone; the good ones' verdicts must be right if there are any. */
  private void destroyedKeys() {
    attempt("verifying with a destroyed key", desk -> withDestroyedKey(desk, SuiteEngine::verify));
    attempt("sealing with a destroyed key", desk -> withDestroyedKey(desk, SuiteEngine::seal));
    attempt(
        "destroying keys twice",
        desk -> {
          PreparedKeys keys = desk.engine(suite).prepare(Session.draw(suite, draw).key());
          keys.destroy();
          keys.destroy();
        });
    if (suite.encrypts()) {
      attempt(
          "opening with a key that was destroyed after verifying",
          desk -> {
            Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
            one.loadSealed();
            Specimen packet = one.of(suite).get(0);
            PreparedKeys keys = desk.engine(suite).prepare(packet.session().key());
            CryptoBatch batch = new CryptoBatch(1, PAYLOAD);
            batch.addToOpen(packet.packet(), keys);
            desk.engine(suite).verify(batch);
            require(batch.isAuthentic(0), "a genuine packet was found forged");
            keys.destroy();
            desk.engine(suite).open(batch);
            requireOpened(batch, packet);
          });
    }
  }

  private void withDestroyedKey(Desk desk, BiConsumer<SuiteEngine, CryptoBatch> call) {
    Traffic traffic = new TrafficDraw(draw).mixed(SOME, PAYLOAD);
    traffic.loadSealed();
    CryptoBatch batch = new CryptoBatch(SOME + 1, 0);
    traffic.of(suite).forEach(packet -> batch.add(packet.packet(), desk.keys(packet.session())));
    Traffic other = new TrafficDraw(draw).one(suite, PAYLOAD);
    other.loadSealed();
    Specimen packet = other.of(suite).get(0);
    PreparedKeys destroyed = desk.engine(suite).prepare(packet.session().key());
    destroyed.destroy();
    batch.add(packet.packet(), destroyed);
    call.accept(desk.engine(suite), batch);
  }

  private void foreignKeys() {
    for (Candidate other : Parties.present()) {
      if (KnownDeviations.suites(other).contains(suite)) {
        attempt(
            "keys of another engine, of " + other.name(),
            desk -> {
              Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
              one.loadSealed();
              Specimen packet = one.of(suite).get(0);
              verifyGenuine(desk, packet, other.engineFor(suite).prepare(packet.session().key()));
            });
      }
    }
    attempt(
        "keys that nobody made",
        desk -> {
          Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
          one.loadSealed();
          verifyGenuine(desk, one.of(suite).get(0), new PreparedKeys(FOREIGN, FOREIGN));
        });
  }

  private void verifyGenuine(Desk desk, Specimen packet, PreparedKeys keys) {
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(packet.packet(), keys);
    desk.engine(suite).verify(batch);
    require(batch.isAuthentic(0), "a genuine packet was found forged");
  }

  private void otherThreads() {
    Traffic traffic = new TrafficDraw(draw).mixed(SOME, PAYLOAD);
    attempt(
        "a batch from another thread",
        desk -> {
          desk.engine(suite);
          traffic.loadArrived();
          elsewhere(() -> desk.verifyAndOpen(traffic.of(suite), SOME)).join();
        });
    attempt(
        "keys destroyed by another thread",
        desk -> {
          PreparedKeys keys = desk.engine(suite).prepare(Session.draw(suite, draw).key());
          elsewhere(keys::destroy).join();
        });
  }

  /** What it throws comes out as it is. */
  private static CompletableFuture<Void> elsewhere(Runnable work) {
    Thread[] thread = new Thread[1];
    CompletableFuture<Void> done =
        CompletableFuture.runAsync(
            work,
            task -> {
              thread[0] = new Thread(task, "elsewhere");
              thread[0].start();
            });
    try {
      done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    }
    return done;
  }

  private void tooLittleRoom() {
    if (!suite.encrypts()) {
      return;
    }
    for (int room : List.of(0, 1, PAYLOAD - 16, PAYLOAD - 1)) {
      attempt("room for %d of %d bytes".formatted(room, PAYLOAD), desk -> openInto(desk, room));
    }
  }

  private void openInto(Desk desk, int room) {
    Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
    one.loadSealed();
    Specimen packet = one.of(suite).get(0);
    CryptoBatch batch = new CryptoBatch(SOME, room);
    byte[] untouched = new byte[SOME * room];
    try {
      batch.addToOpen(packet.packet(), desk.keys(packet.session()));
      desk.engine(suite).verify(batch);
      desk.engine(suite).open(batch);
    } finally {
      byte[] left = new byte[SOME * room];
      batch.plaintext().get(0, left);
      require(Arrays.equals(untouched, left), "plaintext was written where there is no room");
    }
    throw new AssertionError("a payload was opened into too little room");
  }

  /** A packet that says that it is longer than its memory; and a memory that was cut. */
  private void beyondTheMemory() {
    for (int length : List.of(PAYLOAD + 4_096, 40_000, 65_000)) {
      attempt(
          "a payload that ends %,d bytes behind its memory".formatted(length - PAYLOAD),
          desk -> {
            Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
            one.loadSealed();
            Specimen packet = one.of(suite).get(0);
            packet.packet().resizePayload(length);
            requireNothingOf(desk, packet);
          });
    }
    attempt("memory that was cut after the packet was found in it", this::verifyInCutMemory);
  }

  /** The bytes are still there, only out of bounds: either verdict will do. */
  private void verifyInCutMemory(Desk desk) {
    Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
    one.loadSealed();
    Specimen packet = one.of(suite).get(0);
    packet.packet().memory().limit(packet.packet().payloadOffset() + 3);
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(packet.packet(), desk.keys(packet.session()));
    try {
      desk.engine(suite).verify(batch);
    } catch (IndexOutOfBoundsException e) {
      Tally.add("bad batches refused by Java's bounds checks", 1);
    }
  }

  /** Neither verified nor sealed; Java's own bounds checks are clear enough. */
  private void requireNothingOf(Desk desk, Specimen packet) {
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(packet.packet(), desk.keys(packet.session()));
    try {
      desk.engine(suite).verify(batch);
      require(!batch.isAuthentic(0), "what is not there was found authentic");
      desk.engine(suite).seal(batch);
      throw new AssertionError("what is not there was sealed");
    } catch (IndexOutOfBoundsException e) {
      Tally.add("bad batches refused by Java's bounds checks", 1);
    }
  }

  private void otherSuites() {
    for (Suite other : Suite.values()) {
      if (other != suite) {
        attempt("a packet of " + other, desk -> requireNotAuthentic(desk, other));
      }
    }
  }

  private void requireNotAuthentic(Desk desk, Suite other) {
    Traffic one = new TrafficDraw(draw).one(other, 0);
    one.loadSealed();
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(one.of(other).get(0).packet(), desk.keys(Session.draw(suite, draw)));
    try {
      desk.engine(suite).verify(batch);
    } catch (IndexOutOfBoundsException e) {
      // Its tag is shorter, and the memory may end there.
      Tally.add("bad batches refused by Java's bounds checks", 1);
    }
    require(!batch.isAuthentic(0), "a packet of another suite was found authentic");
  }

  private void noKeysAndBadKeys() {
    attempt(
        "no keys",
        desk -> {
          Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
          one.loadSealed();
          try {
            verifyGenuine(desk, one.of(suite).get(0), new PreparedKeys(null, null));
          } catch (NullPointerException e) {
            Tally.add("bad batches refused by Java's null checks", 1);
          }
        });
    for (int bytes : List.of(0, 1, 15, 31, 33, 64, 1_000)) {
      attempt(
          "a session key of %d bytes".formatted(bytes),
          desk -> {
            byte[] macKey = new byte[suite.macKeyBytes() == 0 ? 0 : bytes];
            byte[] cipherKey = new byte[suite.cipherKeyBytes() == 0 ? 0 : bytes];
            desk.engine(suite).prepare(SessionKey.of(macKey, cipherKey)).destroy();
          });
    }
  }

  /** Somebody forgot to leave a forged packet closed: an AEAD must not give plaintext away. */
  private void forgedButWanted() {
    if (suite != Suite.AES256_GCM) {
      return;
    }
    attempt(
        "opening a forged packet",
        desk -> {
          Traffic one = new TrafficDraw(draw).one(suite, PAYLOAD);
          one.loadSealed();
          Specimen packet = one.of(suite).get(0);
          ByteBuffer memory = packet.packet().memory();
          int tag = packet.packet().tagOffset();
          memory.put(tag, (byte) (memory.get(tag) ^ 1));
          CryptoBatch batch = new CryptoBatch(1, PAYLOAD);
          batch.addToOpen(packet.packet(), desk.keys(packet.session()));
          desk.engine(suite).verify(batch);
          try {
            desk.engine(suite).open(batch);
          } finally {
            byte[] left = new byte[PAYLOAD];
            batch.plaintext().get(0, left);
            require(
                Arrays.equals(left, new byte[PAYLOAD]), "plaintext of a forged packet is there");
          }
        });
  }

  private static void requireOpened(CryptoBatch batch, Specimen packet) {
    byte[] opened = new byte[packet.clear().length];
    batch.plaintext().get(batch.plaintextOffset(0), opened);
    require(Arrays.equals(packet.clear(), opened), "wrong plaintext");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}

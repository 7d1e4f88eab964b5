package dev.rosa.proof;

import static dev.rosa.proof.Attempts.require;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/**
 * Packets that overlap, that are too long, that end behind their memory, that cannot be written.
 */
final class BadMemory {

  private static final int PAYLOAD = Attempts.PAYLOAD;
  private static final int NESTED_PAYLOAD = 60;
  private static final List<Integer> LONG_PACKETS = List.of(9_001, 16_384, 32_769, 65_000, 65_535);

  private final Attempts attempts;
  private final TestedProvider tested;
  private final Suite suite;
  private final RandomInput random;

  BadMemory(Attempts attempts) {
    this.attempts = attempts;
    this.tested = attempts.tested();
    this.suite = attempts.suite();
    this.random = attempts.draw();
  }

  void all() {
    overlapping();
    for (int ipBytes : LONG_PACKETS) {
      tooLong(ipBytes);
    }
    for (int behind : List.of(1, 4_096, 40_000, 64_000)) {
      beyondTheMemory(behind);
    }
    attempts.requireRefusal("memory cut after the packet was found in it", this::verifyInCutMemory);
    readOnly();
  }

  private void overlapping() {
    attempts.tryOut(
        "verifying a packet inside another one's payload",
        engines -> {
          Traffic nested = Nested.draw(suite, PAYLOAD, NESTED_PAYLOAD, random);
          nested.loadArrived();
          engines.verifyAndOpen(nested.of(suite), 2);
        });
    attempts.tryOut("sealing a packet inside another one's payload", this::sealNested);
    attempts.tryOut(
        "sealing the same packet twice",
        engines -> {
          TestPacket packet = attempts.one();
          engines.seal(List.of(packet, packet), 2);
        });
  }

  /** Seals overlapping packets: their bytes are undefined, but nothing else may change. */
  private void sealNested(TestedEngines engines) {
    Traffic nested = Nested.draw(suite, PAYLOAD, NESTED_PAYLOAD, random);
    nested.loadPlain();
    byte[] before = nested.image().get(0);
    engines.seal(nested.of(suite), 2);
    byte[] after = nested.image().get(0);
    ActivePacket outer = nested.of(suite).get(0).packet();
    int start = outer.payloadOffset();
    int end = outer.ipOffset() + outer.ipLength();
    require(
        Arrays.equals(before, 0, start, after, 0, start)
            && Arrays.equals(before, end, before.length, after, end, after.length),
        "bytes outside both packets have changed");
  }

  private void tooLong(int ipBytes) {
    Traffic traffic = new TrafficDraw(random).oneOf(suite, ipBytes);
    attempts.tryOut(
        "sealing a packet of %,d bytes".formatted(ipBytes),
        engines -> {
          traffic.loadPlain();
          engines.seal(traffic.of(suite), 1);
          traffic.requireSealed(EnumSet.of(suite), tested.name());
        });
    attempts.tryOut(
        "verifying a packet of %,d bytes".formatted(ipBytes),
        engines -> {
          traffic.loadArrived();
          engines.verifyAndOpen(traffic.of(suite), 1);
        });
  }

  /**
   * The packet says that it is longer than its memory; Java's own bounds checks are clear enough.
   */
  private void beyondTheMemory(int behind) {
    String what = "a packet that ends %,d bytes behind its memory".formatted(behind);
    attempts.requireRefusal(
        "verifying " + what, engines -> verify(engines, reachingBehind(behind)));
    attempts.requireRefusal(
        "sealing " + what,
        engines -> inBounds(() -> engines.seal(List.of(reachingBehind(behind)), 1)));
  }

  private void verify(TestedEngines engines, TestPacket packet) {
    CryptoBatch batch = new CryptoBatch(1, 0);
    batch.add(packet.packet(), engines.keys(packet.session()));
    inBounds(() -> engines.engine(suite).verify(batch));
    require(!batch.isAuthentic(0), "what is not there was found authentic");
  }

  private TestPacket reachingBehind(int bytes) {
    TestPacket packet = attempts.one();
    ActivePacket found = packet.packet();
    int end = found.ipOffset() + found.ipLength();
    found.resizePayload(PAYLOAD + found.memory().capacity() - end + bytes);
    return packet;
  }

  private static void inBounds(Runnable call) {
    try {
      call.run();
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("out of bounds: " + e.getMessage(), e);
    }
  }

  /** The bytes are still there, only out of bounds. */
  private void verifyInCutMemory(TestedEngines engines) {
    TestPacket packet = attempts.one();
    packet.packet().memory().limit(packet.packet().payloadOffset() + 3);
    verify(engines, packet);
  }

  /** Verifying does not write, so that it may be done; sealing may not. */
  private void readOnly() {
    attempts.tryOut(
        "verifying in memory that is read-only",
        engines -> {
          TestPacket packet = readOnly(attempts.one());
          attempts.verifyGenuine(engines, packet, engines.keys(packet.session()));
        });
    attempts.requireRefusal(
        "sealing in memory that is read-only",
        engines -> {
          TestPacket packet = readOnly(attempts.one());
          ByteBuffer memory = packet.packet().memory();
          byte[] before = bytes(memory);
          PreparedKeys keys = engines.keys(packet.session());
          CryptoBatch batch = new CryptoBatch(1, 0);
          batch.add(packet.packet(), keys);
          try {
            engines.engine(suite).seal(batch);
          } catch (ReadOnlyBufferException e) {
            throw new IllegalArgumentException("read-only", e);
          } finally {
            require(Arrays.equals(before, bytes(memory)), "read-only memory was written to");
          }
        });
  }

  private static TestPacket readOnly(TestPacket packet) {
    ActivePacket view = new ActivePacket();
    ActivePacket found = packet.packet();
    view.wrap(found.memory().asReadOnlyBuffer(), found.ipOffset(), found.ipLength());
    return new TestPacket(packet.session(), view, packet.clear(), packet.sealed(), packet.fate());
  }

  private static byte[] bytes(ByteBuffer memory) {
    byte[] bytes = new byte[memory.capacity()];
    memory.get(0, bytes);
    return bytes;
  }
}

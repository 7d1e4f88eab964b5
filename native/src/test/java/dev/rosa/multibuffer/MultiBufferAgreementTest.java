package dev.rosa.multibuffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Comparison of the multi-buffer engine with Java's own providers, for batches of any number,
 * length, session, alignment and kind of memory.
 */
@Tag("jdk")
class MultiBufferAgreementTest {

  private static final int SESSIONS = 23;
  private static final int LONGEST = 9_000;

  /** Packets of one suite, twice over: sealed by Java, and to be sealed by the engine. */
  private static final class Fixture {
    private final Random random = new Random(42);
    private final SuitePackets packets;
    private final SuiteEngine java;
    private final SuiteEngine engine;
    private final List<PreparedKeys> javaKeys = new ArrayList<>();
    private final List<PreparedKeys> keys = new ArrayList<>();
    private final List<ActivePacket> plain = new ArrayList<>();
    private final List<ActivePacket> sealed = new ArrayList<>();

    Fixture(Suite suite) {
      packets = new SuitePackets(suite, 7);
      java = SuitePackets.java(suite);
      engine = Available.engines().engineFor(suite);
      for (int i = 0; i < SESSIONS; i++) {
        SessionKey key = packets.key();
        javaKeys.add(java.prepare(key));
        keys.add(engine.prepare(key));
      }
    }

    /** Memory of a kind that a packet's place in the batch decides, at an odd offset. */
    private ByteBuffer memory(int index, int bytes) {
      return index % 3 == 0 ? ByteBuffer.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
    }

    void write(int count, int longest) {
      CryptoBatch batch = new CryptoBatch(1, 0);
      for (int i = 0; i < count; i++) {
        int length = random.nextInt(longest + 1);
        int offset = random.nextInt(64);
        ByteBuffer memory = memory(i, offset + length + SuitePackets.OVERHEAD);
        ActivePacket packet = packets.write(memory, offset, length);
        plain.add(packet);
        ActivePacket copy =
            SuitePackets.copy(packet, memory(i + 1, memory.capacity() + 1), offset + 1);
        batch.add(copy, javaKeys.get(i % SESSIONS));
        java.seal(batch);
        batch.clear();
        sealed.add(copy);
      }
    }

    CryptoBatch batch(List<ActivePacket> of) {
      CryptoBatch batch = new CryptoBatch(of.size(), LONGEST);
      for (int i = 0; i < of.size(); i++) {
        SuitePackets.add(batch, of.get(i), keys.get(i % SESSIONS));
      }
      return batch;
    }
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldSealAsJavaDoesWhateverTheLengthsAndMemories(Suite suite) {
    Fixture fixture = new Fixture(suite);
    fixture.write(300, LONGEST);

    fixture.engine.seal(fixture.batch(fixture.plain));

    for (int i = 0; i < 300; i++) {
      assertArrayEquals(
          SuitePackets.bytes(fixture.sealed.get(i)), SuitePackets.bytes(fixture.plain.get(i)));
    }
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldFindExactlyTheForgedOnesAndOpenTheOthers(Suite suite) {
    Fixture fixture = new Fixture(suite);
    fixture.write(300, LONGEST);
    for (int i = 0; i < 300; i += 7) {
      forge(fixture.sealed.get(i), fixture.random);
    }
    CryptoBatch batch = fixture.batch(fixture.sealed);

    fixture.engine.verify(batch);

    for (int i = 0; i < 300; i++) {
      assertEquals(i % 7 != 0, batch.isAuthentic(i), "packet " + i);
    }
    if (suite.encrypts()) {
      assertOpened(fixture, batch);
    }
  }

  private static void assertOpened(Fixture fixture, CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i += 7) {
      assertArrayEquals(new byte[batch.payloadLength(i)], SuitePackets.plaintext(batch, i));
      batch.leaveClosed(i);
    }
    fixture.engine.open(batch);
    for (int i = 0; i < batch.size(); i++) {
      if (i % 7 != 0) {
        assertFalse(batch.isToOpen(i));
        assertArrayEquals(
            SuitePackets.payload(fixture.plain.get(i)), SuitePackets.plaintext(batch, i));
      }
    }
  }

  /** One bit, anywhere from the header to the tag. */
  private static void forge(ActivePacket packet, Random random) {
    int from = packet.headerOffset();
    int end = packet.tagOffset() + packet.suite().tagBytes();
    int at = random.nextBoolean() ? end - 1 - random.nextInt(16) : from + 24 + random.nextInt(40);
    packet.memory().put(at, (byte) (packet.memory().get(at) ^ 1 << random.nextInt(8)));
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldGiveTheSameForAnySizeOfBatch(Suite suite) {
    Fixture fixture = new Fixture(suite);
    fixture.write(140, 300);
    for (int size = 1; size <= 140; size += size < 36 ? 1 : 13) {
      List<ActivePacket> copies = new ArrayList<>();
      for (ActivePacket packet : fixture.plain.subList(0, size)) {
        copies.add(SuitePackets.copy(packet, ByteBuffer.allocateDirect(packet.ipLength()), 0));
      }
      CryptoBatch batch = fixture.batch(copies);
      fixture.engine.seal(batch);
      for (int i = 0; i < size; i++) {
        assertArrayEquals(
            SuitePackets.bytes(fixture.sealed.get(i)), SuitePackets.bytes(copies.get(i)));
      }
      fixture.engine.verify(batch);
      for (int i = 0; i < size; i++) {
        assertTrue(batch.isAuthentic(i));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldTakeTenThousandPacketsAtOnce(Suite suite) {
    Fixture fixture = new Fixture(suite);
    int count = 10_000;
    ByteBuffer memory = ByteBuffer.allocateDirect(count * 512);
    CryptoBatch batch = new CryptoBatch(count, 256);
    for (int i = 0; i < count; i++) {
      ActivePacket packet = fixture.packets.write(memory, i * 512, i % 257);
      SuitePackets.add(batch, packet, fixture.keys.get(i % SESSIONS));
    }

    fixture.engine.seal(batch);
    int at = batch.tagOffset(5_000);
    memory.put(at, (byte) ~memory.get(at));
    fixture.engine.verify(batch);

    for (int i = 0; i < count; i++) {
      assertEquals(i != 5_000, batch.isAuthentic(i), "packet " + i);
    }
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldTakeTheLongestPacketThereCanBe(Suite suite) {
    Fixture fixture = new Fixture(suite);
    int longest = 65_535 - 24 - 8 - 80 - suite.nonceBytes() - suite.tagBytes();
    ByteBuffer memory = ByteBuffer.allocateDirect(65_535);
    ActivePacket packet = fixture.packets.write(memory, 0, longest);
    ActivePacket copy = SuitePackets.copy(packet, ByteBuffer.allocate(65_535), 0);
    CryptoBatch one = new CryptoBatch(1, longest);
    one.add(copy, fixture.javaKeys.get(0));
    fixture.java.seal(one);
    one.clear();

    SuitePackets.add(one, packet, fixture.keys.get(0));
    fixture.engine.seal(one);

    assertArrayEquals(SuitePackets.bytes(copy), SuitePackets.bytes(packet));
    fixture.engine.verify(one);
    assertTrue(one.isAuthentic(0));
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldTakeTheSamePacketAndOverlappingOnesInOneBatch(Suite suite) {
    Fixture fixture = new Fixture(suite);
    fixture.write(3, 700);
    ActivePacket packet = fixture.sealed.get(1);
    ByteBuffer view = packet.memory().duplicate();
    ActivePacket again = SuitePackets.wrapped(view, packet.ipOffset(), packet.ipLength());
    CryptoBatch batch = new CryptoBatch(40, LONGEST);
    for (int i = 0; i < 40; i++) {
      SuitePackets.add(batch, i % 2 == 0 ? packet : again, fixture.keys.get(i < 20 ? 1 : 2));
    }

    fixture.engine.verify(batch);

    for (int i = 0; i < 40; i++) {
      assertEquals(i < 20, batch.isAuthentic(i));
    }
  }
}

package dev.rosa.multibuffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Suite;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that input of any kind neither crashes the JVM, nor allocates, nor leaves plaintext behind.
 */
@Tag("jdk")
class MultiBufferSafetyTest {

  private static final int PAYLOAD = 500;
  private static final int STRIDE = 1_024;

  private final MultiBufferEngines engines = Available.engines();

  /** A batch of packets in one direct memory, sealed. */
  private static CryptoBatch sealed(SuiteEngine engine, int count) {
    SuitePackets packets = new SuitePackets(engine.suite(), 3);
    ByteBuffer memory = ByteBuffer.allocateDirect(count * STRIDE);
    CryptoBatch batch = new CryptoBatch(count, PAYLOAD);
    for (int i = 0; i < count; i++) {
      ActivePacket packet = packets.write(memory, i * STRIDE, PAYLOAD);
      SuitePackets.add(batch, packet, engine.prepare(packets.key()));
    }
    engine.seal(batch);
    return batch;
  }

  private static PreparedKeys keys(CryptoBatch batch, int index) {
    return new PreparedKeys(batch.macKey(index), batch.cipherKey(index));
  }

  /** A packet that {@link #sealed} has made. */
  private static ActivePacket packet(CryptoBatch batch, int index) {
    ByteBuffer memory = batch.memory(index);
    int offset = index * STRIDE;
    return SuitePackets.wrapped(memory, offset, memory.getShort(offset + 2) & 0xffff);
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldTakeAnEmptyBatch(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    CryptoBatch batch = new CryptoBatch(1, 0);
    engine.verify(batch);
    engine.seal(batch);
    assertEquals(0, batch.size());
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldRefuseADestroyedKeyAndWorkOnAfterwards(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    CryptoBatch batch = sealed(engine, 20);
    PreparedKeys keys = keys(batch, 7);
    PreparedKeys fresh = engine.prepare(new SuitePackets(suite, 1).key());
    keys.destroy();
    keys.destroy();

    assertThrows(IllegalStateException.class, () -> engine.verify(batch));
    assertThrows(IllegalStateException.class, () -> engine.seal(batch));

    batch.replaceKeys(7, fresh);
    engine.verify(batch);
    for (int i = 0; i < 20; i++) {
      assertEquals(i != 7, batch.isAuthentic(i));
    }
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldRefuseKeysOfAnotherEngine(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    SuiteEngine other = engines.engineFor(suite);
    CryptoBatch batch = sealed(engine, 3);
    SessionKey key = new SuitePackets(suite, 1).key();

    batch.replaceKeys(1, other.prepare(key));
    assertThrows(IllegalArgumentException.class, () -> engine.verify(batch));

    batch.replaceKeys(1, SuitePackets.java(suite).prepare(key));
    assertThrows(IllegalArgumentException.class, () -> engine.verify(batch));
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldRefusePacketsOfAnotherSuite(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    Suite another = suite == Suite.HMAC_SHA1 ? Suite.AES256_GCM : Suite.HMAC_SHA1;
    CryptoBatch batch = sealed(engine, 3);
    ByteBuffer memory = ByteBuffer.allocateDirect(1_024);
    CryptoBatch mixed = new CryptoBatch(2, PAYLOAD);
    mixed.add(packet(batch, 0), keys(batch, 0));
    mixed.add(new SuitePackets(another, 1).write(memory, 0, 10), keys(batch, 1));

    assertThrows(IllegalArgumentException.class, () -> engine.verify(mixed));
    assertThrows(IllegalArgumentException.class, () -> engine.seal(mixed));
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldRefusePacketsThatReachBeyondTheirMemory(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    CryptoBatch batch = sealed(engine, 2);
    ByteBuffer memory = batch.memory(1);
    memory.limit(memory.limit() - 500);

    assertThrows(IllegalArgumentException.class, () -> engine.verify(batch));
    assertThrows(IllegalArgumentException.class, () -> engine.seal(batch));
  }

  @ParameterizedTest
  @EnumSource(
      value = Suite.class,
      names = {"AES128_CTR_HMAC_SHA256", "AES256_GCM"})
  void shouldRefusePayloadsThatTheBatchHasNoRoomFor(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    CryptoBatch batch = sealed(engine, 2);
    CryptoBatch small = new CryptoBatch(2, PAYLOAD - 1);
    small.add(packet(batch, 0), keys(batch, 0));
    small.addToOpen(packet(batch, 1), keys(batch, 1));

    assertThrows(
        IllegalArgumentException.class,
        () -> {
          engine.verify(small);
          engine.open(small);
        });
    assertArrayEquals(new byte[PAYLOAD - 1], first(small, PAYLOAD - 1));
  }

  private static byte[] first(CryptoBatch batch, int bytes) {
    byte[] copy = new byte[bytes];
    batch.plaintext().get(0, copy);
    return copy;
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldCheckTheWholeBatchBeforeItWritesAnything(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    CryptoBatch batch = sealed(engine, 2_000);
    byte[] before = SuitePackets.bytes(packet(batch, 0));
    keys(batch, 1_999).destroy();

    assertThrows(IllegalStateException.class, () -> engine.seal(batch));
    assertArrayEquals(before, SuitePackets.bytes(packet(batch, 0)));
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldVerifyReadOnlyMemoryAndNotWriteToIt(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    CryptoBatch batch = sealed(engine, 1);
    ActivePacket packet = packet(batch, 0);
    for (ByteBuffer memory :
        List.of(
            packet.memory().asReadOnlyBuffer(),
            ByteBuffer.wrap(SuitePackets.bytes(packet)).asReadOnlyBuffer())) {
      CryptoBatch one = new CryptoBatch(1, PAYLOAD);
      SuitePackets.add(one, SuitePackets.wrapped(memory, 0, packet.ipLength()), keys(batch, 0));
      engine.verify(one);
      assertTrue(one.isAuthentic(0));
      assertThrows(ReadOnlyBufferException.class, () -> engine.seal(one));
    }
  }

  @Test
  void shouldNotOpenWhatWasNotVerified() {
    SuiteEngine engine = engines.engineFor(Suite.AES256_GCM);
    CryptoBatch batch = sealed(engine, 2);
    ActivePacket packet = packet(batch, 0);
    packet.memory().put(packet.tagOffset(), (byte) ~packet.memory().get(packet.tagOffset()));

    assertThrows(IllegalStateException.class, () -> engine.open(batch));
    assertArrayEquals(new byte[PAYLOAD], first(batch, PAYLOAD));
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldAllocateNothingPerBatchOnceWarm(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    CryptoBatch batch = sealed(engine, 64);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 20_000; i++) {
      turn(engine, batch);
    }
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < 1_000; i++) {
      turn(engine, batch);
    }
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    // Allowance for the measuring itself; one byte per packet would be 64,000.
    assertTrue(allocated < 4_096, () -> allocated + " bytes in 1,000 batches");
  }

  /** As a router takes a batch through: verify, open, seal. */
  private static void turn(SuiteEngine engine, CryptoBatch batch) {
    engine.verify(batch);
    if (engine.suite().encrypts()) {
      engine.open(batch);
    }
    engine.seal(batch);
  }

  @Test
  void shouldKeepManyKeysInFewBytes() {
    SuiteEngine engine = engines.engineFor(Suite.HMAC_SHA256);
    SessionKey key = new SuitePackets(Suite.HMAC_SHA256, 1).key();
    List<PreparedKeys> many = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      many.add(engine.prepare(key));
    }
    assertEquals(112, many.get(99_999).footprintBytes());
    CryptoBatch batch = sealed(engine, 1);
    batch.replaceKeys(0, many.get(50_000));
    engine.seal(batch);
    many.subList(0, 50_000).forEach(PreparedKeys::destroy);
    batch.replaceKeys(0, many.get(99_999));

    engine.verify(batch);

    assertTrue(batch.isAuthentic(0));
  }

  @Test
  void shouldServeManyEnginesOnManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> work = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        Suite suite = Suite.values()[i % Suite.values().length];
        work.add(() -> works(suite));
      }
      for (Future<Boolean> result : threads.invokeAll(work)) {
        assertTrue(result.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean works(Suite suite) {
    SuiteEngine engine = engines.engineFor(suite);
    for (int round = 0; round < 20; round++) {
      CryptoBatch batch = sealed(engine, 50);
      engine.verify(batch);
      for (int i = 0; i < 50; i++) {
        if (!batch.isAuthentic(i)) {
          return false;
        }
        keys(batch, i).destroy();
      }
    }
    return true;
  }

  @Test
  void shouldNoticeThatTwoThreadsUseOneEngine() {
    NativeEngine engine =
        NativeEngine.create(
            Suite.HMAC_SHA256, Algorithm.HMAC_SHA256, CpuMask.from(Map.<String, String>of()::get));
    engine.take();
    assertThrows(IllegalStateException.class, engine::take);
    engine.giveBack();
    engine.take();
    engine.discard();
  }

  @Test
  void shouldNotShowAddressesOrKeys() {
    PreparedKeys keys =
        engines.engineFor(Suite.HMAC_SHA256).prepare(new SuitePackets(Suite.HMAC_SHA256, 1).key());
    assertEquals("SlotKey(redacted)", keys.mac().toString());
    assertFalse(engines.description().isEmpty());
  }
}

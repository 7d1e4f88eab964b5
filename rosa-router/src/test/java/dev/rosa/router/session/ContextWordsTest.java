package dev.rosa.router.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.KdfContext;
import dev.rosa.router.pipeline.RouterBench;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Structure;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PROTOCOL §5 step 6: words are equal exactly where the 115 bytes that make the key are. */
class ContextWordsTest {

  private final RouterBench bench = new RouterBench();
  private final CodeDigest code = bench.source.admit(CompiledBundle.onPacket("").jar());

  private static long[] words(ActivePacket packet, CodeDigest code) {
    long[] words = new long[ContextWords.COUNT + 1];
    ContextWords.read(packet, code, words, 1);
    return words;
  }

  private static byte[] context(ActivePacket packet, CodeDigest code) {
    byte[] context = new byte[KdfContext.BYTES];
    KdfContext.encode(packet, code, context);
    return context;
  }

  @ParameterizedTest
  @CsvSource({"10.0.1.2, 10.0.2.2", "2001:db8::1, 2001:db8:1::2"})
  void shouldChangeWithEveryBitOfThePacketThatTheKeyChangesWith(String from, String to) {
    RouterBench.Flow flow = bench.flow(code);
    flow.from = from;
    flow.to = to;
    ByteBuffer memory = ByteBuffer.wrap(flow.next("hello"));
    ActivePacket packet = new ActivePacket();
    assertEquals(Structure.ACTIVE, packet.wrap(memory, 0, memory.capacity()));
    long[] words = words(packet, code);
    byte[] context = context(packet, code);
    int differences = 0;
    for (int bit = 0; bit < memory.capacity() * Byte.SIZE; bit++) {
      memory.put(bit / 8, (byte) (memory.get(bit / 8) ^ 1 << bit % 8));
      boolean sameKey = Arrays.equals(context, context(packet, code));
      assertEquals(sameKey, ContextWords.areEqual(words, 1, words(packet, code), 1), "bit " + bit);
      differences += sameKey ? 0 : 1;
      memory.put(bit / 8, (byte) (memory.get(bit / 8) ^ 1 << bit % 8));
    }
    // All of the context but the code's digest and the address family, which are not read from it.
    int addressBytes = packet.isIpv4() ? 8 : 32;
    assertEquals((KdfContext.BYTES - 32 - 1 - 32 + addressBytes) * Byte.SIZE, differences);
  }

  @ParameterizedTest
  @CsvSource({"0", "15", "16", "31"})
  void shouldChangeWithEveryByteOfTheFullDigest(int index) {
    ByteBuffer memory = ByteBuffer.wrap(bench.flow(code).next("hello"));
    ActivePacket packet = new ActivePacket();
    packet.wrap(memory, 0, memory.capacity());
    byte[] other = code.toBytes();
    other[index] ^= 1;
    long[] words = words(packet, code);
    assertFalse(ContextWords.areEqual(words, 1, words(packet, CodeDigest.of(other)), 1));
  }
}

package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.keys.CodeDigest;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PROTOCOL §5 steps 1 and 8: fields that no tag covers must not let a copy take the place of its
 * original packet.
 */
class UncoveredFieldsTest {

  private static final int V4_UDP_CHECKSUM = 30;
  private static final int V6_UDP_CHECKSUM = 54;

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(CompiledBundle.onPacket("").jar());
  private final RouterBench.Flow four = bench.flow(idle);
  private final RouterBench.Flow six = sixOf(bench);

  private RouterBench.Flow sixOf(RouterBench router) {
    RouterBench.Flow flow = router.flow(idle);
    flow.session++;
    flow.from = "2001:db8::1";
    flow.to = "2001:db8:1::2";
    return flow;
  }

  private static byte[] with(byte[] packet, int at, int value) {
    byte[] copy = packet.clone();
    copy[at] = (byte) value;
    if (copy[0] >>> 4 == 4) {
      Ip.refreshChecksumV4(ByteBuffer.wrap(copy), 0);
    }
    return copy;
  }

  private static byte[] withChecksum(byte[] packet, int at, int value) {
    return ByteBuffer.wrap(packet.clone()).putShort(at, (short) value).array();
  }

  /** A copy is dropped without a run of the code, and the genuine packet behind it is not. */
  private void assertDisplacesNothing(byte[] copy, byte[] genuine, DropReason reason) {
    bench.pass(copy, genuine);
    bench.assertDropped(reason, 1);
    bench.assertCounted(Event.EXECUTED, 1);
    assertArrayEquals(genuine, bench.io.sent.get(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, RouterBench.LEAST_HOP_LIMIT - 1})
  void shouldNotUseUpTheSequenceOfAPacketThatCannotGoOn(int hops) {
    byte[] genuine = four.next("hello");
    assertDisplacesNothing(with(genuine, 8, hops), genuine, DropReason.HOPS_EXHAUSTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, RouterBench.LEAST_HOP_LIMIT - 1})
  void shouldNotUseUpTheSequenceOfAnIpv6PacketThatCannotGoOn(int hops) {
    byte[] genuine = six.next("hello");
    assertDisplacesNothing(with(genuine, 7, hops), genuine, DropReason.HOPS_EXHAUSTED);
  }

  @Test
  void shouldLetAPacketGoOnThatHasTheLeastHopLimit() {
    int least = RouterBench.LEAST_HOP_LIMIT;
    bench.pass(with(four.next("hello"), 8, least), with(six.next("hello"), 7, least));
    assertEquals(2, bench.io.sent.size());
  }

  @Test
  void shouldDropPacketWhenItsHeaderChecksumIsWrong() {
    byte[] genuine = four.next("hello");
    byte[] copy = genuine.clone();
    copy[10] ^= 0x11;
    copy[11] ^= 0x11;
    assertDisplacesNothing(copy, genuine, DropReason.MALFORMED);
  }

  @Test
  void shouldDropPacketWhenItHasASourceRoute() {
    byte[] genuine = four.next("hello");
    ByteBuffer copy = ByteBuffer.allocate(genuine.length + 8);
    copy.put(genuine, 0, 20).put(new byte[] {(byte) 0x83, 7, 4, 10, 0, 2, 2, 1});
    copy.put(genuine, 20, genuine.length - 20);
    copy.put(0, (byte) 0x48).putShort(2, (short) copy.capacity());
    Ip.refreshChecksumV4(copy, 0);
    assertDisplacesNothing(copy.array(), genuine, DropReason.MALFORMED);
  }

  @Test
  void shouldDropPacketWhenItsPaddingIsLongerThanTheKernelTakes() {
    byte[] genuine = six.next("hello");
    ByteBuffer copy = ByteBuffer.allocate(genuine.length + 8);
    copy.put(genuine, 0, 46).put(new byte[] {1, 8, 0, 0, 0, 0, 0, 0, 0, 0});
    copy.put(genuine, 48, genuine.length - 48);
    copy.put(41, (byte) 1).putShort(4, (short) (copy.capacity() - 40));
    assertDisplacesNothing(copy.array(), genuine, DropReason.MALFORMED);
  }

  /** The copy leaves as the packet itself, which the router then drops as a replay. */
  private void assertLeavesAs(byte[] genuine, byte[] copy) {
    bench.pass(copy, genuine);
    bench.assertDropped(DropReason.REPLAYED, 1);
    assertArrayEquals(genuine, bench.io.sent.get(0));
  }

  @Test
  void shouldSendACopyWithMoreOptionsOnAsThePacketItself() {
    byte[] genuine = four.next("hello");
    assertLeavesAs(genuine, withNoOperations(genuine));
  }

  /** The packet with 36 bytes of options more. */
  private static byte[] withNoOperations(byte[] genuine) {
    ByteBuffer copy = ByteBuffer.allocate(genuine.length + 36);
    copy.put(genuine, 0, 24);
    for (int i = 0; i < 36; i++) {
      copy.put((byte) 1);
    }
    copy.put(genuine, 24, genuine.length - 24);
    copy.put(0, (byte) 0x4f).putShort(2, (short) copy.capacity());
    Ip.refreshChecksumV4(copy, 0);
    return copy.array();
  }

  @Test
  void shouldGiveCodeTheRoomOfThePacketItselfWhenACopyHasMoreOptions() {
    RouterBench.Flow flow = bench.flow(growing());
    bench.pass(flow.next("hello"), withNoOperations(flow.next("hello")));
    assertEquals(2, bench.io.sent.size());
    assertEquals(bench.io.sent.get(0).length, bench.io.sent.get(1).length);
  }

  /** Code that makes each payload as long as it may be. */
  private CodeDigest growing() {
    return bench.source.admit(
        CompiledBundle.onPacket(
                "byte[] most = new byte[packet.maxPayloadLength()];"
                    + " packet.replacePayload(most, 0, most.length);")
            .jar());
  }

  @Test
  void shouldKeepTheNextPacketOfTheBatchWhenCodeFillsTheRoomOfACopyWithMoreOptions() {
    RouterBench.Flow flow = bench.flow(growing());
    bench.pass(flow.next("loads the code"), six.next("and the other one"));
    bench.io.sent.clear();
    byte[] next = six.next("hello");
    bench.pass(withNoOperations(flow.next("hello")), next);
    assertEquals(2, bench.io.sent.size());
    assertArrayEquals(next, bench.io.sent.get(1));
  }

  @Test
  void shouldSendACopyThatMayBeFragmentedOnAsThePacketItself() {
    byte[] genuine = four.next("hello");
    assertLeavesAs(genuine, with(genuine, 6, 0));
  }

  @Test
  void shouldSendAnIpv6CopyWithMorePaddingOnAsThePacketItself() {
    byte[] genuine = six.next("hello");
    ByteBuffer copy = ByteBuffer.allocate(genuine.length + 8);
    copy.put(genuine, 0, 40).put(new byte[] {17, 1, 1, 2, 0, 0, 5, 2, 0, 2, 1, 4, 0, 0, 0, 0});
    copy.put(genuine, 48, genuine.length - 48);
    copy.putShort(4, (short) (copy.capacity() - 40));
    assertLeavesAs(genuine, copy.array());
  }

  @Test
  void shouldSetTheChecksumRightOfACopyWhoseChecksumIsWrong() {
    byte[] first = six.next("hello");
    bench.pass(withChecksum(first, V6_UDP_CHECKSUM, 0x1234), first);
    bench.assertDropped(DropReason.REPLAYED, 1);
    assertArrayEquals(first, bench.io.sent.get(0));
  }

  @Test
  void shouldLetAPacketHaveNoChecksumOverIpv4Only() {
    byte[] without = withChecksum(four.next("hello"), V4_UDP_CHECKSUM, 0);
    bench.pass(without);
    assertArrayEquals(without, bench.io.sent.get(0));
    bench.io.sent.clear();
    byte[] genuine = six.next("hello");
    bench.pass(withChecksum(genuine, V6_UDP_CHECKSUM, 0), genuine);
    bench.assertDropped(DropReason.MALFORMED, 1);
    assertArrayEquals(genuine, bench.io.sent.get(0));
  }

  @Test
  void shouldPassAForeignPacketWithTheChecksumItCameWith() {
    four.domain = 18;
    byte[] wrong = withChecksum(four.next("hello"), V4_UDP_CHECKSUM, 0x1234);
    bench.pass(wrong);
    assertArrayEquals(wrong, bench.io.sent.get(0));
  }

  @Test
  void shouldPassLaterFragmentsWhereTheLinkCarriesOtherTraffic() {
    byte[] later = ByteBuffer.wrap(four.next("hello")).putShort(6, (short) 9).array();
    Ip.refreshChecksumV4(ByteBuffer.wrap(later), 0);
    bench.pass(later);
    bench.assertDropped(DropReason.MALFORMED, 1);
    bench.io.overlay = false;
    bench.pass(later);
    assertArrayEquals(later, bench.io.sent.get(0));
    bench.assertDropped(DropReason.MALFORMED, 1);
  }

  @Test
  void shouldRefuseASequenceThatWouldShutTheSourceOut() {
    byte[] genuine = four.packet(2, "hello");
    bench.pass(four.packet(1, "hello"), four.packet(-1, "jump"), genuine);
    bench.assertDropped(DropReason.REPLAYED, 1);
    assertArrayEquals(genuine, bench.io.sent.get(1));
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, , 1",
    "true, false, BEHIND_HEADERS, 0",
    "false, true, MALFORMED, 0",
    "true, true, BEHIND_HEADERS, 0"
  })
  void shouldTreatWhatIsBehindFurtherHeadersAsTheOperatorSays(
      boolean strict, boolean overlay, DropReason reason, int sent) {
    RouterBench router = new RouterBench(RouterBench.policy(false, false, strict));
    router.io.overlay = overlay;
    byte[] plain = sixOf(router).next("hello");
    byte[] hidden = Arrays.copyOf(plain, plain.length + 8);
    System.arraycopy(plain, 48, hidden, 56, plain.length - 48);
    ByteBuffer.wrap(hidden).putLong(48, 0x1100_0104_0000_0000L).put(40, (byte) 60);
    ByteBuffer.wrap(hidden).putShort(4, (short) (hidden.length - 40));
    router.pass(hidden);
    router.assertDropped(reason, reason == null ? 0 : 1);
    assertEquals(sent, router.io.sent.size());
    router.io.sent.forEach(packet -> assertArrayEquals(hidden, packet));
  }
}

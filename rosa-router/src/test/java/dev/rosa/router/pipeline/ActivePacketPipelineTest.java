package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PROTOCOL §5, steps 1 to 9: the packets that get to their code, and the counters of the others.
 */
class ActivePacketPipelineTest {

  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();

  /** Headers in front of the ROSA header: IPv4 with Router Alert, and UDP. */
  private static final int HEADER = 32;

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(IDLE);

  @Test
  void shouldHandBackPacketWithTheBytesItCameWithWhenCodeChangesNothing() {
    byte[] packet = bench.flow(idle).next("hello");
    bench.pass(packet);
    assertEquals(1, bench.io.sent.size());
    assertArrayEquals(packet, bench.io.sent.get(0));
    bench.assertDropped(null, 0);
    bench.assertCounted(Event.VERIFIED, 1);
    bench.assertCounted(Event.EXECUTED, 1);
    bench.assertCounted(Event.FORWARDED, 1);
  }

  @ParameterizedTest
  @EnumSource(value = Suite.class, names = "HMAC_MD5", mode = EnumSource.Mode.EXCLUDE)
  void shouldServeEverySuiteOverBothAddressFamilies(Suite suite) {
    RouterBench.Flow four = bench.flow(idle);
    four.suite = suite;
    RouterBench.Flow six = bench.flow(idle);
    six.suite = suite;
    six.session++;
    six.from = "2001:db8::1";
    six.to = "2001:db8:1::2";
    bench.pass(four.next("one"), six.next("two"), four.next("three"));
    assertEquals(3, bench.io.sent.size());
    bench.assertDropped(null, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "MAGIC_OFFSET, 1, 0x01, MALFORMED",
    "VERSION_OFFSET, 1, 0x03, UNKNOWN_VERSION",
    "SUITE_OFFSET, 1, 0x02, SUITE_REFUSED",
    "SERVICE_PORT_OFFSET, 2, 0x01, BAD_TAG",
    "PAYLOAD_LENGTH_OFFSET, 2, 0x01, MALFORMED",
    "EPOCH_OFFSET, 4, 0x10, UNKNOWN_EPOCH",
    "SST_OFFSET, 4, 0x01, BAD_TAG",
    "SET_OFFSET, 4, 0x01, BAD_TAG",
    "SESSION_OFFSET, 8, 0x01, BAD_TAG",
    "USER_OFFSET, 16, 0x01, BAD_TAG",
    "CODE_OFFSET, 16, 0x01, UNKNOWN_CODE",
    "GRANT_OFFSET, 8, 0x01, BAD_TAG",
    "GRANT_OFFSET, 8, 0x08, MALFORMED",
    "SEQUENCE_OFFSET, 8, 0x04, BAD_TAG",
  })
  void shouldDropPacketWhenAnyHeaderFieldWasChanged(
      String field, int bytes, String mask, DropReason reason) throws Exception {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("first"));
    byte[] packet = flow.next("second");
    int offset = RosaHeader.class.getField(field).getInt(null);
    packet[HEADER + offset + bytes - 1] ^= (byte) (int) Integer.decode(mask);
    bench.pass(packet);
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(reason, 1);
  }

  @Test
  void shouldDropPacketWhenTagIsForged() {
    byte[] packet = bench.flow(idle).next("hello");
    packet[packet.length - 1] ^= 1;
    bench.pass(packet);
    bench.assertDropped(DropReason.BAD_TAG, 1);
    assertEquals(0, bench.worker.liveSessions());
  }

  @Test
  void shouldDropPacketWhenPayloadOrAddressWasChanged() {
    RouterBench.Flow flow = bench.flow(idle);
    byte[] payload = flow.next("hello");
    payload[payload.length - 17] ^= 1;
    byte[] source = flow.next("hello");
    source[15] ^= 1;
    Ip.refreshChecksumV4(ByteBuffer.wrap(source), 0);
    byte[] destination = flow.next("hello");
    destination[19] ^= 1;
    Ip.refreshChecksumV4(ByteBuffer.wrap(destination), 0);
    bench.pass(payload, source, destination);
    bench.assertDropped(DropReason.BAD_TAG, 3);
  }

  @Test
  void shouldDropPacketWhenItIsCutShortOrHasBytesToSpare() {
    byte[] packet = bench.flow(idle).next("hello");
    bench.pass(
        Arrays.copyOf(packet, packet.length - 1),
        Arrays.copyOf(packet, packet.length + 1),
        new byte[0],
        new byte[] {0x45},
        Arrays.copyOf(packet, 3_000));
    bench.assertDropped(DropReason.MALFORMED, 5);
  }

  @Test
  void shouldDropFragments() {
    byte[] packet = bench.flow(idle).next("hello");
    packet[6] = 0x20;
    Ip.refreshChecksumV4(ByteBuffer.wrap(packet), 0);
    bench.pass(packet);
    bench.assertDropped(DropReason.FRAGMENT, 1);
  }

  @Test
  void shouldLetOtherTrafficPassOnlyWhereTheLinkCarriesIt() {
    byte[] packet = bench.flow(idle).next("hello");
    packet[HEADER - 5] ^= 1; // another UDP port
    bench.pass(packet);
    bench.assertDropped(DropReason.MALFORMED, 1);
    bench.io.overlay = false;
    bench.pass(packet);
    assertArrayEquals(packet, bench.io.sent.get(0));
    bench.assertCounted(Event.UNTOUCHED, 1);
  }

  @Test
  void shouldPassWhatIsDivertedThoughItLacksRouterAlert() {
    bench.io.overlay = false;
    bench.io.ingress = 1;
    byte[] packet = bench.flow(idle).next("hello");
    packet[20] = 1;
    packet[21] = 1;
    Ip.refreshChecksumV4(ByteBuffer.wrap(packet), 0);
    bench.pass(packet);
    assertArrayEquals(packet, bench.io.sent.get(0));
    bench.assertCounted(Event.UNTOUCHED, 1);
  }

  @Test
  void shouldDropWhatADiversionSendsThoughNoRuleCanHaveMeantIt() {
    bench.io.overlay = false;
    bench.io.ingress = 1;
    bench.pass(inside(43, ""), inside(0, "2b00010400000000"), inside(0, "2b00050200020100"));
    bench.assertDropped(DropReason.ENCAPSULATED, 3);
    byte[] ofMany =
        inside(0, "3c00050200020100" + "3c00010400000000".repeat(9) + "2b" + "00".repeat(7));
    bench.pass(ofMany);
    bench.assertDropped(DropReason.ENCAPSULATED, 4);
    assertEquals(0, bench.io.sent.size());
    bench.assertCounted(Event.UNTOUCHED, 0);
  }

  /**
   * An active packet inside of IPv6, behind these headers and one of Segment Routing (RFC 8754).
   */
  private byte[] inside(int firstHeader, String headers) {
    byte[] packet = bench.flow(idle).next("hello");
    byte[] before = HexFormat.of().parseHex(headers + "0402040000000000" + "00".repeat(16));
    ByteBuffer outer = ByteBuffer.allocate(40 + before.length + packet.length);
    outer.putInt(0x60000000).putShort((short) (outer.capacity() - 40));
    outer.put((byte) firstHeader).put((byte) 64).position(40);
    return outer.put(before).put(packet).array();
  }

  @Test
  void shouldForwardPacketOfAnotherDomainUntouched() {
    RouterBench.Flow flow = bench.flow(idle);
    flow.domain = 18;
    flow.suite = Suite.HMAC_MD5;
    byte[] packet = flow.next("hello");
    bench.pass(packet);
    assertArrayEquals(packet, bench.io.sent.get(0));
    bench.assertCounted(Event.VERIFIED, 0);
  }

  @Test
  void shouldDropPacketOfAnotherDomainWhereTheOperatorSaysSo() {
    RouterBench strict = new RouterBench(RouterBench.policy(true, false));
    RouterBench.Flow flow = strict.flow(strict.source.admit(IDLE));
    flow.domain = 18;
    strict.pass(flow.next("hello"));
    strict.assertDropped(DropReason.FOREIGN_DOMAIN, 1);
  }

  @Test
  void shouldDropPacketWhenTheDomainDoesNotAcceptItsSuite() {
    RouterBench.Flow flow = bench.flow(idle);
    flow.suite = Suite.HMAC_MD5;
    bench.pass(flow.next("hello"));
    bench.assertDropped(DropReason.SUITE_REFUSED, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "-13, NOT_YET_VALID",
    "-12, ",
    "61, ",
    "62, EXPIRED",
    "1000000, EXPIRED",
  })
  void shouldKeepToTheWindowWithItsSkew(long seconds, DropReason reason) {
    byte[] packet = bench.flow(idle).next("hello");
    bench.now = bench.now.plusSeconds(seconds);
    bench.pass(packet);
    bench.assertDropped(reason, 1);
    assertEquals(reason == null ? 1 : 0, bench.io.sent.size());
  }

  @Test
  void shouldDropPacketWhenItsCodeIsNotRegisteredAndAskNobodyForIt() {
    bench.pass(bench.flow(CodeDigest.ofBundle(new byte[] {1})).next("hello"));
    bench.assertDropped(DropReason.UNKNOWN_CODE, 1);
    assertTrue(bench.source.asked.isEmpty());
  }

  @Test
  void shouldForwardPacketUntouchedWhenThisRouterMayNotHaveItsCode() {
    forbid(bench);
    byte[] packet = bench.flow(idle).next("hello");
    bench.pass(packet);
    assertArrayEquals(packet, bench.io.sent.get(0));
    assertTrue(bench.source.asked.isEmpty());
  }

  @Test
  void shouldDropPacketWhenThisRouterMayNotHaveItsCodeWhereTheOperatorSaysSo() {
    RouterBench strict = new RouterBench(RouterBench.policy(false, true));
    forbid(strict);
    strict.pass(strict.flow(idle).next("hello"));
    strict.assertDropped(DropReason.CODE_REFUSED, 1);
  }

  private void forbid(RouterBench router) {
    router.source.push(new Catalogue.Entry(idle, "idle", false, Set.of(1)), Revocations.NONE);
  }

  @Test
  void shouldDropPacketWhenTheCodeServerDoesNotKnowItsEpoch() {
    bench.source.secretAnswer = Answer.none(Outcome.UNKNOWN, "epoch 1 is retired");
    bench.pass(bench.flow(idle).next("hello"));
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 1);
  }

  @Test
  void shouldServeLiveSessionsWhenAFloodOfForgedOnesUsesUpTheShareOfUnknownSessions() {
    RouterWorker.Sizes sizes =
        new RouterWorker.Sizes(8, 2_048, 8, Long.MAX_VALUE, 100, RouterBench.LIMITS);
    RouterBench policed =
        new RouterBench(RouterBench.policy(false, false), null, ReplayRecord.none(), sizes);
    CodeDigest code = policed.source.admit(IDLE);
    RouterBench.Flow live = policed.flow(code);
    policed.pass(live.next("first"));
    RouterBench.Flow forged = policed.flow(code);
    for (int i = 0; i < 50; i++) {
      forged.session = i + 1L;
      byte[] packet = forged.next("forged");
      packet[packet.length - 1] ^= 1;
      policed.pass(packet, live.next("valid"));
    }
    assertEquals(51, policed.io.sent.size());
    // A tenth of a second's worth is ten; two let the live session in, before and after the fetch.
    assertEquals(8, policed.worker.counters().dropped(DropReason.BAD_TAG));
    assertEquals(42, policed.worker.counters().dropped(DropReason.UNVERIFIED_LIMIT));
    policed.io.nanos += 20_000_000L;
    RouterBench.Flow late = policed.flow(code);
    late.session = 4_711;
    policed.pass(late.next("let in when a hundredth of a second has passed"));
    assertEquals(52, policed.io.sent.size());
  }

  @Test
  void shouldDropPacketWhenItIsReplayed() {
    RouterBench.Flow flow = bench.flow(idle);
    byte[] packet = flow.next("hello");
    bench.pass(packet, packet, flow.next("next"), packet);
    assertEquals(2, bench.io.sent.size());
    bench.assertDropped(DropReason.REPLAYED, 2);
  }

  @Test
  void shouldNotLetANewSessionPushOutOneWhosePacketIsInTheSameBatch() {
    RouterBench.Flow[] flows = new RouterBench.Flow[8];
    for (int i = 0; i < flows.length; i++) {
      flows[i] = bench.flow(idle);
      flows[i].session += i;
      bench.pass(flows[i].next("fill"));
    }
    RouterBench.Flow stranger = bench.flow(idle);
    stranger.session += flows.length;
    byte[] packet = flows[0].next("again");
    bench.pass(stranger.next("push"), packet);
    assertEquals(flows.length + 2, bench.io.sent.size());
    bench.pass(packet);
    bench.assertDropped(DropReason.REPLAYED, 1);
    assertEquals(flows.length, bench.worker.liveSessions());
    for (RouterBench.Flow flow : flows) {
      bench.pass(flow.next("later"));
    }
    assertEquals(2 * flows.length + 2, bench.io.sent.size());
  }

  @Test
  void shouldKeepToTheRateOfTheGrant() {
    RouterBench.Flow flow = bench.flow(idle);
    flow.grant = new Grant(3, 0, Grant.ALL);
    for (int i = 0; i < 5; i++) {
      bench.pass(flow.next("hello"));
    }
    bench.assertDropped(DropReason.RATE_EXCEEDED, 2);
    bench.io.nanos += 400_000_000L;
    bench.pass(flow.next("hello"), flow.next("hello"));
    bench.assertDropped(DropReason.RATE_EXCEEDED, 3);
  }
}

package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.ScriptedCodeSource;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PROTOCOL §5, steps 10 to 14: effects of code on packets, and effects that it cannot have. */
@Tag("jdk")
class CodeOnPacketsTest {

  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();
  private static final byte[] TWICE =
      CompiledBundle.onPacket(
              """
              byte[] twice = new byte[2 * packet.payloadLength()];
              packet.copyPayload(0, twice, 0, packet.payloadLength());
              packet.copyPayload(0, twice, packet.payloadLength(), packet.payloadLength());
              packet.replacePayload(twice, 0, twice.length);
              """)
          .jar();

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(IDLE);

  @Test
  void shouldDropPacketWhenTheBundleIsNotWhatItsDigestNames() {
    byte[] changed = IDLE.clone();
    changed[changed.length / 2] ^= 1;
    bench.source.answerBundle(idle, ScriptedCodeSource.found(changed));
    bench.pass(bench.flow(idle).next("hello"));
    bench.assertDropped(DropReason.CODE_INVALID, 1);
  }

  @Test
  void shouldDropPacketWhenTheBundleIsHarmful() {
    CodeDigest evil = bench.source.admit(CompiledBundle.onPacket("System.exit(3);").jar());
    bench.pass(bench.flow(evil).next("hello"));
    bench.assertDropped(DropReason.CODE_INVALID, 1);
  }

  @ParameterizedTest
  @EnumSource(value = Suite.class, names = "HMAC_MD5", mode = EnumSource.Mode.EXCLUDE)
  void shouldSealChangedPayloadSoThatTheNextRouterVerifiesIt(Suite suite) {
    CodeDigest longer = bench.source.admit(TWICE);
    RouterBench.Flow flow = bench.flow(longer);
    flow.suite = suite;
    bench.pass(flow.next("ab"));
    bench.assertCounted(Event.MODIFIED, 1);
    RouterBench next = new RouterBench();
    next.source.admit(
        CompiledBundle.onPacket("").jar()); // another code of the same domain, for good measure
    byte[] sent = bench.io.sent.get(0);
    CodeDigest same = next.source.admit(TWICE);
    assertEquals(longer, same);
    next.pass(sent);
    next.assertDropped(null, 0);
    assertEquals(sent.length + 4, next.io.sent.get(0).length);
  }

  @ParameterizedTest
  @EnumSource(value = Suite.class, names = "HMAC_MD5", mode = EnumSource.Mode.EXCLUDE)
  void shouldLetNoPacketGrowIntoItsNeighbourWhenTheyStandInARing(Suite suite) {
    CodeDigest longer =
        bench.source.admit(
            CompiledBundle.onPacket("packet.replacePayload(new byte[300], 0, 300);").jar());
    RouterBench.Flow growing = bench.flow(longer);
    growing.suite = suite;
    RouterBench.Flow same = bench.flow(idle);
    same.suite = suite;
    same.session++;
    bench.pass(growing.next("a"), same.next("b"));
    byte[] grown = growing.next("short");
    byte[] neighbour = same.next("untouched");
    byte[] after = growing.next("x");
    bench.io.inPlace = true;
    bench.pass(grown, neighbour, after);
    assertEquals(5, bench.io.sent.size());
    assertEquals(grown.length + 295, bench.io.sent.get(2).length);
    assertArrayEquals(neighbour, bench.io.sent.get(3));
    assertEquals(after.length + 299, bench.io.sent.get(4).length);
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldParkPacketOfARingByCopy() throws IOException {
    bench.io.inPlace = true;
    bench.source.holdAnswers();
    RouterBench.Flow flow = bench.flow(idle);
    byte[] packet = flow.next("wait for me");
    bench.feed(packet);
    bench.feed(flow.next("written over the first one"));
    bench.source.releaseAnswers();
    bench.pass();
    assertArrayEquals(packet, bench.io.sent.get(0));
  }

  @Test
  void shouldNotLetCodeReadAnEncryptedPayloadWithoutTheGrant() {
    CodeDigest reader = bench.source.admit(CompiledBundle.onPacket("packet.payloadByte(0);").jar());
    RouterBench.Flow flow = bench.flow(reader);
    flow.suite = Suite.AES128_CTR_HMAC_SHA256;
    flow.grant = new Grant(0, 0, Grant.MODIFY | Grant.DROP);
    bench.pass(flow.next("secret"));
    bench.assertDropped(DropReason.CODE_FAULT, 1);
    RouterBench.Flow allowed = bench.flow(reader);
    allowed.suite = Suite.AES256_GCM;
    allowed.session++;
    bench.pass(allowed.next("secret"));
    assertEquals(1, bench.io.sent.size());
  }

  @Test
  void shouldDropPacketWhenItsCodeSaysSo() {
    CodeDigest dropper =
        bench.source.admit(
            CompiledBundle.onPacket("if (packet.payloadByte(0) == 'x') packet.drop();").jar());
    RouterBench.Flow flow = bench.flow(dropper);
    bench.pass(flow.next("x"), flow.next("y"));
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(DropReason.DROPPED_BY_CODE, 1);
  }

  @Test
  void shouldFollowTheFailurePolicyWhenCodeFails() {
    String fails = "throw new IllegalStateException();";
    bench.pass(bench.flow(bench.source.admit(CompiledBundle.onPacket(fails).jar())).next("a"));
    bench.assertDropped(DropReason.CODE_FAULT, 1);
    CodeDigest lenient =
        bench.source.admit(
            CompiledBundle.onPacket(fails).attribute("Rosa-Failure-Policy", "forward").jar());
    RouterBench.Flow flow = bench.flow(lenient);
    flow.session++;
    byte[] packet = flow.next("b");
    bench.pass(packet);
    assertArrayEquals(packet, bench.io.sent.get(0));
    bench.assertCounted(Event.FAULT_FORWARDED, 1);
  }

  @Test
  void shouldKeepStateForASessionAndNotMixItWithOthers() {
    CodeDigest second =
        bench.source.admit(
            CompiledBundle.onPacket(
                    """
                    long seen = packet.sessionState().get(0) + 1;
                    packet.sessionState().set(0, seen);
                    if (seen == 2) packet.drop();
                    """)
                .jar());
    RouterBench.Flow one = bench.flow(second);
    RouterBench.Flow other = bench.flow(second);
    other.session++;
    bench.pass(one.next("1"), other.next("1"), one.next("2"), one.next("3"));
    bench.assertDropped(DropReason.DROPPED_BY_CODE, 1);
    assertEquals(3, bench.io.sent.size());
  }
}

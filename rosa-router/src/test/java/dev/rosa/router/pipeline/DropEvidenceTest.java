package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.evidence.Proof;
import dev.rosa.keys.CodeDigest;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Drops that are evidence against a source; {@link RouterBench} looks at those of each reason. */
class DropEvidenceTest {

  private static final Set<DropReason> OF_SESSIONS =
      EnumSet.of(DropReason.RATE_EXCEEDED, DropReason.CODE_FAULT, DropReason.FUEL_EXHAUSTED);

  /** Reasons for which a Source can do nothing. */
  private static final Set<DropReason> NONE =
      EnumSet.of(
          DropReason.STALE_STATE,
          DropReason.UNVERIFIED_LIMIT,
          DropReason.PARKED_OVERFLOW,
          DropReason.PARKED_TIMEOUT,
          DropReason.WINDOW_LOST,
          DropReason.CODE_INVALID,
          DropReason.SHARE_EXCEEDED,
          DropReason.DROPPED_BY_CODE,
          DropReason.CODE_STOPPED,
          DropReason.NO_ROUTE,
          DropReason.LINK_REFUSED);

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(CompiledBundle.onPacket("").jar());

  @ParameterizedTest
  @EnumSource(DropReason.class)
  void shouldProveASessionOnlyBehindTagAndWindow(DropReason reason) {
    Proof expected =
        OF_SESSIONS.contains(reason) ? Proof.SESSION : NONE.contains(reason) ? null : Proof.NONE;

    assertEquals(expected, DropReason.EVIDENCE.get(reason.ordinal()).proof());
    assertEquals(reason.name(), DropReason.EVIDENCE.get(reason.ordinal()).word());
    assertEquals(expected != null, reason.isEvidence(false));
    assertEquals(expected == Proof.SESSION, reason.isEvidence(true));
  }

  @Test
  void shouldTellOfAHopLimitThatIsTooLowAtStepOneOnly() {
    RouterBench.Flow flow = bench.flow(idle);
    byte[] packet = flow.next("hello");
    bench.io.fate = Fate.HOPS_EXHAUSTED;
    bench.pass(packet);
    assertEquals(1, bench.worker.counters().dropped(DropReason.HOPS_EXHAUSTED));
    assertEquals(0, bench.evidence.count(DropReason.HOPS_EXHAUSTED.ordinal()));

    byte[] low = flow.next("hello");
    low[8] = 3;
    Ip.refreshChecksumV4(ByteBuffer.wrap(low), 0);
    bench.pass(low);

    assertEquals(1, bench.evidence.count(DropReason.HOPS_EXHAUSTED.ordinal()));
  }

  @Test
  void shouldBlameNoSourceForPacketsThatWaitForASecretInVain() throws Exception {
    bench.source.holdAnswers();
    RouterBench.Flow flow = bench.flow(idle);
    bench.feed(flow.next("0"), flow.next("1"), flow.next("2"), flow.next("3"), flow.next("4"));

    bench.assertDropped(DropReason.PARKED_OVERFLOW, 1);
    assertEquals(0, bench.evidence.count(DropReason.PARKED_OVERFLOW.ordinal()));
  }
}

package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.domainstate.Revoked;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.testkit.CompiledBundle;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that the state of the domain does not let pass: step 5 of the pipeline. */
class DomainStateTest {

  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(IDLE);

  @Test
  void shouldDropPacketWhenItsSessionWasRevokedEvenIfItIsLive() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    bench.source.push(
        new Catalogue.Entry(idle, "idle", true, Set.of(1)),
        Revocations.of(List.of(new Revoked.Session(flow.session))));
    bench.pass(flow.next("hello"));
    bench.assertDropped(DropReason.REVOKED, 1);
  }

  @Test
  void shouldDropPacketsOfARevokedSessionAlsoWhenItsKeysAreGone() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    revoke(Set.of(1), new Revoked.Session(flow.session));
    bench.sweep();
    assertEquals(0, bench.worker.liveSessions());
    bench.pass(flow.next("hello"));
    RouterBench.Flow other = bench.flow(idle);
    other.session++;
    bench.pass(other.next("another one"));
    bench.assertDropped(DropReason.REVOKED, 1);
    assertEquals(2, bench.io.sent.size());
    bench.assertCounted(Event.KEYS_DERIVED, 2);
  }

  @Test
  void shouldComparePacketsOfLiveSessionsWithRevocationsUntilAllWereSwept() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    Revocations none = Revocations.NONE;
    assertTrue(bench.worker.hasSwept(none));
    Revocations revoked = revoke(Set.of(1), new Revoked.Session(1));
    bench.pass(flow.next("while swept"));
    assertFalse(bench.worker.hasSwept(revoked));
    bench.sweep();
    assertTrue(bench.worker.hasSwept(revoked));
    bench.pass(flow.next("after it"));
    assertEquals(3, bench.io.sent.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "code", "epoch"})
  void shouldDropPacketsOfARevokedUserCodeOrEpochBeforeAndAfterTheSweep(String kind) {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    switch (kind) {
      case "user" -> revoke(Set.of(1), new Revoked.User(UserId.of(new byte[UserId.BYTES])));
      case "code" -> revoke(Set.of(1), new Revoked.Code(idle));
      default -> revoke(Set.of(1), new Revoked.Epochs(idle, 1));
    }
    bench.pass(flow.next("before"));
    bench.sweep();
    assertEquals(0, bench.worker.liveSessions());
    bench.pass(flow.next("after"));
    bench.assertDropped(DropReason.REVOKED, 2);
    revoke(Set.of(1));
    bench.pass(flow.next("lifted"));
    assertEquals(2, bench.io.sent.size());
  }

  @Test
  void shouldSayRevokedOfAnEpochThatHasLeftTheCatalogueForThat() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    revoke(Set.of(3), new Revoked.Epochs(idle, 1));
    bench.sweep();
    bench.pass(flow.next("after"));
    bench.assertDropped(DropReason.REVOKED, 1);
  }

  private Revocations revoke(Set<Integer> epochs, Revoked.Subject... subjects) {
    Revocations revocations = Revocations.of(List.of(subjects));
    bench.source.push(new Catalogue.Entry(idle, "idle", true, epochs), revocations);
    return revocations;
  }

  @Test
  void shouldDropActivePacketsOnlyWhileTheStateOfTheDomainHasEnded() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("hello"));
    bench.source.stateEndMillis = bench.now.toEpochMilli() - 1;
    RouterBench.Flow foreign = bench.flow(idle);
    foreign.domain = 5;
    bench.pass(flow.next("stale"), foreign.next("of another domain"));
    bench.assertDropped(DropReason.STALE_STATE, 1);
    assertEquals(2, bench.io.sent.size());
    bench.source.stateEndMillis = bench.now.toEpochMilli();
    bench.pass(flow.next("fresh"));
    assertEquals(3, bench.io.sent.size());
  }

  @Test
  void shouldServeWithAnEndedStateWhereTheOperatorSaysSo() {
    RouterBench lenient = new RouterBench(RouterBench.policyThatContinues());
    CodeDigest code = lenient.source.admit(IDLE);
    lenient.source.stateEndMillis = 0;
    lenient.pass(lenient.flow(code).next("hello"));
    assertEquals(1, lenient.io.sent.size());
  }
}

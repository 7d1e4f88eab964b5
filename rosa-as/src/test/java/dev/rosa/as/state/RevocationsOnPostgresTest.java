package dev.rosa.as.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.domainstate.DomainState;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.TestPostgres;
import dev.rosa.wire.active.Grant;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every act of an operator on a PostgreSQL server. */
class RevocationsOnPostgresTest {

  @TempDir Path folder;

  @Test
  void shouldRevokeListLiftAndForget() throws Exception {
    try (HandlerFixture as =
        new HandlerFixture(folder, TestPostgres.database(), HandlerFixture.QUOTA)) {
      revokeSessions(as);
      revokeTheRest(as.records.revocations(), as.alice.id());
      as.records.users().add("alice");
      as.records.codes().add("transcoder", HandlerFixture.TRANSCODER);
      as.rule("alice", "10.0.1.0/24", "10.0.2.0/24", new Grant(100, 0, 0));
      assertEquals(1, as.records.epochs().openMissing());
      as.confirmAll();
      as.assertRefused(Requests.good(), Status.Code.PERMISSION_DENIED, "were revoked");
      requireState(as);
    }
  }

  private static void revokeSessions(HandlerFixture as) throws Exception {
    SessionRevocations sessions = as.records.revocations().sessions();
    Identity bob = as.domain.user("bob");
    ServiceGrant grant = as.ask(Requests.good().addRecipients(bob.id().toString()));
    assertEquals(
        new SessionRevocations.Done(1, 1, 0, 0, 0), sessions.revoke(List.of(7L), done -> {}));
    assertEquals(grant, as.join(bob, grant.getSession()));
    long rule = as.records.rules().list().get(0).id();
    assertEquals(1, sessions.revokeRule(rule, Integer.MAX_VALUE, done -> {}).revoked());
    assertEquals(
        new SessionRevocations.Done(0, 0, 1, 0, 0),
        sessions.revoke(List.of(grant.getSession()), done -> {}));
    Refusal refused = assertThrows(Refusal.class, () -> as.join(bob, grant.getSession()));
    assertTrue(refused.getMessage().endsWith("was revoked"), refused::getMessage);
  }

  private static void revokeTheRest(Revocations acts, RosaId alice) throws Exception {
    assertEquals(1, acts.epochs().revoke(HandlerFixture.TRANSCODER, Optional.empty()).number());
    assertEquals(4, acts.subjects().revokeUser(alice).serial());
    assertEquals(5, acts.subjects().revokeCode("transcoder").serial());
    assertTrue(acts.routers().revoke(new RosaId(17, Role.ROUTER, "r7")));
    assertEquals(1, acts.routers().replaceSecrets(Optional.empty()).size());
  }

  private static void requireState(HandlerFixture as) throws Exception {
    RevocationList list = as.records.revocations().list();
    StatePublication states =
        new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock);
    DomainState first = states.newest();
    assertEquals(1, first.content().segments().size());
    assertTrue(states.segments().find(first.content().segments().get(0)).isPresent());
    assertEquals(
        Map.of("session", 2L, "epochs", 2L, "user", 1L, "code", 1L, "router", 1L), list.counts());
    assertEquals(7, list.newest(100).size());
    assertEquals("rosa://17/router/r7", list.lift(6).name());
    as.clock.move(Duration.ofDays(3));
    list.deleteEnded();
    DomainState last = states.newest();
    assertEquals(List.of(), last.content().segments());
    assertEquals(Set.of(3), last.content().epochsOf(HandlerFixture.TRANSCODER));
    assertTrue(last.isNewerThan(first));
  }
}

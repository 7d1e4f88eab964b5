package dev.rosa.as.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.UserId;
import dev.rosa.role.AdministrationException;
import dev.rosa.wire.active.Grant;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acts of an operator, and the state that is signed after them. */
class RevocationsTest {

  /** The largest skew that a router may have: it takes packets for so long after SET. */
  private static final long SKEW = 300;

  @TempDir Path folder;
  private HandlerFixture as;
  private StatePublication states;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    states = new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock);
  }

  @AfterEach
  void close() {
    as.close();
  }

  private Revocations revocations() {
    return as.records.revocations();
  }

  private List<Revoked> revoked() {
    return states.newest().content().segments().stream()
        .flatMap(name -> RevocationSegments.read(segment(name)).stream())
        .toList();
  }

  private byte[] segment(SegmentName name) {
    return states.segments().find(name).orElseThrow();
  }

  private ServiceGrant granted() throws Refusal {
    return as.ask(Requests.good());
  }

  private static long end(ServiceGrant grant) {
    return Integer.toUnsignedLong(grant.getSet()) + SKEW;
  }

  private SessionRevocations.Done revoke(Long... sessions) {
    return revocations().sessions().revoke(List.of(sessions), done -> {});
  }

  private String newestAct() {
    return as.audit().newestActs(1).get(0).act();
  }

  @Test
  void shouldRevokeSessionUntilItsEnd() throws Exception {
    ServiceGrant one = granted();
    ServiceGrant other = granted();
    assertEquals(new SessionRevocations.Done(1, 0, 0, 0, 0), revoke(one.getSession()));
    assertEquals(List.of(new Revoked(new Revoked.Session(one.getSession()), end(one))), revoked());
    assertEquals("revoke session", newestAct());
    assertEquals(
        new SessionRevocations.Done(1, 0, 1, 0, 0), revoke(one.getSession(), other.getSession()));
    assertEquals(2, revoked().size());
  }

  @Test
  void shouldRevokeUnknownSessionUntilTheLatestEndOfAny() {
    assertEquals(new SessionRevocations.Done(1, 1, 0, 0, 0), revoke(7L));
    long latest = as.clock.instant().plusSeconds(86_400 + 3_600 + SKEW).getEpochSecond();
    assertEquals(List.of(new Revoked(new Revoked.Session(7), latest)), revoked());
  }

  @Test
  void shouldNotRevokeWhatHasEnded() throws Exception {
    ServiceGrant one = granted();
    as.clock.move(Duration.ofMinutes(7));
    assertEquals(new SessionRevocations.Done(0, 0, 0, 1, 0), revoke(one.getSession()));
    assertEquals(List.of(), states.newest().content().segments());
  }

  @Test
  void shouldRefuseJoinOfRevokedSession() throws Exception {
    Identity bob = as.domain.user("bob");
    ServiceGrant one = as.ask(Requests.good().addRecipients(bob.id().toString()));
    assertEquals(one, as.join(bob, one.getSession()));
    revoke(one.getSession());
    Refusal refused = assertThrows(Refusal.class, () -> as.join(bob, one.getSession()));
    assertEquals(Status.Code.PERMISSION_DENIED, refused.code());
    assertTrue(refused.getMessage().endsWith("was revoked"), refused::getMessage);
  }

  @Test
  void shouldEndUserAndRefuseNewSessionsUntilTheLastOldOneIsOver() throws Exception {
    ServiceGrant one = granted();
    SubjectRevocations.Done done = revocations().subjects().revokeUser(as.alice.id());
    assertEquals(end(one), done.until().getEpochSecond());
    assertFalse(done.isDeclared());
    assertEquals("revoke user", newestAct());
    Revoked.Subject subject = revoked().get(0).subject();
    assertEquals(new Revoked.User(UserId.of(one.getUser().toByteArray())), subject);
    as.assertRefused(Requests.good(), Status.Code.PERMISSION_DENIED, "is not known");
    as.records.users().add("alice");
    as.assertRefused(Requests.good(), Status.Code.PERMISSION_DENIED, "were revoked");
    as.clock.move(Duration.ofMinutes(7));
    assertEquals(one.getUser(), granted().getUser());
  }

  @Test
  void shouldEndUserWithoutSessionsForAMoment() throws Exception {
    as.clock.move(Duration.ofMinutes(7));
    long until = as.clock.instant().plusSeconds(2).getEpochSecond();
    SubjectRevocations.Done done = revocations().subjects().revokeUser(as.alice.id());
    assertEquals(until, done.until().getEpochSecond());
  }

  @Test
  void shouldKeepRevocationsAsLongAsARouterWithTheLargestSkewTakesPackets() throws Exception {
    ServiceGrant one = granted();
    revoke(one.getSession());
    revocations().subjects().revokeUser(as.alice.id());
    long set = Integer.toUnsignedLong(one.getSet());
    as.clock.move(Duration.between(as.clock.instant(), Instant.ofEpochSecond(set + SKEW)));
    revocations().list().deleteEnded();
    assertEquals(2, revoked().size());
    as.clock.move(Duration.ofSeconds(3));
    revocations().list().deleteEnded();
    assertEquals(List.of(), revoked());
  }

  @Test
  void shouldRevokeSessionsThatRoutersMayStillTakeAfterTheirEnd() throws Exception {
    ServiceGrant one = granted();
    ServiceGrant other = granted();
    long set = Integer.toUnsignedLong(one.getSet());
    as.clock.move(Duration.between(as.clock.instant(), Instant.ofEpochSecond(set + SKEW - 1)));
    assertEquals(new SessionRevocations.Done(1, 0, 0, 0, 0), revoke(one.getSession()));
    long rule = as.records.rules().list().get(0).id();
    SessionRevocations.Done done =
        revocations().sessions().revokeRule(rule, Integer.MAX_VALUE, told -> {});
    assertEquals(new SessionRevocations.Done(1, 0, 1, 0, 0), done);
    assertEquals(2, revoked().size());
    assertEquals(end(other), revoked().get(1).until());
  }

  @Test
  void shouldEndCodeUnderEveryName() throws Exception {
    granted();
    as.records.codes().add("second", HandlerFixture.TRANSCODER);
    long until = revocations().subjects().revokeCode("second").until().getEpochSecond();
    assertEquals(
        List.of(new Revoked(new Revoked.Code(HandlerFixture.TRANSCODER), until)), revoked());
    as.assertRefused(Requests.good(), Status.Code.NOT_FOUND, "is not known");
    as.records.codes().add("transcoder", HandlerFixture.TRANSCODER);
    as.assertRefused(Requests.good(), Status.Code.PERMISSION_DENIED, "were revoked");
  }

  @Test
  void shouldDestroyRevokedEpochAndBeginTheNext() throws Exception {
    ServiceGrant one = granted();
    Epoch ended = revocations().epochs().revoke(HandlerFixture.TRANSCODER, Optional.empty());
    assertEquals(1, ended.number());
    assertTrue(as.records.secrets().find(HandlerFixture.TRANSCODER, 1).isEmpty());
    assertEquals(List.of(ended), as.records.epochEnds().toRetireAt(HandlerFixture.CODE_SERVER));
    assertEquals(
        List.of(new Revoked(new Revoked.Epochs(HandlerFixture.TRANSCODER, 1), end(one))),
        revoked());
    assertEquals(Set.of(2), states.newest().content().epochsOf(HandlerFixture.TRANSCODER));
    as.assertRefused(Requests.good(), Status.Code.UNAVAILABLE, "not usable yet");
    as.confirmAll();
    assertEquals(2, granted().getEpoch());
  }

  @Test
  void shouldKeepEpochsAfterTheLastThatIsRevoked() throws Exception {
    as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
    as.confirmAll();
    ServiceGrant one = granted();
    revocations().epochs().revoke(HandlerFixture.TRANSCODER, Optional.of(1));
    assertEquals(Set.of(2), states.newest().content().epochsOf(HandlerFixture.TRANSCODER));
    assertEquals(one.getEpoch(), granted().getEpoch());
    AdministrationException refused =
        assertThrows(
            AdministrationException.class,
            () -> revocations().epochs().revoke(HandlerFixture.TRANSCODER, Optional.of(3)));
    assertEquals("there is no epoch 3, expected at most 2, the newest", refused.getMessage());
  }

  @Test
  void shouldEndSessionsOfRuleAndNoOthers() throws Exception {
    long second = as.rule("alice", "10.1.0.0/16", "*", new Grant(100, 0, 0));
    ServiceGrant first = granted();
    ServiceGrant kept = as.ask(Requests.good().setSource(Requests.address("10.1.0.1")));
    long rule = as.records.rules().list().get(0).id();
    assertEquals(
        new SessionRevocations.Done(1, 0, 0, 0, 0),
        revocations().sessions().revokeRule(rule, Integer.MAX_VALUE, done -> {}));
    assertEquals(
        List.of(new Revoked(new Revoked.Session(first.getSession()), end(first))), revoked());
    as.assertRefused(Requests.good(), Status.Code.PERMISSION_DENIED, "no rule allows");
    as.records.rules().remove(second);
    assertEquals(
        1, revocations().sessions().revokeRule(second, Integer.MAX_VALUE, done -> {}).revoked());
    assertEquals(kept.getSession(), ((Revoked.Session) revoked().get(1).subject()).number());
    assertThrows(
        AdministrationException.class,
        () -> revocations().sessions().revokeRule(99, Integer.MAX_VALUE, done -> {}));
  }

  @Test
  void shouldLeaveSessionsOfRuleThatAreMoreThanItMayRevokeAtOnce() throws Exception {
    granted();
    granted();
    granted();
    long rule = as.records.rules().list().get(0).id();
    SessionRevocations sessions = revocations().sessions();
    assertEquals(
        new SessionRevocations.Done(2, 0, 0, 0, 1), sessions.revokeRule(rule, 2, done -> {}));
    SessionRevocations.Done rest = sessions.revokeRule(rule, 2, done -> {});
    assertEquals(new SessionRevocations.Done(1, 0, 2, 0, 0), rest);
    assertEquals(3, revoked().size());
  }

  @Test
  void shouldRevokeRouterForEverAndReplaceItsSecrets() {
    RosaId router = new RosaId(17, Role.ROUTER, "r7");
    assertTrue(revocations().routers().revoke(router));
    assertFalse(revocations().routers().revoke(router));
    assertEquals(List.of(new Revoked(new Revoked.Router(router), 0)), revoked());
    assertEquals(List.of(), revocations().routers().replaceSecrets(Optional.of(Set.of())));
    assertEquals(1, revocations().routers().replaceSecrets(Optional.empty()).size());
    assertEquals(2, revoked().size());
    assertEquals(Set.of(2), states.newest().content().epochsOf(HandlerFixture.TRANSCODER));
  }

  @Test
  void shouldFillSegmentsByThousandAndChangeOnlyTheLast() {
    List<Long> many = LongStream.rangeClosed(1, 2_500).boxed().toList();
    long[] told = new long[1];
    assertEquals(2_500, revocations().sessions().revoke(many, done -> told[0] = done).revoked());
    assertEquals(2_500, told[0]);
    List<SegmentName> before = states.newest().content().segments();
    assertEquals(3, before.size());
    assertEquals(2_500, revoked().size());
    revoke(9_999L);
    List<SegmentName> after = states.newest().content().segments();
    assertEquals(before.subList(0, 2), after.subList(0, 2));
    assertFalse(after.contains(before.get(2)));
    assertTrue(states.segments().find(before.get(2)).isEmpty());
    assertEquals(2_501L, revocations().list().counts().get("session"));
  }

  @Test
  void shouldLiftRevocation() throws Exception {
    ServiceGrant one = granted();
    revoke(one.getSession(), 7L);
    List<RevocationList.Listed> listed = revocations().list().newest(10);
    assertEquals(2, listed.size());
    long serial =
        listed.stream().filter(each -> !each.subject().equals("7")).findFirst().get().serial();
    revocations().list().lift(serial);
    assertEquals(
        List.of(new Revoked.Session(7)), revoked().stream().map(Revoked::subject).toList());
    assertEquals("revocation lift", newestAct());
    assertThrows(AdministrationException.class, () -> revocations().list().lift(serial));
  }

  @Test
  void shouldDeleteEndedRevocationsWhenTheyAreHalfOfTheirSegment() throws Exception {
    ServiceGrant one = granted();
    revoke(one.getSession(), 7L, 8L);
    as.clock.move(Duration.ofMinutes(7));
    revocations().list().deleteEnded();
    assertEquals(3, revoked().size());
    revocations().list().lift(revocations().list().newest(1).get(0).serial());
    revocations().list().deleteEnded();
    assertEquals(1, revoked().size());
    as.clock.move(Duration.ofDays(2));
    revocations().list().deleteEnded();
    assertEquals(List.of(), states.newest().content().segments());
  }

  @Test
  void shouldSignAnewWhenContentChangesOrAThirdIsOver() {
    DomainState first = states.newest();
    assertEquals(as.clock.instant().toEpochMilli(), first.number());
    assertEquals(first, states.newest());
    as.clock.move(Duration.ofSeconds(39));
    assertTrue(first.isSameAs(states.newest()));
    as.clock.move(Duration.ofSeconds(1));
    DomainState second = states.newest();
    assertTrue(second.isNewerThan(first));
    assertEquals(first.content(), second.content());
    revoke(7L);
    assertTrue(states.newest().isNewerThan(second));
  }

  @Test
  void shouldGrowWhenTheClockWasSetBack() {
    DomainState first = states.newest();
    as.clock.move(Duration.ofHours(-1));
    DomainState second = states.newest();
    assertEquals(first.number() + 1, second.number());
    assertEquals(as.clock.instant(), second.issuedAt());
  }

  @Test
  void shouldHandOutTheSameStateAsAnotherServer() throws Exception {
    revoke(7L);
    DomainState mine = states.newest();
    as.open();
    StatePublication others =
        new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock);
    assertTrue(mine.isSameAs(others.newest()));
    SegmentName name = mine.content().segments().get(0);
    assertEquals(
        SegmentName.ofSegment(segment(name)),
        SegmentName.ofSegment(others.segments().find(name).orElseThrow()));
  }
}

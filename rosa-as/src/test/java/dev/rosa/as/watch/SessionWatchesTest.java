package dev.rosa.as.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.Rule;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.SessionNotice;
import dev.rosa.control.v1.SessionStanding;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.wire.active.Grant;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of a server; changes are made by another process on its storage. */
class SessionWatchesTest {
  private static final Grant GRANT = new Grant(100, 0, Grant.MODIFY | Grant.DROP);
  private static final CodeDigest OTHER = CodeDigest.ofBundle(new byte[] {9});

  @TempDir Path folder;
  private HandlerFixture as;
  private Identity bob;
  private SessionWatches watches;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), HandlerFixture.QUOTA);
    bob = as.domain.user("bob");
    watches =
        new SessionWatches(
            new StandingRecords(as.storage(), as.records.policy(), as.records.revocations().list()),
            as::passedNow,
            Duration.ofSeconds(2));
    // The records by which the test changes the domain are another process's.
    as.open();
  }

  @AfterEach
  void close() {
    watches.close();
    as.close();
  }

  private ServiceGrant ask() throws Refusal {
    return as.ask(Requests.good().addRecipients(bob.id().toString()));
  }

  private record Open(StreamObserver<WatchSessionsRequest> requests, FakeStream told) {
    void hold(long... sessions) {
      WatchSessionsRequest.Builder request = WatchSessionsRequest.newBuilder();
      LongStream.of(sessions).forEach(request::addHeld);
      requests.onNext(request.build());
    }

    void leave(long session) {
      requests.onNext(WatchSessionsRequest.newBuilder().addLeft(session).build());
    }
  }

  private Open stream(RosaId holder) {
    FakeStream told = new FakeStream();
    return new Open(watches.watch(holder, told), told);
  }

  /** A stream that has been told that the session is current. */
  private Open holding(RosaId holder, long session) {
    Open stream = stream(holder);
    stream.hold(session);
    watches.look();
    assertEquals("CURRENT", stream.told().last());
    return stream;
  }

  private String afterLook(Open stream) {
    watches.look();
    return stream.told().last();
  }

  private void nextEpoch() throws Exception {
    as.records.epochs().openNext(code());
  }

  private dev.rosa.as.records.CodeRegistry.Code code() {
    return as.records.codes().list().get(0);
  }

  @Test
  void shouldTellSourceAndRecipientVoidWhenSessionIsRevoked() throws Exception {
    long session = ask().getSession();
    Open source = holding(as.alice.id(), session);
    Open recipient = holding(bob.id(), session);
    as.records.revocations().sessions().revoke(List.of(session), done -> {});
    assertEquals("VOID SESSION_REVOKED ended", afterLook(source));
    assertEquals("VOID SESSION_REVOKED ended", recipient.told().last());
  }

  /** The recipient asks, and the session is revoked between the look's first query and its last. */
  @Test
  void shouldTellTheSourceTooWhenARecipientAsksAsTheSessionIsRevoked() throws Exception {
    long session = ask().getSession();
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    SessionWatches between =
        new SessionWatches(
            new StandingRecords(as.storage(), as.records.policy(), as.records.revocations().list()),
            () -> {
              meanwhile.getAndSet(() -> {}).run();
              return as.passedNow();
            },
            Duration.ofSeconds(2));
    FakeStream source = new FakeStream();
    FakeStream recipient = new FakeStream();
    new Open(between.watch(as.alice.id(), source), source).hold(session);
    between.look();
    assertEquals("CURRENT", source.last());
    new Open(between.watch(bob.id(), recipient), recipient).hold(session);
    meanwhile.set(() -> as.records.revocations().sessions().revoke(List.of(session), done -> {}));
    between.look();
    between.look();
    assertEquals("VOID SESSION_REVOKED ended", recipient.last());
    assertEquals("VOID SESSION_REVOKED ended", source.last());
    between.close();
  }

  @Test
  void shouldTellVoidWhenUserCodeOrRuleIsRevoked() throws Exception {
    long session = ask().getSession();
    Open stream = holding(as.alice.id(), session);
    as.records.revocations().subjects().revokeUser(as.alice.id());
    assertEquals("VOID USER_REVOKED ended", afterLook(stream));
  }

  @Test
  void shouldTellVoidWhenCodeIsRevoked() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    as.records.revocations().subjects().revokeCode("transcoder");
    assertEquals("VOID CODE_REVOKED ended", afterLook(stream));
  }

  @Test
  void shouldTellVoidWhenRuleIsRevoked() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    as.records.revocations().sessions().revokeRule(rule().id(), Integer.MAX_VALUE, done -> {});
    assertEquals("VOID RULE_REVOKED ended", afterLook(stream));
  }

  @Test
  void shouldTellARevokedRuleToSourceAndRecipientsThatComeLater() throws Exception {
    long session = ask().getSession();
    as.records.revocations().sessions().revokeRule(rule().id(), Integer.MAX_VALUE, done -> {});
    Open source = stream(as.alice.id());
    Open recipient = stream(bob.id());
    Open stranger = stream(as.domain.user("eve").id());
    List.of(source, recipient, stranger).forEach(each -> each.hold(session));
    assertEquals("VOID RULE_REVOKED ended", afterLook(source));
    assertEquals("VOID RULE_REVOKED ended", recipient.told().last());
    assertEquals("RENEW NOT_KNOWN", stranger.told().last());
  }

  @Test
  void shouldTellRenewWhenNewEpochIsInUseAndNotBefore() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    nextEpoch();
    assertEquals("CURRENT", afterLook(stream));
    as.confirmAll();
    assertEquals("RENEW EPOCH_REPLACED", afterLook(stream));
    Open renewed = holding(as.alice.id(), ask().getSession());
    watches.look();
    assertEquals(1, renewed.told().notices().size());
  }

  @Test
  void shouldTellRenewAndThatItHasEndedWhenEpochIsRevoked() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    as.records.revocations().epochs().revoke(HandlerFixture.TRANSCODER, Optional.empty());
    assertEquals("RENEW EPOCH_REVOKED ended", afterLook(stream));
    as.records.revocations().subjects().revokeUser(as.alice.id());
    assertEquals("VOID USER_REVOKED ended", afterLook(stream));
  }

  @Test
  void shouldTellRenewWhenRuleIsReplaced() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    long before = rule().id();
    as.rule("alice", "10.0.1.0/24", "10.0.2.0/24", GRANT);
    assertEquals("CURRENT", afterLook(stream));
    as.records.rules().remove(before);
    assertEquals("RENEW RULE_REMOVED", afterLook(stream));
  }

  @Test
  void shouldTellRenewWhenCodeIsReplaced() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    as.records.codes().remove("transcoder");
    assertEquals("CURRENT", afterLook(stream));
    as.records.codes().add("transcoder", OTHER);
    assertEquals("RENEW CODE_REPLACED", afterLook(stream));
  }

  @Test
  void shouldTellPresentStandingWhenChangeCameBeforeTheStream() throws Exception {
    long revoked = ask().getSession();
    long old = ask().getSession();
    as.records.revocations().sessions().revoke(List.of(revoked), done -> {});
    watches.look();
    nextEpoch();
    as.confirmAll();
    Open stream = stream(as.alice.id());
    stream.hold(revoked, old, ask().getSession());
    watches.look();
    assertEquals(
        List.of("VOID SESSION_REVOKED ended", "RENEW EPOCH_REPLACED", "CURRENT"),
        stream.told().notices().stream().map(FakeStream::text).toList());
    assertEquals(revoked, stream.told().notices().get(0).getSession());
  }

  @Test
  void shouldTellPresentStandingWhenRevocationWasLifted() throws Exception {
    long session = ask().getSession();
    Open stream = holding(as.alice.id(), session);
    as.records.revocations().sessions().revoke(List.of(session), done -> {});
    assertEquals("VOID SESSION_REVOKED ended", afterLook(stream));
    as.records.revocations().list().lift(as.records.revocations().list().newest(1).get(0).serial());
    watches.look();
    holding(bob.id(), session);
  }

  @Test
  void shouldTellNothingAboutSessionsOfOthers() throws Exception {
    long session = ask().getSession();
    as.records.revocations().sessions().revoke(List.of(session), done -> {});
    Open stranger = stream(as.domain.user("carol").id());
    stranger.hold(session, session + 1);
    watches.look();
    assertEquals(
        List.of("RENEW NOT_KNOWN", "RENEW NOT_KNOWN"),
        stranger.told().notices().stream().map(FakeStream::text).toList());
    assertEquals(0, watches.figures().get("sessions"));
  }

  @Test
  void shouldTellNoMoreWhenSessionWasLeftOrStreamHasEnded() throws Exception {
    long session = ask().getSession();
    Open left = holding(as.alice.id(), session);
    Open ended = holding(as.alice.id(), session);
    Open cancelled = holding(bob.id(), session);
    left.leave(session);
    ended.requests().onCompleted();
    cancelled.told().cancel();
    watches.look();
    assertEquals(Status.OK, ended.told().end);
    assertEquals(0, watches.figures().get("sessions"));
    assertEquals(1, watches.figures().get("streams"));
    as.records.revocations().sessions().revoke(List.of(session), done -> {});
    for (Open stream : List.of(left, ended, cancelled)) {
      assertEquals("CURRENT", afterLook(stream));
    }
  }

  @Test
  void shouldForgetSessionsThatHaveEnded() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    as.clock.move(Duration.ofSeconds(62));
    watches.look();
    assertEquals(1, watches.figures().get("sessions"));
    as.clock.move(Duration.ofSeconds(1));
    watches.look();
    assertEquals(0, watches.figures().get("sessions"));
    stream.hold(ask().getSession());
    assertEquals("CURRENT", afterLook(stream));
  }

  @Test
  void shouldTellOfRevocationsAlsoAfterTheClockWasAheadForAWhile() throws Exception {
    long session = ask().getSession();
    Open source = holding(as.alice.id(), session);
    as.clock.jump(Duration.ofHours(1));
    Open later = holding(as.alice.id(), session);
    as.clock.jump(Duration.ofHours(-1));
    as.records.revocations().sessions().revoke(List.of(session), done -> {});
    assertEquals("VOID SESSION_REVOKED ended", afterLook(source));
    assertEquals("VOID SESSION_REVOKED ended", later.told().last());
  }

  @Test
  void shouldKeepNewestNoticeOnlyWhenHolderDoesNotRead() throws Exception {
    long session = ask().getSession();
    Open stream = stream(as.alice.id());
    stream.told().ready = false;
    stream.hold(session);
    watches.look();
    nextEpoch();
    as.confirmAll();
    watches.look();
    as.records.revocations().sessions().revoke(List.of(session), done -> {});
    watches.look();
    assertEquals(List.of(), stream.told().messages);
    stream.told().readAgain();
    assertEquals("VOID SESSION_REVOKED ended", stream.told().last());
    assertEquals(1, stream.told().notices().size());
  }

  @Test
  void shouldTakeOneRequestBetweenTwoLooks() throws Exception {
    Open stream = stream(as.alice.id());
    assertEquals(1, stream.told().requested);
    stream.hold(ask().getSession());
    assertEquals(1, stream.told().requested);
    watches.look();
    assertEquals(2, stream.told().requested);
    watches.look();
    assertEquals(2, stream.told().requested);
  }

  @Test
  void shouldTakeNoFurtherRequestWhileHolderDoesNotRead() {
    Open stream = stream(as.alice.id());
    stream.told().ready = false;
    stream.hold(LongStream.rangeClosed(1, 1_000).toArray());
    for (int look = 0; look < 10; look++) {
      watches.look();
    }
    assertEquals(1, stream.told().requested);

    stream.told().readAgain();
    assertEquals(1_000, stream.told().notices().size());
    assertEquals(2, stream.told().requested);
  }

  @Test
  void shouldTakeAShareOfRequestsInALookWhenOneIdentityHasManyStreams() {
    List<Open> many = Stream.generate(() -> stream(as.alice.id())).limit(5).toList();
    long[] thousand = LongStream.rangeClosed(1, 1_000).toArray();
    many.forEach(stream -> stream.hold(thousand));
    Open other = stream(bob.id());
    other.hold(1, 2);
    watches.look();
    assertEquals(2, many.stream().filter(each -> !each.told().notices().isEmpty()).count());
    assertEquals(2, other.told().notices().size());

    Stream<Open> answered = many.stream().filter(each -> !each.told().notices().isEmpty());
    answered.toList().forEach(stream -> stream.hold(thousand));
    watches.look();
    assertEquals(4, many.stream().filter(each -> !each.told().notices().isEmpty()).count());
    watches.look();
    assertEquals(5, many.stream().filter(each -> !each.told().notices().isEmpty()).count());
    watches.look();
    assertEquals(7_000, many.stream().mapToInt(each -> each.told().notices().size()).sum());
  }

  @Test
  void shouldEndStreamWhenRequestHasTooManySessions() {
    Open stream = stream(as.alice.id());
    stream.hold(LongStream.rangeClosed(1, 1_001).toArray());
    assertEquals(Status.Code.INVALID_ARGUMENT, stream.told().end.getCode());
    watches.look();
    assertEquals(0, watches.figures().get("streams"));
  }

  @Test
  void shouldGiveSpreadByTheNumberOfSessionsToRenew() throws Exception {
    Open stream = stream(as.alice.id());
    stream.hold(ask().getSession(), ask().getSession(), ask().getSession());
    watches.look();
    assertEquals(0, stream.told().messages.get(0).getSpreadMillis());
    nextEpoch();
    as.confirmAll();
    watches.look();
    assertEquals(30, stream.told().messages.get(1).getSpreadMillis());
    assertEquals(3, watches.figures().get("toldToRenew"));
  }

  @Test
  void shouldNotSpreadRenewalsWhenHoldersAskForOneSessionAgainAndAgain() throws Exception {
    long session = ask().getSession();
    Open source = holding(as.alice.id(), session);
    Open recipient = stream(bob.id());
    Open again = stream(as.alice.id());
    nextEpoch();
    as.confirmAll();
    recipient.hold(session, session, session);
    again.hold(session, session);
    watches.look();
    assertEquals(10, source.told().messages.get(1).getSpreadMillis());
  }

  @Test
  void shouldSayNothingWhenNothingOfItHasChanged() throws Exception {
    Open stream = holding(as.alice.id(), ask().getSession());
    as.records.users().add("dave");
    as.records.revocations().sessions().revoke(List.of(ask().getSession()), done -> {});
    watches.look();
    watches.look();
    List<SessionNotice> notices = stream.told().notices();
    assertEquals(1, notices.size());
    assertEquals(SessionStanding.CURRENT, notices.get(0).getStanding());
  }

  @Test
  void shouldEndStreamsAndRefuseNewOnesWhenClosed() {
    Open stream = stream(as.alice.id());
    watches.close();
    assertEquals(Status.OK, stream.told().end);
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> stream(as.alice.id()));
    assertTrue(refused.getMessage().contains("stopping"));
  }

  private Rule rule() {
    return as.records.rules().list().get(0);
  }
}

package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SessionStanding;
import dev.rosa.control.v1.StandingReason;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A holder's stream to a server that the test plays, over a real connection. */
class SessionWatchTest {

  @TempDir private Path directory;
  private FakeAuthorizationServer server;
  private AuthorizationClient alice;
  private StandingNotice.Feed watch;
  private final AtomicInteger news = new AtomicInteger();

  @BeforeEach
  void open() throws Exception {
    server = FakeAuthorizationServer.start(directory.resolve("domain"));
    alice = server.client("alice");
    watch = alice.watch(news::incrementAndGet);
  }

  @AfterEach
  void close() {
    watch.close();
    alice.close();
    server.close();
  }

  private ToldSessions stream(int number) throws Exception {
    Await.until("stream " + number, () -> server.streams.size() >= number);
    return server.streams.get(number - 1);
  }

  private ToldSessions holding(int stream, Set<Long> sessions) throws Exception {
    ToldSessions told = stream(stream);
    Await.until("the sessions " + sessions, () -> told.held().equals(sessions));
    return told;
  }

  private StandingNotice next() throws Exception {
    StandingNotice[] taken = new StandingNotice[1];
    Await.until(
        "a notice",
        () -> {
          taken[0] = watch.poll();
          return taken[0] != null;
        });
    return taken[0];
  }

  @Test
  void shouldHandOverNoticesOfHeldSessionsAndNoOthers() throws Exception {
    watch.hold(1);
    watch.hold(2);
    ToldSessions told = holding(1, Set.of(1L, 2L));
    told.tell(3, SessionStanding.VOID, StandingReason.SESSION_REVOKED, true);
    told.tell(2, SessionStanding.RENEW, StandingReason.RULE_REMOVED, false);
    StandingNotice notice = next();
    assertEquals(2, notice.session());
    assertTrue(notice.isRenewal());
    assertEquals("its rule was removed", notice.text());
    assertNull(watch.poll());
    assertEquals(2, news.get());
    watch.leave(2);
    assertEquals(told, holding(1, Set.of(1L)));
  }

  @Test
  void shouldKeepTheNewestNoticeOfASessionOnly() throws Exception {
    watch.hold(1);
    ToldSessions told = holding(1, Set.of(1L));
    told.tell(1, SessionStanding.CURRENT, StandingReason.STANDING_REASON_UNSPECIFIED, false);
    told.tell(1, SessionStanding.VOID, StandingReason.USER_REVOKED, true);
    Await.until("both", () -> news.get() == 2);
    assertTrue(next().isVoid());
    assertNull(watch.poll());
  }

  @Test
  void shouldNameEverySessionAgainWhenStreamOrServerHasEnded() throws Exception {
    watch.hold(1);
    watch.hold(2);
    holding(1, Set.of(1L, 2L)).fail(Status.UNAVAILABLE.withDescription("restarting"));
    watch.leave(1);
    watch.hold(3);
    ToldSessions second = holding(2, Set.of(2L, 3L));
    second.tell(3, SessionStanding.RENEW, StandingReason.CODE_REPLACED, false);
    assertEquals(3, next().session());
    second.onCompleted();
    holding(3, Set.of(2L, 3L));
  }

  @Test
  void shouldSayOnceThatTheServerDoesNotTell() throws Exception {
    try (CapturedLog log = CapturedLog.of("dev.rosa.client.endpoint")) {
      watch.hold(1);
      for (int i = 1; i <= 4; i++) {
        holding(i, Set.of(1L)).fail(Status.UNAVAILABLE.withDescription("restarting"));
      }
      holding(5, Set.of(1L))
          .tell(1, SessionStanding.CURRENT, StandingReason.STANDING_REASON_UNSPECIFIED, false);
      assertEquals(1, next().session());
      assertEquals(1, log.linesWith("does not tell of sessions").size(), () -> "" + log.lines());
      assertEquals(1, log.linesWith("tells of sessions again").size(), () -> "" + log.lines());
    }
  }

  @Test
  void shouldSendManySessionsInBoundedRequests() throws Exception {
    LongStream.rangeClosed(1, 4_096).forEach(watch::hold);
    Set<Long> all = LongStream.rangeClosed(1, 4_096).boxed().collect(Collectors.toSet());
    ToldSessions told = holding(1, all);
    assertTrue(told.sizes().stream().allMatch(size -> size <= 1_000), () -> "" + told.sizes());
  }

  @Test
  void shouldNameSessionsThatComeOneByOneInFewRequests() throws Exception {
    LongStream.rangeClosed(1, 400).forEach(watch::hold);
    Set<Long> all = LongStream.rangeClosed(1, 400).boxed().collect(Collectors.toSet());
    ToldSessions told = holding(1, all);
    assertTrue(told.sizes().size() < 100, () -> "" + told.sizes());
    LongStream.rangeClosed(1, 400).forEach(watch::leave);
    assertEquals(told, holding(1, Set.of()));
    assertTrue(told.sizes().size() < 100, () -> "" + told.sizes());
  }

  @Test
  void shouldEndStreamWhenClosed() throws Exception {
    watch.hold(1);
    ToldSessions told = holding(1, Set.of(1L));
    watch.close();
    Await.until("its end", told::hasEnded);
  }
}

package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SessionStanding;
import dev.rosa.control.v1.StandingReason;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.testkit.Await;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Source's sessions when the server tells about them; the test is the server and the clock. */
class SessionRenewalTest {
  private static final long WINDOW_SECONDS = 3_600;

  private final Notices notices = new Notices();
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private SessionRenewal renewal;

  private interface Answer {
    ActiveSession get() throws CallFailedException;
  }

  /** Notices that the test gives. */
  private static final class Notices implements StandingNotice.Feed {
    private final List<String> acts = new ArrayList<>();
    private final Queue<StandingNotice> waiting = new ArrayDeque<>();

    @Override
    public void hold(long session) {
      acts.add("hold " + session);
    }

    @Override
    public void leave(long session) {
      acts.add("leave " + session);
    }

    @Override
    public StandingNotice poll() {
      return waiting.poll();
    }

    @Override
    public void close() {
      acts.add("close");
    }
  }

  @BeforeEach
  void openFirst() throws Exception {
    renewal = new SessionRenewal(this::answer, notices, () -> now, new Random(7));
    grant(1);
    assertEquals(1, number(renewal.openFirst()));
  }

  @AfterEach
  void close() {
    renewal.close();
  }

  private ActiveSession answer() throws CallFailedException {
    asked.incrementAndGet();
    try {
      return answers.take().get();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void grant(long session) {
    answers.add(() -> session(session));
  }

  private void refuse() {
    answers.add(
        () -> {
          throw CallFailedException.revoked("no rule allows it");
        });
  }

  private static ActiveSession session(long number) {
    return new ActiveSession(
        "counter",
        new SessionParameters(
            Suite.HMAC_SHA256,
            17,
            1,
            1_000,
            (int) (1_000 + WINDOW_SECONDS),
            number,
            UserId.of(new byte[16]),
            CodeDigest.ofBundle(new byte[] {1}),
            new Grant(0, 0, 0),
            InetAddress.getLoopbackAddress(),
            InetAddress.getLoopbackAddress()),
        SessionKey.of(new byte[32], new byte[0]));
  }

  private static long number(ActiveSession session) {
    return session.parameters().session();
  }

  private void tell(
      long session, SessionStanding standing, StandingReason reason, boolean ended, long spread) {
    notices.waiting.add(new StandingNotice(session, standing, reason, ended, spread));
  }

  private void tellToRenew(long session, long spreadMillis) {
    tell(session, SessionStanding.RENEW, StandingReason.EPOCH_REPLACED, false, spreadMillis);
  }

  private void pass(long millis) {
    now = now.plusMillis(millis);
  }

  private long used() throws Exception {
    return number(renewal.await());
  }

  private void awaitUsed(long session) throws Exception {
    Await.until("session " + session, () -> used() == session);
  }

  @Test
  void shouldUseOldSessionUntilNewOneIsThereWhenToldToRenew() throws Exception {
    assertEquals(1, used());
    tellToRenew(1, 0);
    assertEquals(1, used());
    Await.until("the request", () -> asked.get() == 2);
    for (int i = 0; i < 100; i++) {
      assertEquals(1, used());
    }
    grant(2);
    awaitUsed(2);
    assertEquals(List.of("hold 1", "leave 1", "hold 2"), notices.acts);
    assertEquals(1, renewal.counters().get(SourceEvent.TOLD_TO_RENEW));
    assertEquals(2, asked.get());
  }

  @Test
  void shouldWaitARandomPartOfTheSpread() throws Exception {
    long wait = new Random(7).nextLong(50_001);
    tellToRenew(1, 50_000);
    assertEquals(1, used());
    pass(wait - 1);
    assertEquals(1, used());
    assertEquals(1, asked.get());
    pass(1);
    grant(2);
    awaitUsed(2);
  }

  @Test
  void shouldNotAskAgainWhenNoticeIsOfAnEarlierSession() throws Exception {
    tellToRenew(1, 0);
    grant(2);
    awaitUsed(2);
    tellToRenew(1, 0);
    tell(1, SessionStanding.VOID, StandingReason.SESSION_REVOKED, true, 0);
    tell(2, SessionStanding.CURRENT, StandingReason.STANDING_REASON_UNSPECIFIED, false, 0);
    assertEquals(2, used());
    pass(120_000);
    assertEquals(2, used());
    assertEquals(2, asked.get());
  }

  @Test
  void shouldAskOnceASecondHoweverOftenTheServerTells() throws Exception {
    tellToRenew(1, 0);
    grant(2);
    awaitUsed(2);
    for (boolean ended : new boolean[] {false, true}) {
      for (int i = 0; i < 100; i++) {
        tell(2, SessionStanding.RENEW, StandingReason.EPOCH_REVOKED, ended, 0);
        boolean unused = renewal.isReady();
      }
    }
    assertEquals(2, asked.get());
    pass(1_000);
    grant(3);
    awaitUsed(3);
    assertEquals(3, asked.get());
  }

  @Test
  void shouldGoOnToTheEndWhenToldRenewalIsRefused() throws Exception {
    tellToRenew(1, 0);
    refuse();
    assertEquals(1, used());
    Await.until("the request", () -> asked.get() == 2);
    pass(WINDOW_SECONDS * 1_000 - 62_000);
    for (int i = 0; i < 20; i++) {
      assertEquals(1, used());
      Thread.sleep(5);
    }
    assertEquals(2, asked.get());
    pass(2_000);
    grant(2);
    awaitUsed(2);
  }

  @Test
  void shouldWaitForNextSessionWhenSecretWasRevoked() throws Exception {
    tell(1, SessionStanding.RENEW, StandingReason.EPOCH_REVOKED, true, 0);
    assertFalse(renewal.isReady());
    assertFalse(renewal.isReady());
    grant(2);
    awaitUsed(2);
  }

  @Test
  void shouldStopForGoodWhenSessionIsVoid() throws Exception {
    tell(1, SessionStanding.VOID, StandingReason.USER_REVOKED, true, 0);
    CallFailedException stopped =
        assertThrows(CallFailedException.class, renewal::requireNotRevoked);
    assertEquals("session 0000000000000001 is void: its user was revoked", stopped.getMessage());
    assertTrue(stopped.isRefusal());
    assertThrows(CallFailedException.class, renewal::await);
    pass(WINDOW_SECONDS * 1_000);
    assertThrows(CallFailedException.class, renewal::isReady);
    assertEquals(1, asked.get());
  }

  @Test
  void shouldStopWhenSessionIsVoidAfterItsSecretWasRevoked() throws Exception {
    tell(1, SessionStanding.RENEW, StandingReason.EPOCH_REVOKED, true, 0);
    assertFalse(renewal.isReady());
    tell(1, SessionStanding.VOID, StandingReason.SESSION_REVOKED, true, 0);
    assertThrows(CallFailedException.class, renewal::isReady);
    grant(2);
    assertThrows(CallFailedException.class, renewal::isReady);
  }

  @Test
  void shouldSayThatItsRuleWasRevokedWhenItStops() {
    tell(1, SessionStanding.VOID, StandingReason.RULE_REVOKED, true, 0);
    CallFailedException stopped = assertThrows(CallFailedException.class, renewal::isReady);
    assertTrue(stopped.getMessage().endsWith(" is void: its rule was revoked"), stopped::toString);
  }

  @Test
  void shouldKeepToItsOwnLimitWhenSpreadIsTooLong() {
    StandingNotice notice =
        StandingNotice.of(dev.rosa.control.v1.SessionNotice.getDefaultInstance(), -1);
    assertEquals(60_000, notice.spreadMillis());
  }
}

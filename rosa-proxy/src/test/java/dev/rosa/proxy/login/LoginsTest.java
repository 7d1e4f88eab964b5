package dev.rosa.proxy.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.rules.criterion.Question;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is logged in, and for how long. */
class LoginsTest {
  private static final InetAddress ONE = IpLiteral.parse("192.0.2.1");
  private static final InetAddress TWO = IpLiteral.parse("192.0.2.2");
  private static final InetAddress THREE = IpLiteral.parse("2001:db8::3");
  private static final LoginSettings SETTINGS =
      new LoginSettings(Duration.ofHours(8), Duration.ofMinutes(30), 2, 10);

  private final List<String> told = new ArrayList<>();
  private long nowMillis = 1_000_000_000_000L;
  private final Logins logins =
      new Logins(
          SETTINGS,
          List.of("alice", "bob"),
          () -> Instant.ofEpochMilli(nowMillis),
          new RecordingListener());

  private final class RecordingListener implements LoggedIn.Listener {
    @Override
    public void loggedIn(InetAddress client, int user, long seconds) {
      told.add("in " + client.getHostAddress() + " " + user + " " + seconds);
    }

    @Override
    public void loggedOut(InetAddress client, int user) {
      told.add("out " + client.getHostAddress() + " " + user);
    }
  }

  private void pass(Duration time) {
    nowMillis += time.toMillis();
    logins.tick();
  }

  @Test
  void shouldKnowTheUserOfAnAddress() {
    assertTrue(logins.login(ONE, "bob"));

    assertEquals(1, logins.userAt(ONE));
    assertEquals(1, logins.userAt(IpLiteral.parse("192.0.2.1")), "an equal address");
    assertEquals(Question.NO_USER, logins.userAt(TWO));
    assertEquals(List.of("in 192.0.2.1 1 1800"), told);
  }

  @Test
  void shouldRefuseAUserThatTheConfigurationDoesNotHave() {
    assertFalse(logins.login(ONE, "mallory"));

    assertEquals(Question.NO_USER, logins.userAt(ONE));
    assertEquals(List.of(), told);
  }

  @Test
  void shouldRefuseALoginWhoseProofDoesNotHoldAnyMore() {
    assertFalse(logins.login(ONE, "bob", () -> false));

    assertEquals(Question.NO_USER, logins.userAt(ONE));
    assertEquals(List.of(), told);
  }

  @Test
  void shouldEndALoginThatIsIdle() {
    logins.login(ONE, "alice");
    pass(Duration.ofMinutes(29));
    assertEquals(0, logins.userAt(ONE));

    pass(Duration.ofMinutes(1));

    assertEquals(Question.NO_USER, logins.userAt(ONE));
    assertEquals(List.of("in 192.0.2.1 0 1800", "out 192.0.2.1 0"), told);
  }

  @Test
  void shouldKeepALoginWhoseClientIsSeenAndTellOfTheLongerTime() {
    logins.login(ONE, "alice");
    pass(Duration.ofMinutes(20));
    logins.seen(ONE);
    pass(Duration.ofSeconds(1));
    pass(Duration.ofMinutes(29));

    assertEquals(0, logins.userAt(ONE));
    assertEquals(List.of("in 192.0.2.1 0 1800", "in 192.0.2.1 0 1799"), told);
  }

  @Test
  void shouldEndALoginAfterItsTimeHoweverBusyItIs() {
    logins.login(ONE, "alice");
    for (int minutes = 0; minutes < 8 * 60 - 1; minutes++) {
      pass(Duration.ofMinutes(1));
      logins.seen(ONE);
      assertEquals(0, logins.userAt(ONE), minutes + " minutes");
    }

    pass(Duration.ofMinutes(1));

    assertEquals(Question.NO_USER, logins.userAt(ONE));
    assertEquals("out 192.0.2.1 0", told.get(told.size() - 1));
  }

  @Test
  void shouldEndTheOldestLoginOfAUserWhoHasTooMany() {
    logins.login(ONE, "alice");
    pass(Duration.ofSeconds(1));
    logins.login(TWO, "alice");
    pass(Duration.ofSeconds(1));
    logins.login(THREE, "alice");

    assertEquals(Question.NO_USER, logins.userAt(ONE));
    assertEquals(0, logins.userAt(TWO));
    assertEquals(0, logins.userAt(THREE));
    assertTrue(told.contains("out 192.0.2.1 0"));
  }

  @Test
  void shouldLetAnotherUserTakeAnAddress() {
    logins.login(ONE, "alice");
    logins.login(ONE, "bob");

    assertEquals(1, logins.userAt(ONE));
    assertEquals(List.of("in 192.0.2.1 0 1800", "out 192.0.2.1 0", "in 192.0.2.1 1 1800"), told);
  }

  @Test
  void shouldEndLoginsByAddressAndByUser() {
    logins.login(ONE, "alice");
    logins.login(TWO, "alice");
    logins.login(THREE, "bob");

    assertTrue(logins.logout(THREE));
    assertFalse(logins.logout(THREE));
    assertEquals(2, logins.logoutUsers("alice"::equals));

    assertEquals(List.of(), logins.all());
  }

  private void passInUse(Duration time) {
    for (long minutes = 0; minutes < time.toMinutes(); minutes++) {
      pass(Duration.ofMinutes(1));
      logins.seen(ONE);
    }
  }

  @Test
  void shouldKeepALoginThatHasBegunAnewOverAReload() {
    logins.login(ONE, "alice");
    passInUse(Duration.ofHours(7));
    logins.login(ONE, "alice");
    passInUse(Duration.ofHours(2));

    logins.reload(SETTINGS, List.of("alice", "bob"), () -> {});
    pass(Duration.ofSeconds(1));

    assertEquals(0, logins.userAt(ONE), "it lasts for six hours more");
    passInUse(Duration.ofHours(6));
    assertEquals(Question.NO_USER, logins.userAt(ONE));
  }

  @Test
  void shouldKeepLoginsOverAReloadAndWhileItRuns() {
    logins.login(ONE, "alice");
    logins.login(TWO, "bob");
    List<Integer> meanwhile = new ArrayList<>();

    logins.reload(SETTINGS, List.of("", "bob", "carol"), () -> meanwhile.add(logins.userAt(TWO)));

    assertEquals(List.of(1), meanwhile, "rules for users know him all the time");
    assertEquals(Question.NO_USER, logins.userAt(ONE), "alice is gone");
    assertEquals(1, logins.userAt(TWO));
    assertTrue(told.contains("out 192.0.2.1 0"));
  }

  @Test
  void shouldTakeNoOtherNumberForAUserWhoIsLoggedIn() {
    logins.login(TWO, "bob");

    assertThrows(
        IllegalArgumentException.class,
        () -> logins.reload(SETTINGS, List.of("bob"), () -> told.add("replaced")));

    assertEquals(1, logins.userAt(TWO));
    assertFalse(told.contains("replaced"));
  }

  @Test
  void shouldKeepTheOldConfigurationIfTheNewOneCannotBePutInForce() {
    logins.login(ONE, "alice");

    assertThrows(
        IllegalStateException.class,
        () ->
            logins.reload(
                SETTINGS,
                List.of("bob"),
                () -> {
                  throw new IllegalStateException("no");
                }));

    assertEquals(0, logins.userAt(ONE));
  }

  @Test
  void shouldRefuseALoginThatTheListenerCannotPutInForce() {
    Logins full =
        new Logins(
            SETTINGS,
            List.of("alice"),
            () -> Instant.ofEpochMilli(nowMillis),
            new LoggedIn.Listener() {
              @Override
              public void loggedIn(InetAddress client, int user, long seconds) {
                throw new IllegalStateException("the set is full");
              }

              @Override
              public void loggedOut(InetAddress client, int user) {
                throw new IllegalStateException("no user was logged in");
              }
            });

    assertThrows(IllegalStateException.class, () -> full.login(ONE, "alice"));

    assertEquals(Question.NO_USER, full.userAt(ONE));
  }

  @Test
  void shouldShowLogins() {
    logins.login(ONE, "bob");
    pass(Duration.ofMinutes(2));

    assertEquals(
        List.of(new LoginView("bob", ONE, nowMillis - 120_000, 8 * 3600 - 120, 120)), logins.all());
  }

  @Test
  void shouldLookUpWithoutAllocation() {
    logins.login(ONE, "alice");
    logins.login(THREE, "bob");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    int rounds = 100_000;
    long users = lookUp(rounds);

    long before = threads.getThreadAllocatedBytes(thread);
    users += lookUp(rounds);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    assertEquals(2L * rounds, users, "indexes 0 and 1, and nobody");
    assertTrue(allocated < rounds, allocated + " bytes");
  }

  private long lookUp(int rounds) {
    long users = 0;
    for (int i = 0; i < rounds; i++) {
      users += logins.userAt(ONE) + logins.userAt(THREE) + logins.userAt(TWO) + 1;
      logins.seen(ONE);
    }
    return users;
  }
}

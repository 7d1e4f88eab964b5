package dev.rosa.client.demo.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.FakeAuthorizationServer;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.identity.Identity;
import io.grpc.Status;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitsTest {

  @TempDir Path directory;

  private final StringWriter said = new StringWriter();
  private final BusyMachine machine = new BusyMachine();
  private DemoException ended;

  private final Waits waits =
      new Waits(new ProgressLog(new PrintWriter(said)), this::checkAlive, machine);

  private void checkAlive() throws DemoException {
    if (ended != null) {
      throw ended;
    }
  }

  /** A second passes with each sleep, however short. */
  private static final class BusyMachine implements Machine {
    private long seconds;

    @Override
    public long nanos() {
      return Duration.ofSeconds(seconds).toNanos();
    }

    @Override
    public void sleep(long millis) {
      seconds++;
    }

    @Override
    public String load() {
      return "load 33 on 2 cores";
    }

    boolean isAt(long second) {
      return seconds >= second;
    }
  }

  private List<String> lines() {
    return said.toString().lines().map(line -> line.replaceFirst("^ *[0-9.]+ s  ", "")).toList();
  }

  @Test
  void shouldSayEveryTenSecondsWhatItWaitsForAndHowBusyTheMachineIs() throws Exception {
    waits.until("the Code Server to be ready", () -> machine.isAt(45));

    assertEquals(
        List.of(
            "waiting for the Code Server to be ready, 10 s, load 33 on 2 cores",
            "waiting for the Code Server to be ready, 20 s, load 33 on 2 cores",
            "waiting for the Code Server to be ready, 30 s, load 33 on 2 cores",
            "waiting for the Code Server to be ready, 40 s, load 33 on 2 cores"),
        lines());
  }

  @Test
  void shouldSayNothingWhenItHasNotToWaitForLong() throws Exception {
    waits.until("the Code Server to be ready", () -> machine.isAt(9));

    assertEquals(List.of(), lines());
  }

  @Test
  void shouldWaitAsLongAsTheNodesLive() throws Exception {
    waits.until("the Code Server to be ready", () -> machine.isAt(7_200));

    assertTrue(machine.isAt(7_200));
  }

  @Test
  void shouldEndWhenANodeHasEnded() {
    ended = new DemoException("the Code Server ended with exit code 1", "its log is empty: cs.log");

    DemoException failure =
        assertThrows(
            DemoException.class, () -> waits.until("r1 to be ready", () -> machine.isAt(5)));

    assertEquals(ended, failure);
  }

  @Test
  void shouldGiveUpAfterTenMinutesWhenAPacketDoesNotCome() throws Exception {
    assertFalse(waits.comes("a packet", () -> false));

    assertTrue(machine.isAt(600));
    assertFalse(machine.isAt(602));
  }

  @Test
  void shouldAskAgainUntilThereIsAnAnswer() throws Exception {
    try (FakeAuthorizationServer server = FakeAuthorizationServer.start(directory);
        AuthorizationClient alice = alice(server)) {
      server.answerWith(Status.UNAVAILABLE.withDescription("not yet"));
      AtomicInteger asked = new AtomicInteger();
      Waits real = new Waits(new ProgressLog(new PrintWriter(said)), () -> {}, Machine.own());

      ActiveSession session =
          real.answer(
              "a session",
              () -> {
                if (asked.incrementAndGet() == 3) {
                  server.answerWith(Status.OK);
                }
                return alice.request(request());
              });

      session.key().destroy();
      assertEquals(3, asked.get());
    }
  }

  @Test
  void shouldTakeARefusalAsTheAnswer() throws Exception {
    try (FakeAuthorizationServer server = FakeAuthorizationServer.start(directory);
        AuthorizationClient alice = alice(server)) {
      server.answerWith(Status.PERMISSION_DENIED.withDescription("no rule"));
      Waits real = new Waits(new ProgressLog(new PrintWriter(said)), () -> {}, Machine.own());

      CallFailedException refusal =
          assertThrows(
              CallFailedException.class,
              () -> real.answer("a session", () -> alice.request(request())));

      assertTrue(refusal.isRefusal());
    }
  }

  private AuthorizationClient alice(FakeAuthorizationServer server) throws Exception {
    return AuthorizationClient.open(
        server.address(), Identity.load(directory.resolve("alice")), new SecureRandom());
  }

  private static SessionRequest request() {
    return new SessionRequest(
        "counter",
        SessionRequest.Window.ofSeconds(60),
        InetAddress.getLoopbackAddress(),
        InetAddress.getLoopbackAddress(),
        Optional.empty(),
        SessionRequest.GrantWish.unspecified(),
        List.of());
  }
}

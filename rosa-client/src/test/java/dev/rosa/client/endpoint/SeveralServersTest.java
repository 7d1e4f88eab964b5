package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import io.grpc.Status;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client with two Authorization Servers of one domain, of which one is gone or silent. */
class SeveralServersTest {

  @TempDir private Path directory;

  private FakeAuthorizationServer first;
  private FakeAuthorizationServer second;
  private AuthorizationClient alice;

  @BeforeEach
  void start() throws Exception {
    first = FakeAuthorizationServer.start(directory.resolve("domain"));
    second = first.startBeside();
    alice = first.client("alice", List.of(first.address(), second.address()));
  }

  @AfterEach
  void stop() {
    alice.close();
    second.close();
    first.close();
  }

  private static SessionRequest request() throws Exception {
    return new SessionRequest(
        "counter",
        SessionRequest.Window.ofSeconds(60),
        InetAddress.getByName("10.0.1.1"),
        InetAddress.getByName("10.0.2.1"),
        Optional.empty(),
        SessionRequest.GrantWish.unspecified(),
        List.of());
  }

  @Test
  void shouldAskFirstServerWhenBothAnswer() throws Exception {
    ActiveSession unused = alice.request(request());

    assertEquals(1, first.requests.size());
    assertEquals(0, second.requests.size());
  }

  @Test
  void shouldSignForTheOtherServerWhenFirstIsGone() throws Exception {
    first.close();

    ActiveSession unused = alice.request(request());

    assertTrue(second.requests.get(0).getAuthorizationServer().endsWith("as2"));
  }

  @Test
  void shouldKeepRequestIdWhenFirstServerCannotWork() throws Exception {
    first.answerWith(Status.UNAVAILABLE.withDescription("the storage cannot be used"));

    ActiveSession unused = alice.request(request());

    assertEquals(first.requests.get(0).getRequestId(), second.requests.get(0).getRequestId());
    assertEquals(1, second.sessions());
  }

  @Test
  void shouldTakeNewRequestIdWhenAnswerToRecordedSessionWasLost() throws Exception {
    first.silent = true;
    try (AuthorizationClient client =
        first.impatient("alice", List.of(first.address(), second.address()))) {
      ActiveSession session = client.request(request());
      assertFalse(session.key().isDestroyed());
    }
    ByteString firstId = second.requests.get(0).getRequestId();
    ByteString lastId = second.requests.get(second.requests.size() - 1).getRequestId();
    assertEquals(first.requests.get(0).getRequestId(), firstId);
    assertNotEquals(firstId, lastId);
    assertTrue(second.sessions() >= 2, "one without an answer, and the new one");
  }

  @Test
  void shouldGoOnWhenConnectionToFirstServerIsHalfOpen() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        AuthorizationClient client =
            first.impatient(
                "alice",
                List.of(new HostPort("127.0.0.1", silent.getLocalPort()), second.address()))) {
      ActiveSession unused = client.request(request());

      assertFalse(second.requests.isEmpty());
    }
  }

  @Test
  void shouldStayWithTheServerThatAnswered() throws Exception {
    first.answerWith(Status.UNAVAILABLE);
    ActiveSession before = alice.request(request());
    first.answerWith(Status.OK);

    ActiveSession after = alice.request(request());

    assertNotEquals(before.parameters().session(), after.parameters().session());
    assertEquals(1, first.requests.size());
    assertEquals(2, second.requests.size());
  }

  @Test
  void shouldNotAskTheOtherServerWhenFirstRefuses() {
    first.answerWith(Status.PERMISSION_DENIED.withDescription("no rule"));

    CallFailedException refusal =
        assertThrows(CallFailedException.class, () -> alice.request(request()));

    assertTrue(refusal.isRefusal());
    assertEquals(0, second.requests.size());
  }

  @Test
  void shouldNotAskTheOtherServerWhenQuotaIsExhausted() {
    first.answerWith(Status.RESOURCE_EXHAUSTED.withDescription("too many requests"));

    assertThrows(CallFailedException.class, () -> alice.request(request()));

    assertEquals(0, second.requests.size());
  }

  @Test
  void shouldNameEveryServerInOneLineWhenNoneAnswers() {
    first.close();
    second.close();

    CallFailedException failure =
        assertThrows(CallFailedException.class, () -> alice.request(request()));

    assertFalse(failure.isRefusal());
    assertEquals(1, failure.getMessage().lines().count());
    assertTrue(failure.getMessage().startsWith("none of 2 servers answered: "));
    assertTrue(failure.getMessage().contains(first.address().toString()), failure.getMessage());
    assertTrue(failure.getMessage().contains(second.address().toString()), failure.getMessage());
  }

  @Test
  void shouldJoinAtTheOtherServerWhenFirstIsGone() throws Exception {
    SessionRequest towardsAlice = request();
    ActiveSession opened =
        alice.request(
            new SessionRequest(
                towardsAlice.code(),
                towardsAlice.window(),
                towardsAlice.source(),
                towardsAlice.destination(),
                towardsAlice.suite(),
                towardsAlice.grant(),
                List.of(first.identity("bob"))));
    first.close();

    try (AuthorizationClient bob =
        first.client("bob", List.of(first.address(), second.address()))) {
      ActiveSession joined = bob.join(opened.parameters().session());

      assertEquals(opened.parameters(), joined.parameters());
    }
    assertEquals(1, second.joins.get());
  }
}

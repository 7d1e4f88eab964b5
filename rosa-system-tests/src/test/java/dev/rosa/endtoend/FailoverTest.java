package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.testkit.Await;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two Authorization Servers and two Code Servers on one PostgreSQL, under requests and packets. One
 * of each is killed (SIGKILL), and the database is started again. {@code -Drosa.failovers=N} does
 * so N times; {@code -Drosa.database.gone=N} has it silent for N seconds.
 */
@Tag("endtoend")
class FailoverTest {

  private static final int ROUNDS = Integer.getInteger("rosa.failovers", 1);
  private static final Duration GONE =
      Duration.ofSeconds(Integer.getInteger("rosa.database.gone", 3));
  private static final String OVERLAY = LabAddresses.one();
  private static final String BOTH_ROUTERS = "**";

  /** Text of a page that could not be made. */
  private static final String FAILED = "see this server's log\n";

  private static final int DATAGRAMS = 10;
  private static final Figures FIGURES = Figures.of("failover").put("rounds", ROUNDS);

  @TempDir static Path folder;
  private static PairLab pair;
  private final Map<String, Double> pauses = new TreeMap<>();

  @RegisterExtension
  static final LabLogs LOGS = new LabLogs(() -> pair == null ? null : pair.lab());

  @BeforeAll
  static void start() throws Exception {
    pair = PairLab.start(folder, OVERLAY);
  }

  @AfterAll
  static void end() throws Exception {
    if (pair != null) {
      pair.close();
    }
    FIGURES.write();
  }

  private static AuthorizationClient client(List<HostPort> servers, SecureRandom random)
      throws Exception {
    Identity alice = Identity.load(pair.lab().files().identity("alice"));
    return AuthorizationClient.open(servers, alice, random);
  }

  private static ActiveSession request(AuthorizationClient client) throws Exception {
    return client.request(
        new SessionRequest(
            "counter",
            SessionRequest.Window.ofSeconds(1),
            InetAddress.getByName("10.0.1.1"),
            InetAddress.getByName("10.0.2.1"),
            Optional.empty(),
            SessionRequest.GrantWish.unspecified(),
            List.of()));
  }

  @Test
  void shouldLoseNoSessionAndNoPacketWhenServersAndDatabaseFail() throws Exception {
    int created = 0;
    try (AuthorizationClient client = client(pair.authorizationServers(), new SecureRandom());
        Work<Long> sessions =
            Work.begin(pair.lab()::tails, () -> request(client).parameters().session());
        LabStream stream = LabStream.open(pair.lab(), OVERLAY, "marker", "HMAC-SHA256-128", 5)) {
      for (int round = 0; round < ROUNDS; round++) {
        killAndStart("as" + (1 + round % 2), sessions, stream);
        killAndStart("cs" + (1 + round % 2), sessions, stream);
        fail("postgresql", pair.postgres()::restart, sessions, stream);
        created += refreshTwiceAtOnce();
        stream.exchange(DATAGRAMS, BOTH_ROUTERS);
      }
      sessions.awaitMore();
      putFigures(sessions, stream);
      assertEquals(
          0, lost(sessions.acknowledged()), "sessions that were granted and are not stored");
      assertEquals(2 + created, epochs(), "epochs of two codes");
    }
  }

  /** Step of a test that may fail. */
  private interface Step {
    void take() throws Exception;
  }

  private void killAndStart(String node, Work<Long> sessions, LabStream stream) throws Exception {
    String kind = node.startsWith("as") ? "authorization-server" : "code-server";
    fail(kind, () -> pair.lab().process(node).kill(), sessions, stream);
    pair.startServer(node).awaitReady();
  }

  /** Lets something fail under requests and packets, and waits until both go on. */
  private void fail(String kind, Step failure, Work<Long> sessions, LabStream stream)
      throws Exception {
    sessions.awaitMore();
    stream.exchange(DATAGRAMS, BOTH_ROUTERS);
    sessions.forgetPauses();
    failure.take();
    stream.exchange(DATAGRAMS, BOTH_ROUTERS);
    sessions.awaitMore();
    pauses.merge(kind, sessions.longestPauseSeconds(), Math::max);
  }

  /** Two commands want the next epoch at the same time; returns how many epochs there are more. */
  private static int refreshTwiceAtOnce() throws Exception {
    List<RunningProgram> commands = List.of(nextEpoch("as1"), nextEpoch("as2"));
    for (RunningProgram command : commands) {
      int exit = command.awaitExit();
      assertTrue(exit == 0 || command.tail().contains("is on its way"), command::tail);
    }
    List<String> created = new ArrayList<>();
    for (RunningProgram command : commands) {
      command.out().lines().filter(line -> line.contains(" created")).forEach(created::add);
    }
    assertEquals(created.stream().distinct().toList(), created, "each epoch once");
    Await.until(
        () -> "the next epoch to be in use" + pair.lab().tails(),
        () ->
            pair.postgres()
                .texts("SELECT epoch FROM rosa_as.code_secrets WHERE state = 'staged'")
                .isEmpty());
    return created.size();
  }

  private static RunningProgram nextEpoch(String server) {
    String config = pair.lab().files().file(server + ".xml").toString();
    return pair.lab()
        .run(
            "epoch-" + server,
            RoleJars.AS,
            List.of("--config", config, "epoch", "next", "counter"));
  }

  private static int epochs() throws Exception {
    return pair.postgres().texts("SELECT epoch FROM rosa_as.code_secrets").size();
  }

  private static long lost(List<Long> sessions) throws Exception {
    Set<String> stored = Set.copyOf(pair.postgres().texts("SELECT session FROM rosa_as.sessions"));
    return sessions.stream().filter(session -> !stored.contains(session.toString())).count();
  }

  private void putFigures(Work<Long> sessions, LabStream stream) throws Exception {
    FIGURES
        .put("sessions.acknowledged", sessions.acknowledged().size())
        .put("sessions.lost", lost(sessions.acknowledged()))
        .put("packets.delivered", stream.sent());
    pauses.forEach(
        (kind, seconds) ->
            FIGURES.put(kind + ".longest-pause-seconds", Math.round(seconds * 100) / 100.0));
  }

  @Test
  void shouldGoOnByItselfWhenTheDatabaseWasSilent() throws Exception {
    LabAudit audit =
        new LabAudit(pair.lab(), () -> pair.postgres().url() + "&currentSchema=rosa_as");
    try (AuthorizationClient client = client(pair.authorizationServers(), new SecureRandom());
        Work<Long> sessions =
            Work.begin(pair.lab()::tails, () -> request(client).parameters().session());
        LabStream stream =
            LabStream.open(pair.lab(), OVERLAY, "marker", "HMAC-SHA256-128", 1_800)) {
      stream.exchange(DATAGRAMS, BOTH_ROUTERS);
      sessions.awaitMore();
      pair.postgres().halt();
      try {
        long began = System.nanoTime();
        do {
          stream.exchange(DATAGRAMS, BOTH_ROUTERS);
          for (String server : List.of("as1", "as2", "cs1", "cs2")) {
            assertNotEquals(FAILED, pair.lab().page(pair.status(server), "/ready"), server);
          }
        } while (System.nanoTime() - began < GONE.toNanos());
      } finally {
        pair.postgres().resume();
      }
      sessions.awaitMore();
      stream.exchange(DATAGRAMS, BOTH_ROUTERS);
      for (String server : List.of("as1", "as2", "cs1", "cs2")) {
        assertTrue(pair.lab().process(server).isAlive(), server);
      }
      sessions.acknowledged().forEach(audit::told);
      audit.assertWhole();
    }
  }

  /** Random bytes that come again: the same request ids. */
  private static final class Repeated extends SecureRandom {
    private static final long serialVersionUID = 1L;

    @Override
    public void nextBytes(byte[] bytes) {
      Arrays.fill(bytes, (byte) 7);
    }
  }

  @Test
  void shouldAnswerRequestIdOnceInTheDomain() throws Exception {
    List<HostPort> servers = pair.authorizationServers();
    try (AuthorizationClient first = client(servers.subList(0, 1), new Repeated());
        AuthorizationClient second = client(servers.subList(1, 2), new Repeated())) {
      ActiveSession unused = request(first);
      CallFailedException refused = assertThrows(CallFailedException.class, () -> request(second));
      assertTrue(refused.isRefusal());
      assertTrue(refused.getMessage().contains("was answered before"), refused.getMessage());
    }
  }
}

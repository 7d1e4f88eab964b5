package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.endtoend.LabSessions.Session;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Time that a revocation of each kind takes to reach the slowest of many routers while packets
 * flow: from the command's start to the last packet of the session that a router lets pass; and the
 * part of it that the command itself takes.
 */
@Tag("endtoend")
@EnabledIfSystemProperty(named = "rosa.spread.routers", matches = "\\d+")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RevocationSpreadTest {

  private static final int ROUTERS = Integer.getInteger("rosa.spread.routers", 20);
  private static final Figures FIGURES = Figures.of("revoke").put("routers", ROUTERS);
  private static final double MOST_SECONDS = 5;

  /** A router that has let nothing pass for so long, and dropped since, knows the revocation. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  private static final int WARM_UP_TURNS = 40;

  @TempDir static Path folder;
  private static final String OVERLAY = LabAddresses.one();
  private static Lab lab;
  private static LabSessions sessions;
  private final Map<String, String> routerOf = new HashMap<>();
  private final Map<String, Long> lastPassed = new HashMap<>();

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.createWide(folder, OVERLAY, ROUTERS);
    lab.files().allowOthers();
    try {
      lab.start();
      lab.archiveCommands("revoke", "router", "nobody");
      sessions = new LabSessions(lab, OVERLAY);
    } catch (Throwable e) {
      System.err.println(lab.tails());
      lab.close();
      throw e;
    }
  }

  @AfterAll
  static void end() throws Exception {
    sessions.close();
    lab.close();
    FIGURES.write();
  }

  @Test
  @Order(1)
  void shouldEndASessionEverywhere() throws Exception {
    Session session = sessions.open("alice", "counter");
    measure("session", session, names(), "session", session.hex());
  }

  @Test
  @Order(2)
  void shouldEndTheSessionsOfAUserEverywhere() throws Exception {
    measure("user", sessions.open("bob", "counter"), names(), "user", "bob");
  }

  @Test
  @Order(3)
  void shouldEndTheSessionsUnderARuleEverywhere() throws Exception {
    Session session = sessions.open("carol", "counter");
    measure("rule", session, names(), "rule", lab.ruleOf("carol"));
  }

  @Test
  @Order(4)
  void shouldEndAnEpochEverywhere() throws Exception {
    measure("epoch", sessions.open("alice", "counter"), names(), "epoch", "counter");
  }

  @Test
  @Order(5)
  void shouldEndWhatARevokedRouterKnowsAtAllOthers() throws Exception {
    List<String> others = names();
    String revoked = others.remove(others.size() - 1);
    measure("router", sessions.awaitOpen("alice", "counter"), others, "router", revoked);
  }

  @Test
  @Order(6)
  void shouldEndACodeEverywhere() throws Exception {
    List<String> others = names();
    others.remove(others.size() - 1);
    measure("code", sessions.awaitOpen("alice", "marker"), others, "code", "marker");
  }

  private static List<String> names() {
    return new ArrayList<>(lab.routers().stream().map(LabRouter::name).toList());
  }

  private void measure(String kind, Session session, List<String> routers, String... subject)
      throws Exception {
    Await.until(
        () -> "packets to pass every router" + lab.tails(),
        () -> {
          flow(session, routers);
          return lastPassed.keySet().containsAll(routers);
        });
    for (int i = 0; i < WARM_UP_TURNS; i++) {
      flow(session, routers);
    }
    Map<String, Long> before = refused(routers);
    long began = System.nanoTime();
    RunningProgram command = lab.startCommand("revoke", subject[0], subject[1]);
    CompletableFuture<Long> done =
        ProcessHandle.of(command.pid())
            .orElseThrow()
            .onExit()
            .thenApply(process -> System.nanoTime());
    Await.until(
        () -> "no packet to pass any router" + lab.tails(),
        () -> {
          flow(session, routers);
          long latest = lastPassed.values().stream().mapToLong(Long::longValue).max().orElse(0);
          return System.nanoTime() - latest > QUIET.toNanos();
        });
    assertEquals(0, command.awaitExit(), command::tail);
    refused(routers).forEach((router, count) -> assertTrue(count > before.get(router), router));
    long latest = lastPassed.values().stream().mapToLong(Long::longValue).max().orElse(0);
    FIGURES.put(kind + "CommandMillis", TimeUnit.NANOSECONDS.toMillis(done.join() - began));
    FIGURES.putRatio(kind + "Seconds", Math.max(0, latest - began) / 1e9, MOST_SECONDS);
  }

  private static Map<String, Long> refused(List<String> routers) throws Exception {
    Map<String, Long> refused = new HashMap<>();
    for (String router : routers) {
      refused.put(router, lab.reading(router).drops().getOrDefault("REVOKED", 0L));
    }
    return refused;
  }

  /** One packet to each router, and a look at those that have arrived. */
  private void flow(Session session, List<String> routers) throws Exception {
    for (String router : routers) {
      routerOf.put(session.send(router), router);
    }
    for (Optional<String> text = sessions.nextArrival();
        text.isPresent();
        text = sessions.nextArrival()) {
      lastPassed.put(routerOf.get(text.get()), System.nanoTime());
    }
  }
}

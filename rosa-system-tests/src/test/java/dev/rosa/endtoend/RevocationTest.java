package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.endtoend.LabSessions.Session;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Revocations of every kind by command: they end the right running sessions at every router, and no
 * others. Those that take away what later ones need come last.
 */
@Tag("endtoend")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RevocationTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REVOKED = "REVOKED";

  @TempDir static Path folder;
  private static final String OVERLAY = LabAddresses.one();
  private static Lab lab;
  private static LabSessions sessions;

  /** Sessions of alice that are open all the time. */
  private static Session counting;

  private static Session marking;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, OVERLAY);
    lab.files().allowOthers();
    try {
      lab.start();
      sessions = new LabSessions(lab, OVERLAY);
      counting = sessions.open("alice", "counter");
      marking = sessions.open("alice", "marker");
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
  }

  private static void assertPass(Session... live) throws Exception {
    for (Session session : live) {
      assertEquals(LabSessions.PASSED, session.fateAt("r1"), session::hex);
    }
  }

  @Test
  @Order(1)
  void shouldEndOneSessionAndLetItGoOnWhenThatIsLifted() throws Exception {
    Session session = sessions.open("alice", "counter");
    assertPass(session, counting, marking);
    lab.administer("revoke", "session", session.hex());
    session.await(REVOKED);
    assertPass(counting, marking);
    JsonNode list = JSON.readTree(lab.administer("revocation", "list", "--json").out());
    lab.administer("revocation", "lift", list.get(0).path("serial").asText());
    session.await(LabSessions.PASSED);
  }

  @Test
  @Order(2)
  void shouldEndEverySessionOfUserAndGrantNoMore() throws Exception {
    Session one = sessions.open("bob", "counter");
    Session two = sessions.open("bob", "counter");
    assertPass(one, two);
    lab.administer("revoke", "user", "bob");
    one.await(REVOKED);
    two.await(REVOKED);
    assertPass(counting, marking);
    assertThrows(CallFailedException.class, () -> sessions.open("bob", "counter"));
  }

  @Test
  @Order(3)
  void shouldEndEverySessionUnderRuleAndGrantNoMore() throws Exception {
    Session session = sessions.open("carol", "counter");
    assertPass(session);
    lab.administer("revoke", "rule", lab.ruleOf("carol"));
    session.await(REVOKED);
    assertPass(counting, marking);
    assertThrows(CallFailedException.class, () -> sessions.open("carol", "counter"));
  }

  @Test
  @Order(4)
  void shouldEndEverySessionOfEpochAndOpenTheNext() throws Exception {
    lab.administer("revoke", "epoch", "counter");
    counting.await(REVOKED);
    assertPass(marking);
    Session next = sessions.awaitOpen("alice", "counter");
    assertTrue(next.epoch() > counting.epoch());
    assertPass(next);
    counting = next;
  }

  @Test
  @Order(5)
  void shouldEndEverySessionOfCodeAndGrantNoMore() throws Exception {
    lab.administer("revoke", "code", "marker");
    marking.await(REVOKED);
    assertPass(counting);
    assertThrows(CallFailedException.class, () -> sessions.open("alice", "marker"));
  }

  @Test
  @Order(6)
  void shouldServeRevokedRouterNoMoreAndReplaceItsSecrets() throws Exception {
    lab.administer("revoke", "router", "r2");
    lab.process("cs").await("ended router=rosa://17/router/r2 reason=\"revoked\"");
    Await.until(
        () -> "r2 to be told" + lab.tails(),
        () ->
            lab.reading("r2")
                .status()
                .path("codeServer")
                .path("lastError")
                .asText()
                .contains("this router was revoked"));
    Await.until(
        () -> "the old epoch to end at r1" + lab.tails(),
        () -> counting.fateAt("r1").equals(REVOKED));
    RouterReading served = lab.reading("r1");
    RouterReading refused = lab.reading("r2");
    Session next = sessions.awaitOpen("alice", "counter");
    assertTrue(next.epoch() > counting.epoch());
    next.send("r1");
    Await.until(
        () -> "r1 to run it" + lab.tails(),
        () -> lab.reading("r1").packetsSince(served).getOrDefault("executed", 0L) == 1);
    assertEquals(0, lab.reading("r2").packetsSince(refused).getOrDefault("executed", 0L));
  }
}

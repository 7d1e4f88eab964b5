package dev.rosa.router.catalogue;

import static dev.rosa.router.catalogue.ScriptedCodeServer.catalogue;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.Backoff;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.testkit.Await;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stolen Code Server that answers with a secret to which the domain's state does not commit. */
class FalseSecretTest extends CodeServerLinkRig {

  private static final byte[] KCI = new byte[CodeSecret.BYTES];
  private static final byte[] FALSE = {7};

  private ScriptedCodeServer honest;

  @BeforeEach
  void open() {
    backoff = new Backoff(new Random(1), 100);
    honest = new ScriptedCodeServer(domain, "cs2").start();
    script(honest, 22, KCI);
    byte[] other = KCI.clone();
    other[31] = 1;
    script(server, 21, other);
  }

  @AfterEach
  void close() {
    honest.close();
  }

  private static void script(ScriptedCodeServer server, long version, byte[] kci) {
    server.committed = CodeSecret.of(KCI);
    server.catalogue = catalogue(version, CODE);
    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(kci)).build();
  }

  private CodeServerLink both() throws InterruptedException {
    CodeServerLink link = link(server.address(), honest.address());
    assertNull(link.awaitCatalogue(PATIENCE));
    assertEquals(21, link.inForce().version());
    return link;
  }

  private static void assertFalse(CodeServerLink link) throws Exception {
    Answer<CodeSecret> answer = answer(link.fetchSecret(CODE, 7));
    assertEquals(Outcome.FALSE, answer.outcome());
    assertNull(answer.value());
  }

  private long lines() {
    return log.linesWith(
            "ERROR code server %s gave a secret to which the domain's state does not commit: it is not used"
                .formatted(server.address()))
        .size();
  }

  @Test
  void shouldLeaveCodeServerThatGivesAFalseSecretForTheNextOne() throws Exception {
    CodeServerLink link = both();
    assertFalse(link);
    Await.until("the honest one", () -> link.inForce().version() == 22);
    Answer<CodeSecret> answer = answer(link.fetchSecret(CODE, 7));
    assertEquals(Outcome.FOUND, answer.outcome());
    assertArrayEquals(KCI, answer.value().copyBytes());
    assertEquals(1, link.refused(RefusalReason.FALSE_SECRET));
    assertEquals(1, lines());
  }

  @Test
  void shouldLeaveCodeServerThatGivesASecretOfAnotherLength() throws Exception {
    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(FALSE)).build();
    CodeServerLink link = both();
    assertFalse(link);
    Await.until("the honest one", () -> link.inForce().version() == 22);
  }

  @Test
  void shouldStayWithTheOnlyCodeServerAndSayItOnceAnHour() throws Exception {
    CodeServerLink link = connected();
    for (int i = 1; i <= 5; i++) {
      assertFalse(link);
      assertEquals(i, link.refused(RefusalReason.FALSE_SECRET));
    }
    Await.until("one line", () -> lines() == 1);
    Await.until("the status", () -> link.status().lastError() != null);
    assertTrue(link.status().connected());
    now = now.plus(Duration.ofHours(1)).plusSeconds(1);
    assertFalse(link);
    Await.until("another line", () -> lines() == 2);
    assertEquals(1, server.watches.get());
  }

  @Test
  void shouldSayItOnceHoweverOftenItGoesBackAndForth() throws Exception {
    honest.close();
    CodeServerLink link = both();
    Await.until(
        "many attempts",
        () -> {
          Answer<CodeSecret> unused = answer(link.fetchSecret(CODE, 7));
          return server.watches.get() > 3;
        });
    assertEquals(1, lines());
  }

  @Test
  void shouldTakeSecretUnderAStateOfAnEarlierServerWithoutCommitments() throws Exception {
    server.committed = null;
    CodeServerLink link = both();
    assertEquals(Outcome.FOUND, answer(link.fetchSecret(CODE, 7)).outcome());
    assertEquals(0, link.refused(RefusalReason.FALSE_SECRET));
  }

  @Test
  void shouldTakeUpCatalogueWhenOnlyACommitmentHasChanged() throws Exception {
    CodeServerLink link = connected();
    Catalogue before = link.catalogue();
    server.committed = CodeSecret.of(server.secret.getKci().toByteArray());
    server.push(catalogue(23, CODE));
    Await.until("it is in force", () -> link.catalogue() != before);
    assertEquals(Outcome.FOUND, answer(link.fetchSecret(CODE, 7)).outcome());
  }
}

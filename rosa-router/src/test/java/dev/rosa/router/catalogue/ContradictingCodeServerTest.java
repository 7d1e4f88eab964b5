package dev.rosa.router.catalogue;

import static dev.rosa.router.catalogue.ScriptedCodeServer.catalogue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.Backoff;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.testkit.Await;
import io.grpc.Status;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Code Server that does not give what its own catalogue names for a router. */
class ContradictingCodeServerTest extends CodeServerLinkRig {

  private ScriptedCodeServer honest;

  @BeforeEach
  void open() {
    backoff = new Backoff(new Random(1), 100);
    honest = new ScriptedCodeServer(domain, "cs2").start();
    honest.catalogue = catalogue(22, CODE);
    server.catalogue = catalogue(21, CODE);
  }

  @AfterEach
  void close() {
    honest.close();
  }

  private CodeServerLink both() throws InterruptedException {
    CodeServerLink link = link(server.address(), honest.address());
    assertNull(link.awaitCatalogue(PATIENCE));
    assertEquals(21, link.inForce().version());
    return link;
  }

  private Outcome secretOf(CodeServerLink link, int epoch) throws Exception {
    CodeSource.Answer<CodeSecret> answer = answer(link.fetchSecret(CODE, epoch));
    return answer.outcome();
  }

  @Test
  void shouldLeaveItOnceForEachItemWhenNoOtherOneHasItEither() throws Exception {
    server.fetchRefusal = ScriptedCodeServer.refusal(Status.PERMISSION_DENIED, "not for you");
    honest.fetchRefusal = ScriptedCodeServer.refusal(Status.NOT_FOUND, "no such secret");
    CodeServerLink link = both();
    Object first = link.server();
    assertEquals(Outcome.REFUSED, secretOf(link, 1));
    Await.until("the other one", () -> link.inForce().version() == 22);
    assertNotEquals(first, link.server());
    assertEquals(
        1,
        log.linesWith(
                "WARN code server %s does not give code or a secret that its catalogue names"
                    .formatted(server.address()))
            .size());

    server.catalogue = catalogue(23, CODE);
    assertEquals(Outcome.UNKNOWN, secretOf(link, 1));
    assertEquals(Outcome.UNKNOWN, secretOf(link, 2));
    Await.until("the first one", () -> link.inForce().version() == 23);
    assertEquals(2, server.watches.get());
    assertEquals(1, honest.watches.get());
  }

  @Test
  void shouldBeLeftForAnOtherOneWhoseVersionIsMuchLower() throws Exception {
    server.catalogue = catalogue(-1, CODE);
    server.fetchRefusal = ScriptedCodeServer.refusal(Status.NOT_FOUND, "no such secret");
    CodeServerLink link = link(server.address(), honest.address());
    assertNull(link.awaitCatalogue(PATIENCE));
    assertEquals(-1, link.inForce().version());
    assertEquals(Outcome.UNKNOWN, secretOf(link, 1));
    Await.until("the other one", () -> link.inForce().version() == 22);
  }

  @Test
  void shouldTakeNoBundleWithAnotherDigestThanWasAskedFor() throws Exception {
    server.code = FetchCodeReply.newBuilder().setBundle(ByteString.copyFromUtf8("other")).build();
    CodeServerLink link = both();
    CodeSource.Answer<FetchedBundle> answer = answer(link.fetchCode(CODE));
    assertEquals(Outcome.CORRUPT, answer.outcome());
    assertEquals("its bundle has another digest than was asked for", answer.detail());
  }

  @Test
  void shouldBeLeftOnlyWhenItsStreamIsSteady() {
    StreamConduct conduct = new StreamConduct(Duration.ofSeconds(30), Duration.ofSeconds(1));
    conduct.taken();
    conduct.contradicted();
    for (int second = 0; second < 5; second++) {
      assertFalse(conduct.isToBeLeft());
      conduct.tick();
    }
    assertTrue(conduct.isToBeLeft());
  }
}

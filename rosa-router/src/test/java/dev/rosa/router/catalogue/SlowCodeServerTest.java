package dev.rosa.router.catalogue;

import static dev.rosa.router.catalogue.ScriptedCodeServer.catalogue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.Backoff;
import dev.rosa.control.v1.CatalogueEntry;
import dev.rosa.domainstate.Revoked;
import dev.rosa.keys.CodeSecret;
import dev.rosa.testkit.Await;
import io.grpc.Status;
import java.time.Duration;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A Code Server that answers, but brings no catalogue that a router can take. */
class SlowCodeServerTest extends CodeServerLinkRig {

  private ScriptedCodeServer honest;

  @BeforeEach
  void open() {
    backoff = new Backoff(new Random(1), 100);
    slowness = Duration.ofSeconds(2);
    honest = new ScriptedCodeServer(domain, "cs2").start();
    honest.catalogue = catalogue(22, CODE);
  }

  @AfterEach
  void close() {
    honest.close();
  }

  private CodeServerLink link() {
    return link(server.address(), honest.address());
  }

  private void awaitHonest(CodeServerLink link) throws InterruptedException {
    Await.until("the honest one", () -> link.inForce().version() == 22);
  }

  @Test
  void shouldAskTheNextOneWhenOneTakesTheStreamAndSendsNothing() throws Exception {
    server.silent = true;
    awaitHonest(link());
    assertEquals(
        "WARN code server %s has sent no whole catalogue for 2 s; trying again"
            .formatted(server.address()),
        log.linesWith("no whole catalogue").get(0));
  }

  @Test
  void shouldAskTheNextOneWhenOnePushesCataloguesAndHoldsTheirSegmentsBack() throws Exception {
    CodeServerLink link = link();
    Await.until("the first one's", () -> link.inForce().version() == 1);
    server.holdsSegments = true;
    server.revoke(new Revoked(new Revoked.Session(1), 0));
    long[] version = {1};
    Await.until(
        "the honest one",
        () -> {
          if (link.status().address().equals(server.address().toString())) {
            pushIgnoringTheEnd(++version[0]);
          }
          return link.inForce().version() == 22;
        });
  }

  private void pushIgnoringTheEnd(long version) {
    try {
      server.push(catalogue(version, CODE));
    } catch (RuntimeException e) {
      // The router has ended the stream.
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      names = {"UNAVAILABLE", "NOT_FOUND", "DATA_LOSS"})
  void shouldAskTheNextOneWhenOneHasNothingOfWhatItsCatalogueNames(Status.Code refusal)
      throws Exception {
    slowness = PATIENCE;
    server.fetchRefusal = ScriptedCodeServer.refusal(refusal.toStatus(), "no such secret");
    CodeServerLink link = link();
    Await.until("the first one's", () -> link.inForce().version() == 1);
    Await.until(
        "the honest one",
        () -> {
          CodeSource.Answer<CodeSecret> unused = answer(link.fetchSecret(CODE, 1));
          return link.inForce().version() == 22;
        });
    assertEquals(1, log.linesWith("has not answered 3 fetches of code or secrets").size());
  }

  @Test
  void shouldSayOnceThatAStateHasEnded() throws Exception {
    slowness = PATIENCE;
    CodeServerLink link = link();
    Await.until("a catalogue", () -> link.inForce().hasCatalogue());
    now = now.plus(Duration.ofDays(2));
    Await.until("both were asked often", () -> server.watches.get() > 4);
    String line =
        "WARN code server %s has a state of the domain that ended; compare the nodes' clocks";
    assertEquals(1, log.linesWith(line.formatted(server.address())).size());
    assertEquals(1, log.linesWith(line.formatted(honest.address())).size());
  }

  @Test
  void shouldAskTheNextOneWhenACatalogueHasMoreCodesThanADomainCanHave() throws Exception {
    CatalogueEntry empty = CatalogueEntry.newBuilder().setDigest(ByteString.EMPTY).build();
    server.catalogue =
        server.catalogue.toBuilder().addAllEntries(Collections.nCopies(20_001, empty)).build();
    awaitHonest(link());
    assertTrue(
        log.linesWith("its catalogue has 20001 codes, at most 20000 are taken").size() > 0,
        log.lines().toString());
  }

  @Test
  void shouldTakeOneCatalogueAfterTheOther() throws Exception {
    slowness = PATIENCE;
    CodeServerLink link = link();
    Await.until("the first one", () -> link.inForce().version() == 1);
    for (long version = 2; version < 60; version++) {
      server.push(catalogue(version, CODE));
    }
    Await.until("the last one", () -> link.inForce().version() == 59);
  }
}

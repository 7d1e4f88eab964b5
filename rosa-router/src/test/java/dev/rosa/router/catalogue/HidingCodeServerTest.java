package dev.rosa.router.catalogue;

import static dev.rosa.router.catalogue.ScriptedCodeServer.catalogue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.Backoff;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.testkit.Await;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Code Server whose catalogue lacks what the domain's state names. */
class HidingCodeServerTest extends CodeServerLinkRig {

  private static final String LABEL = "code sample (%s)".formatted(CODE.hex().substring(0, 8));

  private ScriptedCodeServer honest;

  @BeforeEach
  void open() {
    backoff = new Backoff(new Random(1), 100);
    slowness = Duration.ofSeconds(2);
    honest = new ScriptedCodeServer(domain, "cs2").start();
    honest.catalogue = withEpoch8(catalogue(22, CODE));
  }

  @AfterEach
  void close() {
    honest.close();
  }

  private static Catalogue withEpoch8(Catalogue catalogue) {
    return catalogue.toBuilder()
        .setEntries(0, catalogue.getEntries(0).toBuilder().addEpochs(8))
        .build();
  }

  private static Catalogue forbidden(Catalogue catalogue) {
    return catalogue.toBuilder()
        .setEntries(0, catalogue.getEntries(0).toBuilder().setPermitted(false))
        .build();
  }

  /** A catalogue with a state that agrees with another one. */
  private Catalogue under(Catalogue told, Catalogue shown) {
    return shown.toBuilder()
        .setState(server.newerState(server.content(told), Duration.ofDays(1)).signed())
        .build();
  }

  private void hideEpoch8() {
    Catalogue shown = catalogue(21, CODE);
    server.catalogue = under(withEpoch8(shown), shown);
  }

  private String owedLine() {
    return "WARN code server %s has no secret for epoch 8 of %s, which the domain's state names"
        .formatted(server.address(), LABEL);
  }

  @Test
  void shouldBeLeftForTheNextOneWhenItHidesAnEpoch() throws Exception {
    hideEpoch8();
    CodeServerLink link = link(server.address(), honest.address());
    assertNull(link.awaitCatalogue(PATIENCE));
    Await.until("the honest one", () -> link.inForce().version() == 22);
    assertEquals(1, log.linesWith(owedLine() + "; trying again").size());
  }

  @Test
  void shouldBeNamedInLogAndStatusWhenItIsTheOnlyOne() throws Exception {
    hideEpoch8();
    CodeServerLink link = connected();
    Await.until("the status", () -> link.status().lastError() != null);
    assertTrue(owedLine().endsWith(link.status().lastError()), link.status().lastError());
    assertTrue(link.status().connected());
    assertEquals(1, log.linesWith(owedLine()).size());
    assertEquals(1, server.watches.get());
  }

  @Test
  void shouldBeToldOnceWhenItPermitsACodeNoMore() throws Exception {
    slowness = PATIENCE;
    server.catalogue = catalogue(1, CODE);
    CodeServerLink link = connected();
    server.push(forbidden(catalogue(2, CODE)));
    Await.until("the status", () -> link.status().lastError() != null);
    String line =
        "code server %s does not permit any more %s, which this router could run"
            .formatted(server.address(), LABEL);
    assertTrue(link.status().lastError().startsWith(line), link.status().lastError());
    server.push(forbidden(catalogue(3, CODE)));
    Await.until("the next one", () -> link.inForce().version() == 3);
    assertEquals(1, log.linesWith("WARN " + line).size());
  }

  @Test
  void shouldBeToldWhenItListsACodeNoMoreThatTheStateNames() throws Exception {
    slowness = PATIENCE;
    server.catalogue = catalogue(1, CODE);
    CodeServerLink link = connected();
    server.push(under(catalogue(2, CODE), catalogue(2)));
    String line =
        "WARN code server %s does not list any more %s".formatted(server.address(), LABEL);
    Await.until("the line", () -> log.linesWith(line).size() == 1);
    assertTrue(link.catalogue().entries().isEmpty());
  }

  @Test
  void shouldNotBeToldWhenTheStateNamesTheCodeNoMoreEither() throws Exception {
    slowness = PATIENCE;
    server.catalogue = catalogue(1, CODE);
    CodeServerLink link = connected();
    server.push(catalogue(2));
    Await.until("it is in force", () -> link.inForce().version() == 2);
    Await.until("it is told", () -> log.linesWith("catalogue 2: 0 codes").size() == 1);
    assertNull(link.status().lastError());
  }
}

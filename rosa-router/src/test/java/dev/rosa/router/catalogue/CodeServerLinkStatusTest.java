package dev.rosa.router.catalogue;

import static dev.rosa.router.catalogue.ScriptedCodeServer.catalogue;
import static dev.rosa.router.catalogue.ScriptedCodeServer.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.StartupGrace;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.testkit.Await;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The state of the link as {@code /status} and the log show it. */
class CodeServerLinkStatusTest extends CodeServerLinkRig {

  @Test
  void shouldTellSinceWhenTheCodeServerIsConnectedOrGoneAndWhy() throws Exception {
    String address = server.address().toString();
    server.stop();
    CodeServerLink link = link(server.address());
    Await.until("an error", () -> link.status().lastError() != null);
    assertEquals(
        new CodeServerStatus(address, false, start, link.status().lastError(), start),
        link.status());
    assertTrue(
        link.status()
            .lastError()
            .startsWith("code server " + address + " not reachable: no connection"),
        link.status().lastError());

    now = start.plusSeconds(60);
    server.start();
    Await.until("connected", () -> link.status().connected());
    assertEquals(now, link.status().since());
    now = start.plusSeconds(120);
    server.push(catalogue(8));
    Await.until("the next catalogue", () -> link.inForce().version() == 8);
    assertEquals(start.plusSeconds(60), link.status().since());

    server.stop();
    Await.until("gone", () -> !link.status().connected());
    assertEquals(now, link.status().since());
    assertEquals(now, link.status().lastErrorAt());
  }

  @Test
  void shouldConnectAgainWhenAnErrorOfThisRouterEndsTheLink() throws Exception {
    AtomicInteger failures = new AtomicInteger(1);
    CodeServerLink link = connected();
    server.catalogue = catalogue(9);
    nextInstant =
        () -> {
          if (failures.getAndDecrement() > 0) {
            throw new IllegalStateException("a defect");
          }
          return now;
        };
    Await.until("the error is told", () -> !log.linesWith("failed in this router").isEmpty());
    Await.until("the next catalogue", () -> link.inForce().version() == 9);
    Await.until("connected", () -> link.status().connected());
  }

  @Test
  void shouldShowNothingThatControlsATerminalWhenAServerChoosesTheText() throws Exception {
    server.watchRefusal =
        refusal(Status.PERMISSION_DENIED, "no\u001b[2J\u009b\u202e" + "!".repeat(2_000));
    CodeServerLink link = link(server.address());
    Await.until("an error", () -> link.status().lastError() != null);
    String error = link.status().lastError();
    assertTrue(error.contains(": no?[2J??!!!"), error);
    assertTrue(error.length() < 600, error);

    server.watchRefusal = null;
    dev.rosa.control.v1.Catalogue named = catalogue(7, CODE);
    server.catalogue =
        named.toBuilder()
            .setEntries(
                0, named.getEntries(0).toBuilder().setName("a\u001b]0;b\u0007" + "c".repeat(200)))
            .build();
    CodeServerLink again = link(server.address());
    assertNull(again.awaitCatalogue(PATIENCE));
    assertEquals("a?]0;b?" + "c".repeat(56) + "...", again.catalogue().entries().get(0).name());
  }

  @Test
  void shouldSayOnceThatItWaitsAndConnectWhenTheCodeServerIsThere() throws Exception {
    server.stop();
    CodeServerLink link = link(server.address());
    Await.until("it is told", () -> !log.linesWith("INFO waiting").isEmpty());
    String problem = link.awaitCatalogue(Duration.ofMillis(1_500));
    assertNotNull(problem);
    assertTrue(
        problem.startsWith("code server " + server.address() + " not reachable: no connection"),
        problem);
    assertEquals(1, log.lines().size(), log.lines().toString());
    assertEquals(
        Outcome.UNAVAILABLE, answer(link.fetchSecret(CODE, 7)).outcome(), "before any answer");

    server.start();
    assertNull(link.awaitCatalogue(PATIENCE));
  }

  @Test
  void shouldWarnWhenTheCodeServerIsNotThereAfterTheFirstSeconds() throws Exception {
    server.stop();
    AtomicLong nanos = new AtomicLong();
    try (CatalogueWatch watch =
        new CatalogueWatch(
            CodeServers.open(List.of(server.address()), router, 1 << 20),
            intake(),
            backoff,
            () -> now,
            new StartupGrace(nanos::get),
            PATIENCE)) {
      watch.start();
      Await.until("it waits", () -> !log.linesWith("INFO waiting").isEmpty());
      assertEquals(List.of(), log.linesWith("WARN"));
      nanos.set(Duration.ofSeconds(30).toNanos());
      Await.until("it warns", () -> !log.linesWith("WARN code server").isEmpty());
      assertTrue(log.linesWith("WARN").get(0).contains("not reachable: no connection"));
    }
  }
}

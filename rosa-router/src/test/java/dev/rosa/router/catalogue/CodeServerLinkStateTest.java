package dev.rosa.router.catalogue;

import static dev.rosa.router.catalogue.ScriptedCodeServer.catalogue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.Backoff;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.Revoked;
import dev.rosa.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The signed state of the domain on its way from Code Servers to a router. */
class CodeServerLinkStateTest extends CodeServerLinkRig {

  private static final Duration LIFE = Duration.ofMinutes(2);

  @BeforeEach
  void hurry() {
    backoff = new Backoff(new Random(1), 100);
    server.catalogue = catalogue(7, CODE);
  }

  private SignedState state(Duration life) {
    return server.newerState(server.content(server.catalogue), life).signed();
  }

  private dev.rosa.control.v1.Catalogue catalogueWith(SignedState state, long version) {
    return catalogue(version, CODE).toBuilder().setState(state).build();
  }

  @Test
  void shouldFetchOnlyTheSegmentsOfRevocationsThatItLacks() throws Exception {
    for (int i = 1; i <= 40; i++) {
      server.revoke(new Revoked(new Revoked.Session(i), 0));
    }
    CodeServerLink link = connected();
    assertEquals(40, link.catalogue().revocations().sessions());
    assertEquals(3, server.segmentFetches.get(), "16 at a time");
    server.revoke(new Revoked(new Revoked.Session(41), 0));
    server.push(catalogue(8, CODE));
    Await.until("the new one", () -> link.catalogue().revocations().sessions() == 41);
    assertEquals(4, server.segmentFetches.get());
  }

  @Test
  void shouldStayAsItIsWhenASegmentIsNotWhatTheStateNames() throws Exception {
    CodeServerLink link = connected();
    InForce before = link.inForce();
    server.revoke(new Revoked(new Revoked.Session(1), 0));
    server.segments.replaceAll((name, segment) -> new byte[0]);
    server.push(catalogue(8, CODE));
    Await.until("it is told", () -> !log.linesWith("ERROR").isEmpty());
    assertTrue(
        log.linesWith("ERROR").get(0).contains("a segment of revocations is not the one asked for"),
        log.lines().toString());
    assertSame(before, link.inForce());
    assertTrue(link.refused(RefusalReason.BAD_SEGMENT) >= 1);
    server.segments.clear();
    Await.until("it goes on", () -> link.inForce().version() == 8 && link.status().connected());
  }

  @Test
  void shouldTakeTheNextCodeServerWhenOneTakesTheStateOut() throws Exception {
    ScriptedCodeServer honest = new ScriptedCodeServer(domain, "cs2").start();
    honest.catalogue = catalogue(22, CODE);
    server.addsState = false;
    try {
      CodeServerLink link = link(server.address(), honest.address());
      assertNull(link.awaitCatalogue(PATIENCE));
      assertEquals(22, link.inForce().version());
      assertEquals(1, link.refused(RefusalReason.NO_STATE));
      assertTrue(link.status().connected());
    } finally {
      honest.close();
    }
  }

  @Test
  void shouldWaitForTheFirstStateOfADomainWithoutAnAlarm() throws Exception {
    server.addsState = false;
    CodeServerLink link = link(server.address());
    Await.until("it waits", () -> link.refused(RefusalReason.NO_STATE) > 1);
    assertEquals(
        List.of(
            "INFO waiting for code server "
                + server.address()
                + ": it has no signed state of the domain"),
        log.lines());
    server.addsState = true;
    assertNull(link.awaitCatalogue(PATIENCE));
  }

  @Test
  void shouldRefuseACodeServerThatHoldsRevocationsBack() throws Exception {
    SignedState old = state(LIFE);
    CodeServerLink link = connected();
    ScriptedCodeServer liar = new ScriptedCodeServer(domain, "cs2").start();
    liar.catalogue = catalogueWith(old, 9).toBuilder().setStore(9).build();
    try {
      CodeServerLink second = link(server.address(), liar.address());
      assertNull(second.awaitCatalogue(PATIENCE));
      now = start.plus(LIFE).plusSeconds(60);
      server.stop();
      Await.until("it is refused", () -> second.refused(RefusalReason.OLDER_STATE) > 0);
      assertEquals(7, second.inForce().version());
      Await.until("it is told", () -> !log.linesWith("ERROR").isEmpty());
      assertTrue(log.linesWith("ERROR").get(0).contains("is older than"), log.lines().toString());
      assertFalse(link.status().connected());
    } finally {
      liar.close();
    }
  }

  @Test
  void shouldLookForAnotherCodeServerWhenTheStateHasEnded() throws Exception {
    server.catalogue = catalogueWith(state(LIFE), 7);
    CodeServerLink link = connected();
    assertFalse(link.isStale(now.toEpochMilli()));
    now = start.plus(LIFE).plus(SKEW).plusSeconds(60);
    Await.until("it looks for another", () -> server.watches.get() > 2);
    assertTrue(link.isStale(now.toEpochMilli()));
    assertFalse(link.status().connected());
    assertEquals(1, log.linesWith("WARN the state of the domain ended").size());
    assertEquals(7, link.inForce().version(), "the catalogue stays");
    server.catalogue = catalogueWith(state(Duration.ofDays(1)), 8);
    Await.until("there is a newer state", () -> link.status().connected());
    assertFalse(link.isStale(now.toEpochMilli()));
    assertEquals(1, log.linesWith("INFO the state of the domain is up to date again").size());
  }

  @Test
  void shouldServeWithAnEndedStateWhenThereIsNoOther() throws Exception {
    server.catalogue = catalogueWith(state(LIFE), 7);
    now = start.plus(LIFE).plus(SKEW).plusSeconds(60);
    CodeServerLink link = connected();
    assertEquals(1, link.catalogue().entries().size());
    assertTrue(link.isStale(now.toEpochMilli()));
  }

  @Test
  void shouldStartWithTheStateOfTheRunBefore() throws Exception {
    SignedState old = state(LIFE);
    kept = KeptState.open(directory.resolve("r1.state"));
    connected().close();
    server.catalogue = catalogueWith(old, 9);
    kept = KeptState.open(directory.resolve("r1.state"));
    CodeServerLink link = link(server.address());
    Await.until("it is refused", () -> link.refused(RefusalReason.OLDER_STATE) > 0);
    assertFalse(link.inForce().hasCatalogue());
  }
}

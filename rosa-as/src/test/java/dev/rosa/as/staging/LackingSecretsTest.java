package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Code Server that answers, but does not take what comes, is waited for a bounded time. */
class LackingSecretsTest {
  private static final HostPort LACKING = new HostPort("127.0.0.1", 7009);
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Epoch NEXT = new Epoch(HandlerFixture.TRANSCODER, 2);

  @TempDir Path folder;
  private HandlerFixture as;
  private long nanos;
  private LackingSecrets lacking;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    lacking = new LackingSecrets(LACKING, as.records.epochs(), PATIENCE, () -> nanos);
    as.records.epochs().activation().lease(LACKING, as.clock.instant().plusSeconds(3_600));
    Epoch made = as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
    assertEquals(NEXT, made);
  }

  @AfterEach
  void close() {
    as.close();
  }

  private void takenByTheOther() {
    as.records.epochs().activation().confirm(NEXT, HandlerFixture.CODE_SERVER);
    as.records.epochs().activation().spread(List.of(NEXT), HandlerFixture.CODE_SERVER);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void shouldGiveNoFurtherLeaseWhenSecretThatAnotherHasIsNotTaken() {
    takenByTheOther();
    assertTrue(lacking.allowsLease(List.of(NEXT)));
    pass(PATIENCE.minusSeconds(1));
    assertTrue(lacking.allowsLease(List.of(NEXT)));
    pass(Duration.ofSeconds(1));
    try (CapturedLog log = CapturedLog.of(LackingSecrets.class)) {
      assertFalse(lacking.allowsLease(List.of(NEXT)));
      assertFalse(lacking.allowsLease(List.of(NEXT)));
      assertEquals(1, log.linesWith("127.0.0.1:7009 has not spread the secret of").size());
    }
  }

  @Test
  void shouldGiveLeasesAgainWhenItWasTaken() {
    takenByTheOther();
    assertTrue(lacking.allowsLease(List.of(NEXT)));
    pass(PATIENCE);
    assertFalse(lacking.allowsLease(List.of(NEXT)));
    assertTrue(lacking.allowsLease(List.of()));
    assertTrue(lacking.allowsLease(List.of(NEXT)), "a new wait");
  }

  @Test
  void shouldWaitOnWhenNoOtherCodeServerHasIt() {
    assertTrue(lacking.allowsLease(List.of(NEXT)));
    pass(PATIENCE.multipliedBy(9));
    assertTrue(lacking.allowsLease(List.of(NEXT)));
  }

  /** Another server of the domain may note that it has spread it after this one has looked. */
  @Test
  void shouldNotTakeTheCodeServerItselfForAnother() {
    assertTrue(lacking.allowsLease(List.of(NEXT)));
    as.records
        .epochs()
        .activation()
        .lease(HandlerFixture.CODE_SERVER, as.clock.instant().plusSeconds(3_600));
    as.records.epochs().activation().confirm(NEXT, LACKING);
    as.records.epochs().activation().spread(List.of(NEXT), LACKING);
    pass(PATIENCE);
    assertTrue(lacking.allowsLease(List.of(NEXT)));
  }

  @Test
  void shouldLetTheRefreshGoOnWhenTheLastLeaseHasEnded() {
    takenByTheOther();
    assertEquals("staged", stateOfNext());
    as.clock.move(Duration.ofHours(2));
    as.records.epochs().activation().activateReady();
    assertEquals("active", stateOfNext());
  }

  private String stateOfNext() {
    return as.records.epochs().list().stream()
        .filter(each -> each.epoch().equals(NEXT))
        .findFirst()
        .orElseThrow()
        .state();
  }
}

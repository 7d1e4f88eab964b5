package dev.rosa.as.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.storage.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of change on a PostgreSQL server. */
class SessionWatchesOnPostgresTest {

  @TempDir Path folder;

  @Test
  void shouldTellOfEveryChange() throws Exception {
    try (HandlerFixture as =
            new HandlerFixture(folder, TestPostgres.database(), HandlerFixture.QUOTA);
        SessionWatches watches =
            new SessionWatches(
                new StandingRecords(
                    as.storage(), as.records.policy(), as.records.revocations().list()),
                as::passedNow,
                Duration.ofSeconds(2))) {
      as.open();
      long session = as.ask(Requests.good()).getSession();
      FakeStream told = new FakeStream();
      watches
          .watch(as.alice.id(), told)
          .onNext(WatchSessionsRequest.newBuilder().addHeld(session).build());
      watches.look();
      as.records.epochs().openNext(as.records.codes().list().get(0));
      as.confirmAll();
      watches.look();
      as.records.revocations().epochs().revoke(HandlerFixture.TRANSCODER, Optional.empty());
      watches.look();
      as.records.revocations().sessions().revoke(List.of(session), done -> {});
      watches.look();
      as.confirmAll();
      long second = as.ask(Requests.good()).getSession();
      watches
          .watch(as.alice.id(), told)
          .onNext(WatchSessionsRequest.newBuilder().addHeld(second).build());
      watches.look();
      long rule = as.records.rules().list().get(0).id();
      as.records.revocations().sessions().revokeRule(rule, Integer.MAX_VALUE, done -> {});
      watches.look();
      assertEquals(
          List.of(
              "CURRENT",
              "RENEW EPOCH_REPLACED",
              "RENEW EPOCH_REVOKED ended",
              "VOID SESSION_REVOKED ended",
              "CURRENT",
              "VOID RULE_REVOKED ended"),
          told.notices().stream().map(FakeStream::text).toList());
    }
  }
}

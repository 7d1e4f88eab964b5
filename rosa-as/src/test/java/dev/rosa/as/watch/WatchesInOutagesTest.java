package dev.rosa.as.watch;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.storage.StorageException;
import dev.rosa.storage.StorageFaults.Kind;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of a server whose storage cannot be read for a while. */
class WatchesInOutagesTest {
  @TempDir Path folder;
  private HandlerFixture as;
  private SessionWatches watches;

  @BeforeEach
  void open() throws Exception {
    as =
        new HandlerFixture(
            folder, StorageLocation.of(folder.resolve("as.db")), HandlerFixture.QUOTA);
    watches =
        new SessionWatches(
            new StandingRecords(as.storage(), as.records.policy(), as.records.revocations().list()),
            as::passedNow,
            Duration.ofSeconds(2));
    watches.look();
  }

  @AfterEach
  void close() {
    boolean unused = as.faults.heal();
    watches.close();
    as.close();
  }

  private static WatchSessionsRequest held(long... sessions) {
    WatchSessionsRequest.Builder request = WatchSessionsRequest.newBuilder();
    LongStream.of(sessions).forEach(request::addHeld);
    return request.build();
  }

  /** Looks again and again while each of a look's steps fails once, then without a fault. */
  private void lookThroughFaults() {
    boolean failed = true;
    for (int step = 1; failed; step++) {
      as.faults.failAt(step, Kind.REFUSED, false);
      try {
        watches.look();
      } catch (StorageException e) {
        // Each fault of the test.
      }
      failed = as.faults.heal();
    }
  }

  @Test
  void shouldAnswerARequestWhoseSessionsCouldNotBeRead() throws Exception {
    long session = as.ask(Requests.good()).getSession();
    FakeStream told = new FakeStream();
    StreamObserver<WatchSessionsRequest> requests = watches.watch(as.alice.id(), told);
    requests.onNext(held(session));
    lookThroughFaults();
    assertEquals(List.of("CURRENT"), told.notices().stream().map(FakeStream::text).toList());
    assertEquals(2, told.requested);
  }

  @Test
  void shouldTellAChangeWithItsSpreadWhenALookHasFailed() throws Exception {
    long session = as.ask(Requests.good()).getSession();
    FakeStream told = new FakeStream();
    watches.watch(as.alice.id(), told).onNext(held(session));
    watches.look();
    as.records.epochs().openNext(as.records.codes().list().get(0));
    as.confirmAll();
    watches.watch(as.alice.id(), new FakeStream()).onNext(held(session));
    lookThroughFaults();
    assertEquals("RENEW EPOCH_REPLACED", told.last());
    assertTrue(told.messages.get(1).getSpreadMillis() > 0);
  }

  @Test
  void shouldForgetStreamsThatEndWhileTheStorageCannotBeRead() {
    as.faults.failAt(1, Kind.LOST, true);
    for (int i = 0; i < SessionWatches.MOST_STREAMS; i++) {
      FakeStream told = new FakeStream();
      watches.watch(as.alice.id(), told).onNext(held(1));
      told.cancel();
    }
    assertThrows(StorageException.class, watches::look);
    assertDoesNotThrow(() -> watches.watch(as.alice.id(), new FakeStream()));
  }
}

package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.as.FakeCodeServer;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.records.Epochs.Live;
import dev.rosa.as.state.StatePublication;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AwaitedSecret;
import dev.rosa.control.v1.HeldSecret;
import dev.rosa.identity.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A keeper of a Code Server's lease, and Code Servers that say what they like. */
class LeaseKeeperTest {

  @TempDir Path folder;
  private HandlerFixture as;
  private FakeCodeServer codeServer;
  private CodeServerCalls calls;
  private LeaseKeeper keeper;
  private long nanos = -5;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    codeServer = FakeCodeServer.start(as.domain.codeServer("cs1"), 0);
    calls =
        new CodeServerCalls(
            codeServer.address(),
            ControlChannel.open(codeServer.address().toSocketAddress(), as.self, Role.CODESERVER));
    StagingRecords records =
        new StagingRecords(
            as.records.secrets(),
            as.records.epochs(),
            as.records.epochEnds(),
            new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock),
            as.records.revocations().list(),
            as.witnessedLog(),
            as.records.logForks(),
            HandlerFixture.publications(as.storage(), as.self, as.clock));
    keeper = new LeaseKeeper(calls, records, RefreshPolicy.DEFAULT, as.clock, () -> nanos);
  }

  @AfterEach
  void close() {
    calls.close();
    codeServer.close();
    as.close();
  }

  private static Epoch epoch(int number) {
    return new Epoch(HandlerFixture.TRANSCODER, number);
  }

  private static ByteString digest() {
    return ByteString.copyFrom(HandlerFixture.TRANSCODER.toBytes());
  }

  private Epoch openNext() throws Exception {
    return as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
  }

  private void retireFirst() throws Exception {
    Epoch unused = openNext();
    as.confirmAll();
    as.clock.move(Duration.ofSeconds(10));
    assertEquals(List.of(epoch(1)), as.records.epochEnds().retireEnded());
  }

  private void hold(int epoch) {
    codeServer.held.add(HeldSecret.newBuilder().setCodeDigest(digest()).setEpoch(epoch).build());
  }

  @Test
  void shouldHaveRetiredSecretsDestroyedAmongThoseThatAreHeld() throws Exception {
    retireFirst();
    hold(2);
    hold(1);
    assertTrue(keeper.begin());
    assertEquals(Set.of(epoch(1)), codeServer.retired);
  }

  @Test
  void shouldLookAtNoMoreHeldSecretsThanAReplyMayHave() throws Exception {
    retireFirst();
    for (int i = 0; i < 1_000; i++) {
      hold(i + 2);
    }
    hold(1);
    assertTrue(keeper.begin());
    assertEquals(Set.of(), codeServer.retired);
  }

  private void restsFor(Duration time) {
    assertTrue(keeper.isResting());
    nanos += time.toNanos() - 1;
    assertTrue(keeper.isResting());
    nanos++;
    assertFalse(keeper.isResting());
  }

  @Test
  void shouldRestLongerEachTimeWhenTheCodeServerSaysThatItWasStarted() {
    codeServer.alwaysStarts = true;
    for (int millis : List.of(250, 500, 1_000, 2_000, 4_000, 5_000, 5_000)) {
      assertTrue(keeper.begin());
      assertFalse(keeper.isResting());
      keeper.renewIfDue();
      restsFor(Duration.ofMillis(millis));
    }
  }

  @Test
  void shouldRestWhenTheReplyHasNoToken() {
    codeServer.token = "";
    assertTrue(keeper.begin());
    restsFor(Duration.ofMillis(250));
  }

  @Test
  void shouldRestForTheShortestTimeAgainAfterARoundWithTheSameStart() {
    codeServer.alwaysStarts = true;
    assertTrue(keeper.begin());
    keeper.renewIfDue();
    restsFor(Duration.ofMillis(250));
    codeServer.alwaysStarts = false;
    assertTrue(keeper.begin());
    keeper.renewIfDue();
    assertFalse(keeper.begin());
    codeServer.alwaysStarts = true;
    nanos += RefreshPolicy.DEFAULT.lease().toNanos();
    keeper.renewIfDue();
    restsFor(Duration.ofMillis(250));
  }

  private void spreadNext() throws Exception {
    Epoch next = openNext();
    as.records.epochs().activation().confirm(next, codeServer.address());
    keeper.spread(epoch -> true);
  }

  private List<Epoch> spreading() {
    return as.records.epochs().activation().spreading(codeServer.address());
  }

  @Test
  void shouldNoteASecretThatNoRouterLacks() throws Exception {
    assertTrue(keeper.begin());
    spreadNext();
    assertEquals(List.of(), spreading());
    assertTrue(as.records.epochs().live().contains(new Live(epoch(2), true)));
  }

  @Test
  void shouldNoteNoSecretThatARouterLacks() throws Exception {
    codeServer.awaited.add(
        AwaitedSecret.newBuilder().setCodeDigest(digest()).setEpoch(2).addRouters("r1").build());
    assertTrue(keeper.begin());
    spreadNext();
    assertEquals(List.of(epoch(2)), spreading());
  }

  @Test
  void shouldNoteNoSecretForWhichTheReplyHadNoRoom() throws Exception {
    codeServer.moreAwaited = true;
    assertTrue(keeper.begin());
    spreadNext();
    assertEquals(List.of(epoch(2)), spreading());

    nanos += RefreshPolicy.DEFAULT.routersWait().toNanos();
    keeper.spread(epoch -> true);
    assertEquals(List.of(), spreading());
  }

  @Test
  void shouldNoteNoSecretWhenTheCodeServerWasStartedMeanwhile() throws Exception {
    assertTrue(keeper.begin());
    codeServer.alwaysStarts = true;
    spreadNext();
    assertEquals(List.of(epoch(2)), spreading());
  }
}

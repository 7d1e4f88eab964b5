package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SessionStanding;
import dev.rosa.control.v1.StandingReason;
import dev.rosa.testkit.Await;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import io.grpc.Status;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Source and Destination from end to end. */
class EndpointTest extends EndpointRig {

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldDeliverWhatWasSentWhenRecipientIsNamed(Suite suite) throws Exception {
    try (Source source = source(request(suite, 60, "bob"));
        Destination destination = destination(false)) {
      for (String word : new String[] {"one", "two", "three"}) {
        assertEquals(Source.Outcome.SENT, source.send(text(word)));
        byte[] packet = atRouter();
        assertEquals(suite.encrypts(), !contains(packet, word));
        forward(packet, destination);
      }
      pollUntil(destination, DestinationEvent.DELIVERED, 3);

      assertEquals(List.of("one", "two", "three"), delivered);
      assertEquals(1, server.joins.get());
    }
  }

  private static boolean contains(byte[] packet, String word) {
    return new String(packet, StandardCharsets.ISO_8859_1).contains(word);
  }

  @Test
  void shouldRefuseForgedReplayedAndRedirectedPackets() throws Exception {
    try (Source source = source(request(Suite.HMAC_SHA256, 60, "bob"));
        Destination destination = destination(false)) {
      source.send(text("good"));
      byte[] good = atRouter();
      forward(good, destination);
      pollUntil(destination, DestinationEvent.DELIVERED, 1);

      forward(good, destination);
      forward(changed(good, good.length - 1), destination);
      forward(changed(good, good.length - 17), destination);
      // The user, the code, the grant, the epoch: all enter the key.
      for (int field : new int[] {32, 48, 70, 12}) {
        forward(changed(good, 32 + field), destination);
      }
      forward(changed(good, 15), destination);
      forward(changed(good, 19), destination);
      forward(changed(good, 32 + 5), destination);
      forward(changed(good, 32), destination);
      forward(changed(good, 32 + 2), destination);
      forward(changed(good, 32 + 11), destination);
      forward(new byte[0], destination);
      forward(new byte[] {1, 2, 3}, destination);
      pollUntil(destination, DestinationEvent.MALFORMED, 3);

      Counters<DestinationEvent> counts = destination.counters();
      assertEquals(List.of("good"), delivered);
      assertEquals(1, counts.get(DestinationEvent.REPLAYED));
      assertEquals(7, counts.get(DestinationEvent.BAD_TAG));
      assertEquals(1, counts.get(DestinationEvent.OTHER_DESTINATION));
      assertEquals(1, counts.get(DestinationEvent.OTHER_SERVICE));
      assertEquals(1, counts.get(DestinationEvent.UNKNOWN_VERSION));
      assertEquals(1, counts.get(DestinationEvent.FOREIGN_DOMAIN));
      assertEquals(1, server.joins.get());
    }
  }

  private static byte[] changed(byte[] packet, int at) {
    byte[] changed = packet.clone();
    changed[at] ^= 1;
    Ip.refreshChecksumV4(ByteBuffer.wrap(changed), 0);
    return changed;
  }

  @Test
  void shouldDropPacketsOfSessionThatIsToldVoidAndGoOnWithOthers() throws Exception {
    try (Source source = source(request(Suite.AES256_GCM, 60, "bob"));
        Source other = source(request(Suite.AES256_GCM, 60, "bob"));
        Destination destination = destination(false)) {
      source.send(text("one"));
      forward(atRouter(), destination);
      pollUntil(destination, DestinationEvent.DELIVERED, 1);
      source.send(text("two"));
      byte[] late = atRouter();
      long session = source.session().parameters().session();
      Await.until("both ends to watch", () -> watching(session).size() == 2);
      for (ToldSessions told : watching(session)) {
        told.tell(session, SessionStanding.VOID, StandingReason.SESSION_REVOKED, true);
      }
      Await.until(
          "the packet to be dropped",
          () -> {
            forward(late, destination);
            destination.poll(20);
            return destination.counters().get(DestinationEvent.REVOKED) > 0;
          });
      Await.until("the Source to stop", () -> isStopped(source));
      other.send(text("three"));
      forward(atRouter(), destination);
      pollUntil(destination, DestinationEvent.SESSIONS, 2);
      Await.until(
          "the other session's packet",
          () -> {
            destination.poll(20);
            return delivered.contains("three");
          });
    }
  }

  private static boolean isStopped(Source source) {
    try {
      source.requireNotRevoked();
      return false;
    } catch (CallFailedException e) {
      return true;
    }
  }

  private List<ToldSessions> watching(long session) {
    return server.streams.stream().filter(each -> each.held().contains(session)).toList();
  }

  @Test
  void shouldNotDeliverWhenSessionMayNotBeJoined() throws Exception {
    try (Source source = source(request(Suite.HMAC_SHA256, 60));
        Destination destination = destination(false)) {
      for (int i = 0; i < 20; i++) {
        source.send(text("secret"));
        forward(atRouter(), destination);
      }
      pollUntil(destination, DestinationEvent.NOT_JOINED, 20);

      assertEquals(List.of(), delivered);
      assertEquals(1, server.joins.get());
    }
  }

  @Test
  void shouldDeliverOnlyClearPayloadsWhenUnverifiedIsAskedFor() throws Exception {
    try (Source clear = source(request(Suite.HMAC_SHA256, 60));
        Source encrypted = source(request(Suite.AES256_GCM, 60));
        Destination destination = destination(true)) {
      clear.send(text("clear"));
      forward(atRouter(), destination);
      encrypted.send(text("hidden"));
      forward(atRouter(), destination);
      pollUntil(destination, DestinationEvent.DELIVERED_UNVERIFIED, 1);
      pollUntil(destination, DestinationEvent.NOT_JOINED, 1);

      assertEquals(List.of("clear?"), delivered);
    }
  }

  @Test
  void shouldAskTheServerForFewSessionsWhenManyAreForged() throws Exception {
    try (Source source = source(request(Suite.HMAC_SHA256, 60));
        Destination destination = destination(false)) {
      source.send(text("x"));
      byte[] packet = atRouter();
      long began = System.nanoTime();
      for (int i = 0; i < 500; i++) {
        ByteBuffer.wrap(packet).putLong(32 + 24, 1_000 + i);
        forward(packet, destination);
        destination.poll(1);
      }
      pollUntil(destination, DestinationEvent.JOIN_LIMITED, 1);

      int joins = server.joins.get();
      long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
      long most = JoinRates.BURST + millis / JoinRates.MILLIS_PER_JOIN + 1;
      assertTrue(joins <= most, joins + " in " + millis + " ms");
    }
  }

  @Test
  void shouldRenewSessionWithoutLosingOrRepeatingAPacket() throws Exception {
    int packets = 0;
    try (Source source = source(request(Suite.AES256_GCM, 2, "bob"))) {
      while (source.counters().get(SourceEvent.SESSIONS) < 3) {
        assertEquals(Source.Outcome.SENT, source.send(text("p" + packets)));
        packets++;
        Thread.sleep(2);
      }
      for (int i = 0; i < 100; i++, packets++) {
        assertEquals(Source.Outcome.SENT, source.send(text("p" + packets)));
      }
    }
    Map<Long, Long> lastSequence = new HashMap<>();
    ActivePacket packet = new ActivePacket();
    for (int i = 0; i < packets; i++) {
      byte[] bytes = atRouter();
      assertEquals(Structure.ACTIVE, packet.wrap(ByteBuffer.wrap(bytes), 0, bytes.length));
      long last = lastSequence.getOrDefault(packet.session(), 0L);
      assertEquals(last + 1, packet.sequence());
      lastSequence.put(packet.session(), packet.sequence());
    }
    assertTrue(lastSequence.size() >= 3, "" + lastSequence);
    router.setSoTimeout(100);
    assertThrows(SocketTimeoutException.class, this::atRouter);
  }

  @Test
  void shouldKeepSendingUntilTheWindowEndsWhenRenewalIsRefused() throws Exception {
    try (Source source = source(request(Suite.HMAC_SHA256, 2))) {
      server.answerWith(Status.PERMISSION_DENIED.withDescription("alice may no longer"));
      int sent = 0;
      CallFailedException refusal = null;
      while (refusal == null) {
        try {
          source.send(text("x"));
          sent++;
          Thread.sleep(5);
        } catch (CallFailedException e) {
          refusal = e;
        }
      }
      assertTrue(sent > 0, "" + sent);
      assertTrue(refusal.getMessage().endsWith("refused: alice may no longer"));
    }
  }

  @Test
  void shouldWaitForTheServerWhenItCannotBeAsked() throws Exception {
    try (Source source = source(request(Suite.HMAC_SHA256, 2))) {
      server.answerWith(Status.UNAVAILABLE.withDescription("restarting"));
      while (source.isReady()) {
        Thread.sleep(20);
      }
      assertFalse(source.isReady());
      server.answerWith(Status.OK);

      assertEquals(Source.Outcome.SENT, source.send(text("late")));
      assertEquals(2, source.counters().get(SourceEvent.SESSIONS));
    }
  }

  @Test
  void shouldRefusePayloadThatDoesNotFitAndSendTheLargestThatDoes() throws Exception {
    try (Source source = source(request(Suite.HMAC_SHA1, 60))) {
      int most = source.maxPayloadBytes();

      assertEquals(1500 - 28 - 32 - 80 - 20, most);
      assertEquals(Source.Outcome.TOO_LARGE, source.send(ByteBuffer.allocate(most + 1)));
      assertEquals(Source.Outcome.SENT, source.send(ByteBuffer.allocate(most)));
      assertEquals(1472, atRouter().length);
    }
  }

  @Test
  void shouldSayWhoRefusedAndWhyInOneSentence() throws Exception {
    server.answerWith(Status.PERMISSION_DENIED.withDescription("no rule lets alice use counter"));

    CallFailedException refusal =
        assertThrows(
            CallFailedException.class, () -> alice.request(request(Suite.HMAC_SHA256, 60)));

    assertTrue(refusal.isRefusal());
    assertEquals(
        "the Authorization Server at "
            + server.address()
            + " refused: no rule lets alice use counter",
        refusal.getMessage());
  }
}

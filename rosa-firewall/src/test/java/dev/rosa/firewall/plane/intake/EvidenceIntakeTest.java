package dev.rosa.firewall.plane.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceLine;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reporters that keep to the rules, lie, flood, hang or say nonsense. */
@Timeout(240)
class EvidenceIntakeTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final IntakeLimits LIMITS =
      new IntakeLimits(8, 4, 1_000_000, 1_000_000, 100, 10, 200, LONG);
  private static final String SCAN = "evidence handshake SCAN 192.0.2.7 eth0 80 a scan";

  @TempDir Path folder;
  private EvidenceIntake intake;

  private Path socket() {
    return folder.resolve("plane").resolve("evidence.sock");
  }

  private void open(ReporterClaims claims, IntakeLimits limits) throws IOException {
    intake = EvidenceIntake.open(socket(), claims, limits, InstantSource.system());
  }

  private void open(IntakeLimits limits) throws IOException {
    open(user -> Set.of(Proof.HANDSHAKE, Proof.NONE), limits);
  }

  @AfterEach
  void end() throws IOException {
    if (intake != null) {
      intake.close();
    }
  }

  private void await(IntakeEvent event, long count) throws InterruptedException {
    Await.until(
        () -> count + " " + event + " of " + intake.counts(), () -> intake.counted(event) >= count);
    assertEquals(count, intake.counted(event), intake.counts().toString());
  }

  private List<ReportedEvidence> drained() throws InterruptedException {
    List<ReportedEvidence> drained = new ArrayList<>();
    intake.queue().drain(drained, 1_000, 0);
    return drained;
  }

  @Test
  void shouldQueueEvidenceWithTheUserThatTheKernelNames() throws Exception {
    List<String> asked = new ArrayList<>();
    open(
        user -> {
          asked.add(user);
          return Set.of(Proof.HANDSHAKE);
        },
        LIMITS);
    try (Peer peer = Peer.greeted(socket())) {
      peer.say(SCAN + "\n" + SCAN + "\n");
      await(IntakeEvent.TAKEN, 2);
    }
    List<ReportedEvidence> drained = drained();
    assertEquals(2, drained.size());
    assertEquals(EvidenceLine.read(SCAN), drained.get(0).evidence());
    assertEquals(List.of(System.getProperty("user.name")), asked);
    assertEquals(asked.get(0), drained.get(0).user());
  }

  @Test
  void shouldWakeTheDecidingThread() throws Exception {
    open(LIMITS);
    List<ReportedEvidence> drained = new ArrayList<>();
    intake.queue().wakeUp();
    intake.queue().drain(drained, 10, Duration.ofDays(1).toNanos());
    assertEquals(0, drained.size());

    try (Peer peer = Peer.greeted(socket())) {
      peer.say(SCAN + "\n");
      intake.queue().drain(drained, 10, Duration.ofDays(1).toNanos());
    }

    assertEquals(1, drained.size());
  }

  @Test
  void shouldRefuseMoreProofThanTheUserMayClaim() throws Exception {
    open(LIMITS);
    try (Peer peer = Peer.greeted(socket())) {
      peer.say("evidence session SCAN 192.0.2.7 - 0\nevidence none SCAN 192.0.2.8 - 0\n");
      await(IntakeEvent.TAKEN, 1);
    }

    assertEquals(1, intake.counted(IntakeEvent.CLAIM_REFUSED));
    assertEquals(Proof.NONE, drained().get(0).evidence().proof());
  }

  @Test
  void shouldRefuseAUserThatMayClaimNothing() throws Exception {
    open(user -> Set.of(), LIMITS);
    try (Peer peer = Peer.connect(socket())) {
      assertNull(peer.line());
    }
    await(IntakeEvent.NO_REPORTER, 1);
    assertEquals(0, intake.counted(IntakeEvent.CONNECTED));
  }

  @Test
  void shouldBoundTheConnectionsOfAUserAndOfAll() throws Exception {
    open(LIMITS);
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      peers.add(Peer.greeted(socket()));
    }
    try (Peer refused = Peer.connect(socket())) {
      assertNull(refused.line());
    }
    await(IntakeEvent.CONNECTIONS_OF_USER, 1);
    peers.remove(0).close();
    Await.until("a connection's end", () -> intake.connections() == 3);
    peers.add(Peer.greeted(socket()));
    for (Peer peer : peers) {
      peer.close();
    }
    intake.close();

    open(new IntakeLimits(1, 4, 1_000, 1_000, 100, 10, 200, LONG));
    try (Peer peer = Peer.greeted(socket());
        Peer refused = Peer.connect(socket())) {
      assertNull(refused.line());
      await(IntakeEvent.ALL_CONNECTIONS, 1);
      peer.say(SCAN + "\n");
      await(IntakeEvent.TAKEN, 1);
    }
  }

  @Test
  void shouldDropWhatIsBeyondARateAlsoOverNewConnections() throws Exception {
    open(new IntakeLimits(8, 4, 1, 5, 100, 10, 200, LONG));
    int said = 0;
    for (int i = 0; i < 3; i++) {
      try (Peer peer = Peer.greeted(socket())) {
        peer.say((SCAN + "\n").repeat(20));
        said += 20;
        int sum = said;
        Await.until(
            "all lines",
            () -> intake.counted(IntakeEvent.TAKEN) + intake.counted(IntakeEvent.OVER_RATE) == sum);
      }
    }

    assertTrue(intake.counted(IntakeEvent.OVER_RATE) > 0, intake.counts().toString());
    assertTrue(intake.counted(IntakeEvent.TAKEN) >= 5, intake.counts().toString());
  }

  @Test
  void shouldTakeProvenEvidenceOfAUserThatFloodsWithoutProof() throws Exception {
    open(new IntakeLimits(8, 4, 1, 5, 100, 10, 200, LONG));
    try (Peer flood = Peer.greeted(socket());
        Peer honest = Peer.greeted(socket())) {
      flood.say("evidence none SCAN 192.0.2.8 eth0 80\n".repeat(1_000));
      Await.until("the end of its share", () -> intake.counted(IntakeEvent.OVER_RATE) > 0);
      long taken = intake.counted(IntakeEvent.TAKEN);

      honest.say((SCAN + "\n").repeat(5));

      Await.until("evidence", () -> intake.counted(IntakeEvent.TAKEN) >= taken + 5);
    }
  }

  @Test
  void shouldSayWhatItRefusedToAReporterThatEndsInOrder() throws Exception {
    open(new IntakeLimits(8, 4, 1, 5, 100, 10, 200, LONG));
    try (Peer peer = Peer.greeted(socket())) {
      peer.say("nonsense\nevidence session SCAN 192.0.2.7 - 0\n" + SCAN + "\n");
      peer.say("evidence none SCAN 192.0.2.7 - 0\n".repeat(20) + "evid");
      peer.endOutput();

      assertEquals("refused 1 claim-refused this user may claim handshake, none", peer.line());
      String overRate = peer.line();
      assertTrue(overRate.matches("refused 1[0-6] over-rate more than .*"), overRate);
      assertEquals("refused 1 bad-line it is no evidence", peer.line());
      assertEquals("refused 1 half-line the line has no end", peer.line());
      assertNull(peer.line());
    }
    Await.until("its end", () -> intake.connections() == 0);
  }

  @Test
  void shouldEndAConnectionThatDoesNotReadWhatWasRefused() throws Exception {
    open(new IntakeLimits(8, 4, 1_000, 1_000, 100, 100_000, 100_000, Duration.ofMillis(1)));
    for (int i = 0; i < 40_000; i++) {
      intake.tell(ban("10.0." + i / 256 + "." + i % 256, Ban.Action.DROP));
    }
    try (Peer peer = Peer.greeted(socket())) {
      peer.say("nonsense\n");
      peer.endOutput();

      Await.until("its end", () -> intake.connections() == 0);
    }
  }

  @Test
  void shouldDropWhatFindsNoRoomInTheQueue() throws Exception {
    open(LIMITS);
    try (Peer peer = Peer.greeted(socket())) {
      peer.say((SCAN + "\n").repeat(150));
      await(IntakeEvent.QUEUE_FULL, 50);
      assertEquals(100, intake.waiting());
      assertEquals(100, drained().size());
      peer.say(SCAN + "\n");
      await(IntakeEvent.TAKEN, 101);
    }
  }

  @Test
  void shouldCountBadLinesAndGoOn() throws Exception {
    open(LIMITS);
    try (Peer peer = Peer.greeted(socket())) {
      peer.say("\nhello\nevidence handshake SCAN 192.0.2.300 - 0\n\u00e9\u0000\n" + SCAN + "\r\n");
      await(IntakeEvent.BAD_LINE, 5);
      peer.say(SCAN + "\n");
      await(IntakeEvent.TAKEN, 1);
    }
  }

  @Test
  void shouldEndAConnectionWithALineThatIsTooLong() throws Exception {
    open(LIMITS);
    try (Peer peer = Peer.greeted(socket())) {
      peer.sayUntilEnded("a");
    }
    await(IntakeEvent.LONG_LINE, 1);
    try (Peer peer = Peer.greeted(socket())) {
      peer.sayUntilEnded("a".repeat(EvidenceLine.MOST_BYTES) + "\n");
    }

    await(IntakeEvent.LONG_LINE, 2);
    assertEquals(0, intake.counted(IntakeEvent.TAKEN));
  }

  @Test
  void shouldCountHalfALineAtTheEnd() throws Exception {
    open(LIMITS);
    try (Peer peer = Peer.greeted(socket())) {
      peer.say(SCAN + "\n" + SCAN);
      await(IntakeEvent.TAKEN, 1);
    }

    await(IntakeEvent.HALF_LINE, 1);
    assertEquals(1, intake.counted(IntakeEvent.TAKEN));
  }

  @Test
  void shouldEndAConnectionThatHangsWithinALine() throws Exception {
    open(new IntakeLimits(8, 4, 1_000, 1_000, 100, 10, 200, Duration.ofMillis(1)));
    try (Peer silent = Peer.greeted(socket());
        Peer half = Peer.greeted(socket())) {
      half.say("evidence hand");
      assertNull(half.line());
      await(IntakeEvent.HALF_LINE, 1);
      silent.say(SCAN + "\n");
      await(IntakeEvent.TAKEN, 1);
    }
  }

  @Test
  void shouldTakeTheEvidenceOfReportersThatReadNothing() throws Exception {
    open(LIMITS);
    for (int i = 0; i < 60; i++) {
      try (Peer peer = Peer.connect(socket())) {
        peer.say(SCAN + "\n");
      }
      Await.until("the connection's end", () -> intake.connections() == 0);
      await(IntakeEvent.TAKEN, i + 1);
    }
    try (Peer peer = Peer.connect(socket())) {
      peer.say(SCAN + "\n" + SCAN);
    }

    await(IntakeEvent.HALF_LINE, 1);
    assertEquals(61, intake.counted(IntakeEvent.TAKEN));
  }

  @Test
  void shouldTakeWhatASinkReportsBeforeItIsClosed() throws Exception {
    open(LIMITS);
    try (EvidenceSink sink = EvidenceSink.open(socket())) {
      for (int i = 0; i < 50; i++) {
        sink.report(EvidenceLine.read(SCAN));
      }
      assertTrue(sink.settle(Await.PATIENCE));
    }

    await(IntakeEvent.TAKEN, 50);
  }

  @Test
  void shouldTakeALineInPieces() throws Exception {
    open(LIMITS);
    try (Peer peer = Peer.greeted(socket())) {
      for (char c : (SCAN + "\n").toCharArray()) {
        peer.say(String.valueOf(c));
      }
      await(IntakeEvent.TAKEN, 1);
    }
  }

  @Test
  void shouldTellBansAndLiftsAndTheNewestFirstToALaterConnection() throws Exception {
    open(LIMITS);
    try (Peer early = Peer.greeted(socket())) {
      Await.until("it is admitted", () -> intake.connections() == 1);
      for (int i = 0; i < 12; i++) {
        intake.tell(ban("192.0.2." + i, Ban.Action.DROP));
      }
      intake.tell(ban("198.51.100.1", Ban.Action.LIMIT));
      intake.tellLifted(Source.parse("192.0.2.10"));
      for (int i = 0; i < 12; i++) {
        assertEquals("ban 192.0.2." + i, withoutSeconds(early.line()));
      }
      assertEquals("lift 192.0.2.10", early.line());
    }
    try (Peer late = Peer.greeted(socket())) {
      assertEquals("ban 192.0.2.11", withoutSeconds(late.line()));
      for (int i = 9; i >= 2; i--) {
        assertEquals("ban 192.0.2." + i, withoutSeconds(late.line()));
      }
      intake.tellLifted(Source.parse("192.0.2.9"));
      assertEquals("lift 192.0.2.9", late.line());
    }
  }

  private static Ban ban(String source, Ban.Action action) {
    long now = System.currentTimeMillis();
    return new Ban(Source.parse(source), action, now, now + 3_600_000, "a test");
  }

  private static String withoutSeconds(String line) {
    assertTrue(line.matches("ban \\S+ 3[56]\\d\\d"), line);
    return line.substring(0, line.lastIndexOf(' '));
  }

  @Test
  void shouldCutOffASlowReaderAndNoOther() throws Exception {
    open(LIMITS);
    try (EvidenceSink sink = EvidenceSink.open(socket());
        Peer slow = Peer.greeted(socket())) {
      Await.until("both are admitted", () -> intake.connections() == 2);
      int told = 0;
      while (intake.counted(IntakeEvent.SLOW_READER) == 0) {
        told++;
        Source source = Source.parse("2001:db8::" + Integer.toHexString(told));
        intake.tell(ban(source.text(), Ban.Action.DROP));
        if (told % 100 == 0) {
          Await.until(
              "it is told",
              () ->
                  sink.isBanned(
                      EvidenceLine.read("evidence none A " + source.text() + " - 0").source()));
        }
      }
      while (slow.line() != null) {
        // What was told before.
      }
      assertEquals(1, intake.counted(IntakeEvent.SLOW_READER));
      assertEquals(1, sink.counts().connections());
    }
  }

  @Test
  void shouldServeASink() throws Exception {
    open(LIMITS);
    Evidence evidence = EvidenceLine.read(SCAN);
    try (EvidenceSink sink = EvidenceSink.open(socket())) {
      sink.report(evidence);
      await(IntakeEvent.TAKEN, 1);
      intake.tell(ban("2001:db8:1::/64", Ban.Action.DROP));
      Evidence banned = EvidenceLine.read("evidence none A 2001:db8:1::5 - 0");
      Await.until("the ban is known", () -> sink.isBanned(banned.source()));

      assertFalse(sink.isBanned(evidence.source()));
      intake.tellLifted(Source.parse("2001:db8:1::/64"));
      Await.until("the lift is known", () -> !sink.isBanned(banned.source()));
    }
  }

  @Test
  void shouldSurviveRandomBytesFromManyReporters() throws Exception {
    open(LIMITS);
    Random random = new Random(4_711);
    for (int i = 0; i < 300; i++) {
      try (Peer peer = Peer.greeted(socket())) {
        StringBuilder text = new StringBuilder();
        int bytes = random.nextInt(2_000);
        for (int b = 0; b < bytes; b++) {
          text.append(random.nextInt(40) == 0 ? '\n' : (char) random.nextInt(0x100));
        }
        peer.say(text.toString());
      } catch (IOException e) {
        // A line was too long.
      }
      Await.until("the connection's end", () -> intake.connections() == 0);
    }
    try (Peer peer = Peer.greeted(socket())) {
      peer.say(SCAN + "\n");
      await(IntakeEvent.TAKEN, 1);
    }
    assertTrue(intake.counted(IntakeEvent.BAD_LINE) > 0, intake.counts().toString());
  }

  @Test
  void shouldLogOneLineForAFloodOfNonsense() throws Exception {
    try (CapturedLog log = CapturedLog.of(IntakeCounts.class)) {
      open(LIMITS);
      try (Peer peer = Peer.greeted(socket())) {
        peer.say("nonsense\n".repeat(5_000));
        await(IntakeEvent.BAD_LINE, 5_000);
      }

      assertEquals(1, log.lines().size(), log.lines().toString());
      assertTrue(log.lines().get(0).contains("bad-line="), log.lines().toString());
    }
  }
}

package dev.rosa.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sink in front of planes that are there, absent, hung or something else. */
@Timeout(240)
class EvidenceSinkTest {

  private static final EvidenceSink.Bounds QUICK =
      new EvidenceSink.Bounds(
          64, Duration.ofMinutes(5), Duration.ofMillis(5), Duration.ofMillis(20));

  @TempDir Path folder;

  @Test
  void shouldNoticeAPlaneBeforeEvidenceIsTooOld() {
    EvidenceSink.Bounds usual = EvidenceSink.Bounds.usual();
    assertTrue(usual.longestPause().multipliedBy(2).compareTo(usual.patience()) < 0);
  }

  private static Evidence evidence(int number) {
    return EvidenceLine.read(line(number));
  }

  private static String line(int number) {
    return "evidence handshake SCAN 192.0.2.7 eth0 80 number " + number;
  }

  private ServerSocketChannel plane() throws IOException {
    Files.deleteIfExists(folder.resolve("s"));
    ServerSocketChannel plane = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    plane.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
    return plane;
  }

  private static void say(SocketChannel peer, String text) throws IOException {
    ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
    while (bytes.hasRemaining()) {
      peer.write(bytes);
    }
  }

  private static String read(SocketChannel peer, int bytes) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(bytes);
    while (read.hasRemaining()) {
      assertTrue(peer.read(read) >= 0, "the sink has closed the connection");
    }
    return new String(read.array(), StandardCharsets.US_ASCII);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(2);
    }
  }

  private static void awaitClosed(SocketChannel peer) throws IOException {
    while (peer.read(ByteBuffer.allocate(1024)) >= 0) {
      // What it said before is no matter.
    }
  }

  @Test
  void shouldSendEvidenceAfterTheGreetingOnly() throws Exception {
    try (ServerSocketChannel plane = plane();
        EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), QUICK);
        SocketChannel peer = plane.accept()) {
      sink.report(evidence(1));
      assertEquals(0, sink.counts().sent());

      say(peer, "rosa-firewall 1\n");
      assertEquals(line(1) + "\n", read(peer, line(1).length() + 1));
      sink.report(evidence(2));

      assertEquals(line(2) + "\n", read(peer, line(2).length() + 1));
      await(() -> sink.counts().sent() == 2);
      assertEquals(new SinkCounts(2, 2, 0, 1, true), sink.counts());
    }
  }

  @Test
  void shouldHearWhatThePlaneHasRefusedWhenItEndsInOrder() throws Exception {
    try (ServerSocketChannel plane = plane();
        EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), QUICK);
        SocketChannel peer = plane.accept()) {
      say(peer, "rosa-firewall 1\nban 192.0.2.7 600\n");
      sink.report(evidence(1));
      CompletableFuture<Optional<Map<String, Long>>> refused =
          CompletableFuture.supplyAsync(() -> finish(sink));
      awaitClosed(peer);
      say(peer, "ban 192.0.2.8 600\nrefused 2 bad-line it is no evidence\nrefused 1 x y\n");
      assertFalse(refused.isDone());
      peer.shutdownOutput();

      assertEquals(
          Optional.of(Map.of("bad-line: it is no evidence", 2L, "x: y", 1L)), refused.get());
      assertTrue(sink.isBanned(EvidenceLine.address("192.0.2.8")));
    }
  }

  private static Optional<Map<String, Long>> finish(EvidenceSink sink) {
    try {
      return sink.finish(Duration.ofMinutes(5));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldKnowWhoIsBannedAndForgetItWithTheNextGreeting() throws Exception {
    try (ServerSocketChannel plane = plane();
        EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), QUICK)) {
      try (SocketChannel peer = plane.accept()) {
        say(peer, "rosa-firewall 1\nban 192.0.2.7 600\nban 192.0.2.8 600\nban 192.0.2.9 600\n");
        await(() -> sink.isBanned(EvidenceLine.address("192.0.2.9")));
        assertTrue(sink.isBanned(EvidenceLine.address("192.0.2.7")));
        say(peer, "lift 192.0.2.7\n");
        await(() -> !sink.isBanned(EvidenceLine.address("192.0.2.7")));
      }
      await(() -> !sink.counts().connected());
      assertTrue(sink.isBanned(EvidenceLine.address("192.0.2.8")));
      try (SocketChannel peer = plane.accept()) {
        say(peer, "rosa-firewall 1\nban 192.0.2.9 600\nban 192.0.2.10 600\n");
        await(() -> sink.isBanned(EvidenceLine.address("192.0.2.10")));

        assertFalse(sink.isBanned(EvidenceLine.address("192.0.2.8")));
        assertTrue(sink.isBanned(EvidenceLine.address("192.0.2.9")));
      }
    }
  }

  @Test
  void shouldDropTheOldestWhileThereIsNoPlaneAndConnectLater() throws Exception {
    try (EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), QUICK)) {
      for (int i = 100; i < 200; i++) {
        sink.report(evidence(i));
      }
      assertEquals(new SinkCounts(100, 0, 36, 0, false), sink.counts());
      assertFalse(sink.settle(Duration.ofMillis(10)));

      try (ServerSocketChannel plane = plane();
          SocketChannel peer = plane.accept()) {
        say(peer, "rosa-firewall 1\n");
        assertEquals(line(136) + "\n", read(peer, line(136).length() + 1));
        await(() -> sink.counts().sent() == 64);
      }
    }
  }

  @Test
  void shouldDropEvidenceThatIsTooOldWhenAPlaneComes() throws Exception {
    EvidenceSink.Bounds impatient =
        new EvidenceSink.Bounds(64, Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(1));
    try (EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), impatient)) {
      sink.report(evidence(1));
      try (ServerSocketChannel plane = plane();
          SocketChannel peer = plane.accept()) {
        say(peer, "rosa-firewall 1\n");

        await(() -> sink.counts().dropped() == 1);
        assertEquals(0, sink.counts().sent());
      }
    }
  }

  @Test
  void shouldStayBoundedInFrontOfAHungPlane() throws Exception {
    try (ServerSocketChannel plane = plane();
        EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), QUICK);
        SocketChannel peer = plane.accept()) {
      say(peer, "rosa-firewall 1\n");
      await(() -> sink.counts().connected());

      for (int i = 0; i < 100_000; i++) {
        sink.report(evidence(i));
      }

      await(() -> sink.counts().dropped() > 0);
      assertEquals(100_000, sink.counts().reported());
      assertTrue(sink.counts().connected());
    }
  }

  @Test
  void shouldLeavePeersThatAreNoPlane() throws Exception {
    try (ServerSocketChannel plane = plane();
        EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), QUICK)) {
      for (String text : new String[] {"HTTP/1.1 200\n", "a".repeat(600), "rosa-firewall 1\nx\n"}) {
        try (SocketChannel peer = plane.accept()) {
          say(peer, text);
          awaitClosed(peer);
        }
      }
      try (SocketChannel peer = plane.accept()) {
        say(peer, "rosa-firewall 1\n");
        await(() -> sink.counts().connected());
        assertEquals(2, sink.counts().connections());
      }
    }
  }

  @Test
  void shouldCountWhatWasOnItsWayWhenTheConnectionEnded() throws Exception {
    try (ServerSocketChannel plane = plane();
        EvidenceSink sink = EvidenceSink.open(folder.resolve("s"), QUICK)) {
      try (SocketChannel peer = plane.accept()) {
        say(peer, "rosa-firewall 1\n");
        await(() -> sink.counts().connected());
        for (int i = 0; i < 100_000; i++) {
          sink.report(evidence(i));
        }
      }
      await(() -> !sink.counts().connected());
      try (SocketChannel peer = plane.accept()) {
        say(peer, "rosa-firewall 1\n");
        Thread reader = new Thread(() -> readAll(peer));
        reader.start();

        await(() -> sink.counts().sent() + sink.counts().dropped() == 100_000);
        peer.shutdownInput();
        reader.join();
      }
    }
  }

  private static void readAll(SocketChannel peer) {
    try {
      awaitClosed(peer);
    } catch (IOException e) {
      // The test has closed it.
    }
  }

  @Test
  void shouldEndBesideAPlaneThatNeverAccepts() throws Exception {
    try (ServerSocketChannel plane = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      plane.bind(UnixDomainSocketAddress.of(folder.resolve("s")), 1);
      EvidenceSink[] sinks = new EvidenceSink[5];
      for (int i = 0; i < sinks.length; i++) {
        sinks[i] = EvidenceSink.open(folder.resolve("s"), QUICK);
        sinks[i].report(evidence(i));
      }
      for (EvidenceSink sink : sinks) {
        sink.close();
        assertEquals(0, sink.counts().sent());
      }
    }
  }
}

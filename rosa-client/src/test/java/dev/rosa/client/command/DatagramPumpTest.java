package dev.rosa.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.FakeAuthorizationServer;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.client.endpoint.Source;
import dev.rosa.client.endpoint.SourceEvent;
import dev.rosa.client.link.OverlayLink;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import io.grpc.Status;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datagrams on their way into a Source whose session ends and is not renewed. */
class DatagramPumpTest {

  /** Far beyond what anything takes, also on a machine that does ten other things. */
  private static final String NO_SESSION = "no session since";

  @TempDir private Path directory;

  private FakeAuthorizationServer server;
  private AuthorizationClient client;
  private DatagramSocket router;
  private OverlayLink link;
  private Source source;
  private DatagramIntake intake;

  @BeforeEach
  void open() throws Exception {
    server = FakeAuthorizationServer.start(directory.resolve("domain"));
    Identity alice = Identity.load(directory.resolve("domain/alice"));
    client = AuthorizationClient.open(server.address(), alice, new SecureRandom());
    router = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    link = OverlayLink.open(new HostPort("127.0.0.1", router.getLocalPort()), 1_500);
    SessionRequest request =
        new SessionRequest(
            "counter",
            SessionRequest.Window.ofSeconds(2),
            InetAddress.getByName("10.0.1.1"),
            InetAddress.getByName("10.0.2.1"),
            Optional.empty(),
            SessionRequest.GrantWish.unspecified(),
            List.of());
    source = Source.open(client, request, ProviderRegistry.builtIn()::engineFor, link, 6004);
    intake = DatagramIntake.start(new HostPort("127.0.0.1", 0));
  }

  @AfterEach
  void close() throws Exception {
    intake.close();
    source.close();
    link.close();
    router.close();
    client.close();
    server.close();
  }

  private DatagramPump pump(BooleanSupplier stop) {
    return new DatagramPump(source, intake, InstantSource.system(), stop, bytes -> {});
  }

  private void feed(int datagrams) throws Exception {
    try (DatagramSocket application = new DatagramSocket()) {
      for (int i = 0; i < datagrams; i++) {
        application.send(new DatagramPacket(new byte[10], 10, intake.address().toSocketAddress()));
      }
    }
    Await.until("datagrams to wait", () -> intake.waiting() == datagrams);
  }

  @Test
  void shouldKeepNoMoreBytesThanItsBoundWhileNothingIsSent() throws Exception {
    int bytes = 60_000;
    int most = DatagramIntake.MAX_WAITING_BYTES / bytes;
    try (DatagramSocket application = new DatagramSocket()) {
      DatagramPacket datagram =
          new DatagramPacket(new byte[bytes], bytes, intake.address().toSocketAddress());
      Await.until(
          "the bound to be met",
          () -> {
            application.send(datagram);
            return intake.overflowed() > 0;
          });
    }
    assertEquals(most, intake.waiting());
    assertEquals(bytes, intake.next(0).remaining());
  }

  @Test
  void shouldCountWhatWaitsAndWarnOnceWhenNoSessionFollows() throws Exception {
    server.answerWith(Status.UNAVAILABLE.withDescription("restarting"));
    while (source.isReady()) {
      Thread.sleep(20);
    }
    feed(3);
    try (CapturedLog log = CapturedLog.of("dev.rosa.client.endpoint")) {
      DatagramPump pump = pump(() -> log.linesWith("no new session yet").size() >= 2);
      pump.run(new StreamOptions());
      assertEquals(3, pump.withoutSession());
      assertEquals(0, source.counters().get(SourceEvent.PACKETS));
      assertTrue(log.linesWith(NO_SESSION).size() <= 1, () -> "" + log.lines());
    }
  }

  @Test
  void shouldSendWhatWaitsWhenStoppedWithinASession() throws Exception {
    feed(3);
    DatagramPump pump = pump(() -> true);
    pump.run(new StreamOptions());
    assertEquals(0, pump.withoutSession());
    assertEquals(3, source.counters().get(SourceEvent.PACKETS));
  }

  @Test
  void shouldSendWhatWaitedWhenASessionComesAtLast() throws Exception {
    try (CapturedLog log = CapturedLog.of("dev.rosa.client.endpoint")) {
      server.answerWith(Status.UNAVAILABLE.withDescription("restarting"));
      Await.until("the pump to be ready", () -> ready(log));
      assertEquals(1, log.linesWith(NO_SESSION).size(), () -> "" + log.lines());
      assertTrue(log.linesWith(NO_SESSION).get(0).matches("WARN .*Z, datagrams wait"));
      feed(3);
      server.answerWith(Status.OK);
      DatagramPump pump = pump(() -> source.counters().get(SourceEvent.PACKETS) == 3);
      pump.run(new StreamOptions());
      assertEquals(0, pump.withoutSession());
      assertEquals(1, log.linesWith(NO_SESSION).size(), () -> "" + log.lines());
    }
  }

  /** True once the session has ended, and two more could not be had since. */
  private boolean ready(CapturedLog log) {
    try {
      boolean unused = source.isReady();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    List<String> lines = log.lines();
    int ended = 0;
    while (ended < lines.size() && !lines.get(ended).contains(NO_SESSION)) {
      ended++;
    }
    return lines.stream().skip(ended).filter(line -> line.contains("no new session")).count() >= 2;
  }
}

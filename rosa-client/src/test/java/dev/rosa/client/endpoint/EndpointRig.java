package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.link.OverlayLink;
import dev.rosa.client.link.PacketInlet;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Source and Destination over real sockets, with a router that a test plays itself. */
abstract class EndpointRig {
  /** Far beyond what anything takes, also on a machine that does ten other things. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  static final ProviderRegistry PROVIDERS = ProviderRegistry.builtIn();

  @TempDir Path directory;

  FakeAuthorizationServer server;
  AuthorizationClient alice;
  AuthorizationClient bob;
  DatagramSocket router;
  OverlayLink toRouter;
  final List<String> delivered = new ArrayList<>();

  @BeforeEach
  void startServer() throws Exception {
    server = FakeAuthorizationServer.start(directory.resolve("domain"));
    alice = server.client("alice");
    bob = server.client("bob");
    router = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    router.setReceiveBufferSize(4 << 20);
    router.setSoTimeout((int) PATIENCE.toMillis());
    toRouter = OverlayLink.open(new HostPort("127.0.0.1", router.getLocalPort()), 1500);
  }

  @AfterEach
  void stopServer() throws Exception {
    toRouter.close();
    router.close();
    alice.close();
    bob.close();
    server.close();
  }

  static SessionRequest request(Suite suite, int seconds, String... recipients) throws IOException {
    return new SessionRequest(
        "counter",
        SessionRequest.Window.ofSeconds(seconds),
        InetAddress.getByName("10.0.1.1"),
        InetAddress.getByName("10.0.2.1"),
        Optional.of(suite),
        SessionRequest.GrantWish.unspecified(),
        Arrays.stream(recipients).map(name -> new RosaId(17, Role.USER, name)).toList());
  }

  final Source source(SessionRequest request) throws CallFailedException {
    return Source.open(alice, request, PROVIDERS::engineFor, toRouter, 6004);
  }

  final Destination destination(boolean unverified) throws IOException {
    return destination(unverified, SequenceRecord.inMemory(Duration.ofSeconds(2)));
  }

  final Destination destination(boolean unverified, SequenceRecord record) throws IOException {
    return Destination.open(
        PacketInlet.overlay(new HostPort("127.0.0.1", 0)),
        Optional.of(bob),
        PROVIDERS::engineFor,
        new Destination.Settings(
            Optional.of(InetAddress.getByName("10.0.2.1")),
            OptionalInt.of(6004),
            Duration.ofSeconds(2),
            unverified,
            record),
        (payload, port, verified) ->
            delivered.add(StandardCharsets.UTF_8.decode(payload) + (verified ? "" : "?")));
  }

  final byte[] atRouter() throws IOException {
    DatagramPacket datagram = new DatagramPacket(new byte[65_535], 65_535);
    router.receive(datagram);
    return Arrays.copyOf(datagram.getData(), datagram.getLength());
  }

  final void forward(byte[] packet, Destination destination) throws IOException {
    router.send(new DatagramPacket(packet, packet.length, destination.address().toSocketAddress()));
  }

  static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static void pollUntil(Destination destination, DestinationEvent event, long count)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (destination.counters().get(event) < count) {
      assertTrue(System.nanoTime() < deadline, () -> "" + destination.counters().byName());
      destination.poll(50);
    }
  }
}

package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.link.KernelLink;
import dev.rosa.client.link.PacketInlet;
import dev.rosa.client.link.PacketLink;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Destination on an ordinary socket of the loopback. */
@Tag("jdk")
class KernelDestinationTest {
  private static final ProviderRegistry PROVIDERS = ProviderRegistry.builtIn();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SERVICE_PORT = 6004;
  private static final String ADDRESSES = "127.0.33.31, 127.0.33.32";
  private static final String ADDRESSES_V6 = "::1, ::1";

  @TempDir private Path directory;

  private FakeAuthorizationServer server;
  private AuthorizationClient alice;
  private AuthorizationClient bob;
  private final List<String> delivered = new ArrayList<>();

  @BeforeEach
  void startServer() throws Exception {
    server = FakeAuthorizationServer.start(directory.resolve("domain"));
    alice = server.client("alice");
    bob = server.client("bob");
  }

  @AfterEach
  void stopServer() throws Exception {
    alice.close();
    bob.close();
    server.close();
  }

  private Destination destination(InetAddress own) throws IOException {
    return Destination.open(
        inlet(own),
        Optional.of(bob),
        PROVIDERS::engineFor,
        new Destination.Settings(
            Optional.of(own),
            OptionalInt.of(SERVICE_PORT),
            Duration.ofSeconds(2),
            false,
            SequenceRecord.inMemory(Duration.ofSeconds(2))),
        (payload, port, verified) ->
            delivered.add(StandardCharsets.UTF_8.decode(payload).toString()));
  }

  /** Not every machine has IPv6. */
  private static PacketInlet inlet(InetAddress own) throws IOException {
    try {
      return PacketInlet.kernel(own);
    } catch (IOException e) {
      Assumptions.assumeTrue(own instanceof Inet4Address, e.getMessage());
      throw e;
    }
  }

  /** IPv6's options need CAP_NET_RAW. */
  private static KernelLink link(InetAddress source, InetAddress peer) throws IOException {
    try {
      return KernelLink.open(source, peer);
    } catch (IOException e) {
      Assumptions.assumeFalse(e.getMessage().contains("CAP_NET_RAW"), e.getMessage());
      throw e;
    }
  }

  private Source source(InetAddress source, InetAddress peer, PacketLink link)
      throws CallFailedException {
    SessionRequest request =
        new SessionRequest(
            "counter",
            SessionRequest.Window.ofSeconds(600),
            source,
            peer,
            Optional.empty(),
            SessionRequest.GrantWish.unspecified(),
            List.of(new RosaId(17, Role.USER, "bob")));
    return Source.open(alice, request, PROVIDERS::engineFor, link, SERVICE_PORT);
  }

  private static void pollUntil(Destination destination, DestinationEvent event, long count)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (destination.counters().get(event) < count) {
      assertTrue(System.nanoTime() < deadline, () -> "" + destination.counters().byName());
      destination.poll(50);
    }
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({ADDRESSES, ADDRESSES_V6})
  void shouldDeliverWhatComesWithRouterAlert(String from, String to) throws Exception {
    InetAddress own = InetAddress.getByName(to);
    InetAddress sender = InetAddress.getByName(from);
    try (Destination destination = destination(own);
        Source source = source(sender, own, link(sender, own))) {
      for (String word : List.of("one", "two", "three")) {
        assertEquals(Source.Outcome.SENT, source.send(text(word)));
      }
      pollUntil(destination, DestinationEvent.DELIVERED, 3);
      assertEquals(List.of("one", "two", "three"), delivered);
      assertEquals(0, destination.counters().get(DestinationEvent.MALFORMED));
    }
  }

  @ParameterizedTest
  @CsvSource({ADDRESSES, ADDRESSES_V6})
  void shouldLeaveTheSequenceToGenuinePacketsWhenCopiesComeWithoutRouterAlert(
      String from, String to) throws Exception {
    InetAddress own = InetAddress.getByName(to);
    InetAddress sender = InetAddress.getByName(from);
    try (Destination destination = destination(own);
        KernelLink kernel = link(sender, own);
        DatagramSocket plain = new DatagramSocket(0, sender);
        Source source = source(sender, own, new CopyFirst(plain, own, kernel))) {
      for (String word : List.of("one", "two", "three")) {
        assertEquals(Source.Outcome.SENT, source.send(text(word)));
      }
      pollUntil(destination, DestinationEvent.DELIVERED, 3);
      assertEquals(List.of("one", "two", "three"), delivered);
      assertEquals(3, destination.counters().get(DestinationEvent.NOT_ACTIVE));
      assertEquals(0, destination.counters().get(DestinationEvent.REPLAYED));
    }
  }

  /** Link that sends the UDP payload of every packet without Router Alert, and then the packet. */
  private record CopyFirst(DatagramSocket plain, InetAddress peer, KernelLink link)
      implements PacketLink {

    @Override
    public boolean send(ByteBuffer packet) throws IOException {
      int headers = ActivePacketWriter.overheadBytes(peer instanceof Inet4Address);
      byte[] bytes = new byte[packet.remaining() - headers];
      packet.get(packet.position() + headers, bytes);
      plain.send(new DatagramPacket(bytes, bytes.length, peer, RosaHeader.UDP_PORT));
      return link.send(packet);
    }

    @Override
    public int largestPacketBytes() {
      return link.largestPacketBytes();
    }

    @Override
    public void close() {}
  }
}

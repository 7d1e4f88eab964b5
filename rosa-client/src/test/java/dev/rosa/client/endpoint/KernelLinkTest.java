package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.link.KernelLink;
import dev.rosa.client.link.PacketInlet;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ordinary sockets on the loopback; the lab's tests send through routers. */
@Tag("jdk")
class KernelLinkTest {
  private static final int ROOM = 65_535;
  private static final int SERVICE_PORT = 6004;

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static PacketSealer sealer(InetAddress source, InetAddress destination, Suite suite) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 7);
    SessionParameters parameters =
        new SessionParameters(
            suite,
            17,
            1,
            1_000,
            2_000,
            0x1234_5678_9abcL,
            UserId.of(new byte[UserId.BYTES]),
            CodeDigest.of(new byte[CodeDigest.BYTES]),
            Grant.ofBits(0),
            source,
            destination);
    SessionKey session =
        SessionKey.of(
            Arrays.copyOf(key, suite.macKeyBytes()), Arrays.copyOf(key, suite.cipherKeyBytes()));
    return new PacketSealer(parameters, session, ProviderRegistry.builtIn().engineFor(suite));
  }

  private static void shouldArriveAsSealed(InetAddress source, InetAddress destination)
      throws Exception {
    int header = ActivePacketWriter.overheadBytes(source instanceof Inet4Address);
    ByteBuffer sent = ByteBuffer.allocate(ROOM);
    ByteBuffer arrived = ByteBuffer.allocate(ROOM);
    try (PacketInlet inlet = PacketInlet.kernel(destination);
        KernelLink link = KernelLink.open(source, destination)) {
      for (Suite suite : Suite.values()) {
        byte[] payload = ("payload of " + suite).getBytes(StandardCharsets.UTF_8);
        PacketSealer sealer = sealer(source, destination, suite);
        int length = sealer.seal(sent, 0, SERVICE_PORT, 1, ByteBuffer.wrap(payload));
        assertTrue(link.send(sent.slice(0, length)));
        assertEquals(length, receive(inlet, arrived));
        assertArrayEquals(
            Arrays.copyOfRange(sent.array(), header, length),
            Arrays.copyOfRange(arrived.array(), header, length));
        assertEquals(Structure.ACTIVE, new ActivePacket().wrap(arrived, 0, length));
        assertEquals(addresses(sent, length), addresses(arrived, length), "what goes into the key");
      }
    }
  }

  private static int receive(PacketInlet inlet, ByteBuffer into) throws Exception {
    int length = inlet.receive(into);
    for (int tries = 0; length < 0 && tries < 12_000; tries++) {
      Thread.sleep(10);
      length = inlet.receive(into);
    }
    return length;
  }

  private static ByteBuffer addresses(ByteBuffer packet, int length) {
    ActivePacket view = new ActivePacket();
    view.wrap(packet, 0, length);
    return packet.slice(view.sourceOffset(), view.isIpv4() ? 8 : 32);
  }

  @Test
  void shouldSendEverySuiteOverIpv4AsItWasSealed() throws Exception {
    shouldArriveAsSealed(address("127.0.33.21"), address("127.0.33.22"));
  }

  /** IPv6's options need CAP_NET_RAW, and some machines have no IPv6. */
  @Test
  void shouldSendEverySuiteOverIpv6AsItWasSealedOrSayWhatIsMissing() throws Exception {
    try {
      shouldArriveAsSealed(address("::1"), address("::1"));
    } catch (IOException e) {
      boolean said = e.getMessage().contains("CAP_NET_RAW");
      Assumptions.assumeFalse(said || e.getMessage().contains("::1"), e.getMessage());
      throw e;
    }
  }

  @Test
  void shouldRefuseWhatDoesNotFitAndTellWhatWould() throws Exception {
    InetAddress own = address("127.0.33.23");
    try (PacketInlet inlet = PacketInlet.kernel(own);
        KernelLink link = KernelLink.open(own, own)) {
      int largest = link.largestPacketBytes();
      assertTrue(largest > 1_000 && largest <= Ip.MAX_BYTES, "path MTU " + largest);
      assertTrue(link.send(ByteBuffer.allocate(largest)));
      assertEquals(largest, receive(inlet, ByteBuffer.allocate(ROOM)));
      assertFalse(link.send(ByteBuffer.allocate(Ip.MAX_BYTES + 1)));
    }
  }

  @Test
  void shouldSayThatNobodyListensAndGoOn() throws Exception {
    InetAddress own = address("127.0.33.24");
    try (KernelLink link = KernelLink.open(own, own)) {
      ByteBuffer packet = ByteBuffer.allocate(200);
      assertTrue(link.send(packet.clear()));
      assertEquals("no program listens at 127.0.33.24", awaitRefusal(link, packet).getMessage());
      try (PacketInlet inlet = PacketInlet.kernel(own)) {
        Thread.sleep(50);
        sendTwice(link, packet);
        assertEquals(200, receive(inlet, ByteBuffer.allocate(ROOM)));
      }
    }
  }

  /** A kernel that is busy tells later. */
  private static IOException awaitRefusal(KernelLink link, ByteBuffer packet)
      throws InterruptedException {
    for (int tries = 0; tries < 2_400; tries++) {
      Thread.sleep(50);
      try {
        link.send(packet.clear());
      } catch (IOException e) {
        return e;
      }
    }
    throw new AssertionError("nobody says that nobody listens");
  }

  /** The first may still hear of an earlier one's fate. */
  private static void sendTwice(KernelLink link, ByteBuffer packet) throws IOException {
    try {
      assertTrue(link.send(packet.clear()));
    } catch (IOException e) {
      assertTrue(link.send(packet.clear()));
    }
  }

  @Test
  void shouldRefuseAnAddressOfAnotherMachine() {
    IOException refused =
        assertThrows(
            IOException.class, () -> KernelLink.open(address("192.0.2.1"), address("192.0.2.2")));
    assertEquals(
        "cannot send from 192.0.2.1: this machine does not have that address",
        refused.getMessage());
  }

  @Test
  void shouldRefuseToListenOnAnAddressOfAnotherMachine() {
    IOException refused =
        assertThrows(IOException.class, () -> PacketInlet.kernel(address("192.0.2.1")));
    assertTrue(refused.getMessage().startsWith("cannot listen on 192.0.2.1:3322: "));
  }
}

package dev.rosa.kernel.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Datagrams over the loopback. */
@Tag("jdk")
class OptionsSocketTest {
  private static final int PORT = 33_221;
  private static final String LOOPBACK = "::1";
  private static final int WAIT_MILLIS = 120_000;
  private static final int BUFFER_BYTES = 65_536;
  private static final int IPV6_HOPOPTS = 54;
  private static final int IPV6_DSTOPTS = 59;

  /** The kernel writes the next header. */
  private static final String ALERT = "0000050200020100";

  private static final String PADDING = "0000010400000000";

  private static OptionsSocket listen(String address) throws IOException {
    return OptionsSocket.listen(at(address), BUFFER_BYTES);
  }

  private static InetSocketAddress at(String address) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(address), PORT);
  }

  /** Not every machine has IPv6. */
  private static OptionsSocket listenOverIpv6() {
    try {
      return listen(LOOPBACK);
    } catch (IOException e) {
      return Assumptions.abort(e.getMessage());
    }
  }

  private static String optionsOfNext(OptionsSocket socket) throws IOException {
    for (int tries = 0; tries < 2 && !socket.receive(); tries++) {
      socket.await(WAIT_MILLIS);
    }
    return hex(socket.options());
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.limit()];
    bytes.get(0, copy);
    return HexFormat.of().formatHex(copy);
  }

  /** Sets IPv6's options, which need a privilege: they are {@code option, hexadecimal bytes}. */
  private static void sendOverIpv6(Object... options) throws IOException {
    int descriptor = LibC.socket(LibC.AF_INET6, LibC.SOCK_DGRAM, 0);
    try {
      for (int i = 0; i < options.length; i += 2) {
        byte[] header = HexFormat.of().parseHex((String) options[i + 1]);
        int set =
            LibC.setsockopt(descriptor, LibC.IPPROTO_IPV6, (int) options[i], header, header.length);
        Assumptions.assumeFalse(set < 0 && Errno.last() == Errno.EPERM, "CAP_NET_RAW is missing");
        Errno.check(set, "cannot set the option");
      }
      byte[] to = SocketAddresses.of(at(LOOPBACK));
      Errno.check(LibC.connect(descriptor, to, to.length), "cannot connect");
      assertEquals(1, LibC.write(descriptor, OffHeap.allocate(1).address(), 1));
    } finally {
      Descriptors.close(descriptor);
    }
  }

  @Test
  void shouldTellIpv4OptionsOfEachDatagramAndWhereItIsFrom() throws Exception {
    InetAddress here = InetAddress.getByName("127.0.33.41");
    try (OptionsSocket socket = listen("127.0.33.41");
        DatagramSocket plain = new DatagramSocket(0, InetAddress.getByName("127.0.33.42"));
        RouterAlertSocket alerting =
            RouterAlertSocket.open(here, new InetSocketAddress(here, PORT))) {
      assertTrue(alerting.send(ByteBuffer.wrap(new byte[] {1, 2, 3})));
      assertEquals("94040000", optionsOfNext(socket));
      assertEquals("010203", hex(socket.datagram()));
      assertEquals("7f002129", hex(socket.sender()));
      plain.send(new DatagramPacket(new byte[] {4}, 1, here, PORT));
      assertEquals("", optionsOfNext(socket));
      assertEquals("04", hex(socket.datagram()));
      assertEquals("7f00212a", hex(socket.sender()));
      assertFalse(socket.receive());
    }
  }

  @Test
  void shouldTellAllHeadersBehindIpv6IfTheFirstIsHopByHop() throws Exception {
    try (OptionsSocket socket = listenOverIpv6()) {
      sendOverIpv6();
      assertEquals("", optionsOfNext(socket));
      sendOverIpv6(IPV6_HOPOPTS, ALERT);
      assertEquals("1100050200020100", optionsOfNext(socket));
      sendOverIpv6(IPV6_HOPOPTS, ALERT, IPV6_DSTOPTS, PADDING);
      assertEquals("3c00050200020100" + "1100010400000000", optionsOfNext(socket));
      sendOverIpv6(IPV6_DSTOPTS, PADDING);
      assertEquals("", optionsOfNext(socket));
    }
  }

  @Test
  void shouldTellNoneOfMoreThanAnActivePacketHas() throws Exception {
    try (OptionsSocket socket = listenOverIpv6()) {
      // An unknown option, which may be skipped (RFC 8200 §4.2).
      sendOverIpv6(IPV6_HOPOPTS, ALERT, IPV6_DSTOPTS, "001f" + "1efc" + "00".repeat(252));
      assertEquals("", optionsOfNext(socket));
    }
  }

  @Test
  void shouldEndTheWaitWhenWokenUp() throws Exception {
    try (OptionsSocket socket = listen("127.0.33.43")) {
      socket.wakeUp();
      socket.await(-1);
      assertFalse(socket.receive());
    }
  }
}

package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.packetio.RouteTable.Route;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RouteTableTest {

  private static Route route(String prefix, int lengthBits, int port) {
    return new Route(
        IpPackets.address(prefix),
        lengthBits,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /** The port of the next node, or null if there is none. */
  private static Integer next(RouteTable table, String destination) {
    String source = destination.contains(":") ? "2001:db8::9" : "192.0.2.9";
    byte[] packet = IpPackets.packet(source, destination, 8);
    // Not at the memory's beginning, so that an offset left out shows.
    ByteBuffer memory = ByteBuffer.allocate(packet.length + 13).put(13, packet);
    InetSocketAddress next = table.next(memory, 13);
    return next == null ? null : next.getPort();
  }

  @Test
  void shouldTakeLongestPrefixWhenSeveralCover() {
    RouteTable table =
        new RouteTable(
            List.of(
                route("10.0.0.0", 8, 1),
                route("10.0.2.0", 24, 3),
                route("10.0.2.7", 32, 4),
                route("10.0.0.0", 16, 2)));

    assertEquals(4, next(table, "10.0.2.7"));
    assertEquals(3, next(table, "10.0.2.8"));
    assertEquals(2, next(table, "10.0.3.1"));
    assertEquals(1, next(table, "10.9.0.1"));
    assertNull(next(table, "11.0.0.1"));
  }

  @Test
  void shouldKeepFamiliesApartWhenBothHaveDefaultRoutes() {
    RouteTable table = new RouteTable(List.of(route("0.0.0.0", 0, 4), route("::", 0, 6)));

    assertEquals(4, next(table, "255.255.255.255"));
    assertEquals(6, next(table, "2001:db8::1"));
    assertNull(next(new RouteTable(List.of(route("::", 0, 6))), "10.0.0.1"));
    assertNull(next(new RouteTable(List.of(route("0.0.0.0", 0, 4))), "2001:db8::1"));
  }

  @Test
  void shouldCompareAllBitsWhenIpv6PrefixIsLongerThan64() {
    RouteTable table =
        new RouteTable(
            List.of(
                route("2001:db8::", 32, 1),
                route("2001:db8:0:0:8000::", 65, 2),
                route("2001:db8::ff", 128, 3)));

    assertEquals(3, next(table, "2001:db8::ff"));
    assertEquals(1, next(table, "2001:db8::fe"));
    assertEquals(2, next(table, "2001:db8:0:0:ffff::1"));
    assertNull(next(table, "2001:db9::1"));
  }

  @Test
  void shouldAgreeWithPlainComparisonWhenRoutesAreRandom() throws UnknownHostException {
    Random random = new Random(7);
    List<Route> routes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      byte[] prefix = new byte[4];
      random.nextBytes(prefix);
      prefix[0] = 10;
      int bits = random.nextInt(33);
      clearAfter(prefix, bits);
      routes.add(
          new Route(
              InetAddress.getByAddress(prefix),
              bits,
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + i)));
    }
    RouteTable table = new RouteTable(routes);
    for (int i = 0; i < 2_000; i++) {
      byte[] destination = new byte[4];
      random.nextBytes(destination);
      destination[0] = 10;
      Integer port = next(table, InetAddress.getByAddress(destination).getHostAddress());
      int found = port == null ? -1 : routes.get(port - 1).lengthBits();
      assertEquals(longest(routes, destination), found);
    }
  }

  private static int longest(List<Route> routes, byte[] destination) {
    int longest = -1;
    for (Route route : routes) {
      byte[] masked = destination.clone();
      clearAfter(masked, route.lengthBits());
      if (Arrays.equals(masked, route.prefix().getAddress())) {
        longest = Math.max(longest, route.lengthBits());
      }
    }
    return longest;
  }

  private static void clearAfter(byte[] address, int bits) {
    for (int bit = bits; bit < 8 * address.length; bit++) {
      address[bit / 8] &= (byte) ~(0x80 >> bit % 8);
    }
  }

  @Test
  void shouldNameTheRouteWhenItsNextNodeIsUnknown() {
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nowhere.invalid", 3323);
    var refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Route(IpPackets.address("10.0.2.0"), 24, nowhere));
    assertEquals("route to 10.0.2.0/24: unknown host 'nowhere.invalid'", refused.getMessage());
  }
}

package dev.rosa.kernel.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** MTUs of this machine's links and routes. */
@EnabledOnOs(OS.LINUX)
class LinkMtusTest {

  private static final long NOW = 5;

  private static int loopbackBytes() throws IOException {
    java.net.NetworkInterface lo =
        java.net.NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    // The kernel counts no more than an IPv4 packet has.
    return Math.min(lo.getMTU(), 65_535);
  }

  private static int routeBytes(RouteMtu routes, String address) throws IOException {
    byte[] bytes = InetAddress.getByName(address).getAddress();
    ByteBuffer memory = ByteBuffer.allocate(40).put(3, bytes);
    return routes.bytes(memory, 3, bytes.length == 4, NOW);
  }

  @Test
  void shouldReadTheNamesOfLinks() {
    assertEquals(
        List.of("lo", "eth0.7", "a:b"),
        LinkMtus.names(
            List.of("Inter-|   Receive", " face |bytes", "    lo: 1 2", "eth0.7:3 4", " a:b: 5")));
    assertEquals(List.of(), LinkMtus.names(List.of("", "")));
  }

  @Test
  void shouldKnowTheSmallestOfAllLinksThatAreUp() throws IOException {
    int smallest =
        Collections.list(java.net.NetworkInterface.getNetworkInterfaces()).stream()
            .filter(LinkMtusTest::isUp)
            .mapToInt(LinkMtusTest::mtu)
            .min()
            .orElseThrow();
    try (LinkMtus mtus = LinkMtus.watching()) {
      assertTrue(mtus.smallestBytes() <= smallest, mtus.smallestBytes() + " of " + smallest);
      assertTrue(mtus.smallestBytes() > 0);
    }
  }

  private static boolean isUp(java.net.NetworkInterface link) {
    try {
      return link.isUp();
    } catch (IOException e) {
      return false;
    }
  }

  private static int mtu(java.net.NetworkInterface link) {
    try {
      return link.getMTU();
    } catch (IOException e) {
      return Integer.MAX_VALUE;
    }
  }

  @Test
  void shouldKnowTheMtuOfTheRouteToAnAddress() throws IOException {
    RouteMtu routes = new RouteMtu();
    assertEquals(loopbackBytes(), routeBytes(routes, "127.0.0.1"));
    assertEquals(loopbackBytes(), routeBytes(routes, "127.0.0.1"));
    assertEquals(loopbackBytes(), routeBytes(routes, "::1"));
  }
}

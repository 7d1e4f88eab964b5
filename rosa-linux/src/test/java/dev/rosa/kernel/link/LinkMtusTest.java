package dev.rosa.kernel.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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

  /** Look that fails the second time. */
  private static final class FailingLook implements LinkMtus.Look {
    private final CountDownLatch third = new CountDownLatch(3);

    @Override
    public int smallestBytes() throws IOException {
      third.countDown();
      if (third.getCount() == 1) {
        throw new IOException("too many open files");
      }
      return third.getCount() == 2 ? 1_500 : 1_280;
    }

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  @Test
  void shouldGoOnAfterALookThatFailed() throws Exception {
    FailingLook look = new FailingLook();
    try (LinkMtus mtus = LinkMtus.watching(look, 1)) {
      look.third.await();
      while (mtus.smallestBytes() != 1_280) {
        Thread.sleep(1);
      }
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

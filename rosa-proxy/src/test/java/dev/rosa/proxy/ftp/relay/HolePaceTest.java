package dev.rosa.proxy.ftp.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class HolePaceTest {
  private final HolePace pace = new HolePace();

  private long wait(String client, long nowNanos) throws Exception {
    return pace.book(InetAddress.getByName(client), nowNanos);
  }

  @Test
  void shouldLetTheHolesOfAClientWaitForEachOther() throws Exception {
    long now = -5;
    for (int i = 0; i < 16; i++) {
      assertEquals(i * HolePace.GAP_NANOS, wait("10.0.0.1", now));
    }
    assertEquals(0, wait("10.0.0.1", now + 16 * HolePace.GAP_NANOS));
  }

  @Test
  void shouldLetNoClientWaitForAnother() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      assertEquals(0, wait("10.0.%d.%d".formatted(i / 250, i % 250), 7));
    }
  }

  /** Hosts of one network of IPv6 are one client. */
  @Test
  void shouldTakeANetworkOfIpv6ForOneClient() throws Exception {
    assertEquals(0, wait("fd00::1", 1));
    assertEquals(HolePace.GAP_NANOS, wait("fd00::2", 1));
    assertEquals(0, wait("fd00:0:0:1::2", 1));
  }
}

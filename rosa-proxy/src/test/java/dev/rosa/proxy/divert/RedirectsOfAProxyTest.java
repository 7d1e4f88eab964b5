package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tc filters of others come before the proxy, and may take its packets away. */
class RedirectsOfAProxyTest extends ProxyKeeperRig {

  @Test
  void shouldWarnOnceWhenATcFilterTakesPacketsPastTheProxy() throws IOException {
    Keeper keeper = begun();
    assertEquals(List.of(), warnings);
    kernel.filters.put("r0", "\taction order 1: mirred (Egress Redirect to device ifb0) stolen\n");
    keeper.turn(LOOK_NANOS);
    keeper.turn(2 * LOOK_NANOS);
    assertEquals(
        List.of(
            "a tc filter of interface r0 hands packets to another interface: those that come back"
                + " pass the proxy by, unjudged ('tc filter show dev r0 ingress')"),
        warnings);
  }
}

package dev.rosa.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MarkedRouteTest {
  private final FakeNetworkKernel kernel = new FakeNetworkKernel();
  private final MarkedRoute route = new MarkedRoute(0x100, 77);

  @Test
  void shouldMakeRuleAndRouteForBothFamilies() throws IOException {
    kernel.settings.put("ipv6/conf/lo/disable_ipv6", "0");

    assertTrue(route.fit(kernel));
    assertEquals(Set.of("-4 rule", "-4 route", "-6 rule", "-6 route"), kernel.routing);
    assertFalse(route.fit(kernel));
  }

  @Test
  void shouldLeaveOutIpv6WhereThereIsNone() throws IOException {
    kernel.settings.put("ipv6/conf/lo/disable_ipv6", "1");

    assertTrue(route.fit(kernel));
    assertEquals(Set.of("-4 rule", "-4 route"), kernel.routing);
  }

  @Test
  void shouldMakeWhatAnotherProgramHasRemoved() throws IOException {
    assertTrue(route.fit(kernel));
    kernel.routing.remove("-4 rule");

    assertTrue(route.fit(kernel));
    assertTrue(kernel.routing.contains("-4 rule"));
  }

  @Test
  void shouldSayThatTheLoopbackIsDown() {
    kernel.links.put("lo", new Link("lo", 1, false, 65_536, "loopback", "", "", "", "", ""));
    kernel.ipRefusal = "add";

    assertEquals(
        "the link lo is down, expected it up: ip link set lo up",
        assertThrows(IOException.class, () -> route.fit(kernel)).getMessage());
  }

  @Test
  void shouldTakeAwayWhatIsThere() throws IOException {
    boolean unused = route.fit(kernel);
    kernel.routing.remove("-4 route");

    route.remove(kernel);

    assertEquals(Set.of(), kernel.routing);
  }
}

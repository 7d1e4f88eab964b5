package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.ForeignMarks;
import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProxyLeftoversTest {
  private static final OwnershipMark MARK = new OwnershipMark(ProxyPlan.ROLE, "p-1");
  private static final OwnershipMark MARKS =
      new OwnershipMark(ForeignMarks.role(ProxyPlan.ROLE), "p-1");

  private final FakeNetworkKernel kernel = new FakeNetworkKernel("r0", "r1");

  private static String listing(OwnershipMark mark) {
    return "table x {\n  comment \"" + mark.onTable() + "\"\n}\n";
  }

  @Test
  void shouldTakeAwayAllThatAProxyHasLeft() throws IOException {
    kernel.tables.put(MARK.table(), listing(MARK));
    kernel.tables.put(MARK.table() + " of inet", listing(MARK));
    kernel.tables.put(MARKS.table(), listing(MARKS));
    kernel.pair("rosap0", "rosap1");
    kernel.ip("link", "set", "dev", "rosap0", "alias", MARK.onLink());
    kernel.ip("link", "set", "dev", "rosap1", "alias", MARK.onLink());

    assertEquals(
        List.of(
            "nft table netdev rosa_proxy_p_1",
            "nft table inet rosa_proxy_p_1",
            "nft table netdev rosa_proxy__marks_p_1",
            "link rosap0"),
        ProxyLeftovers.removeMarked(kernel, MARK));
    assertEquals(Map.of(), kernel.tables);
    assertEquals(List.of("r0", "r1"), List.copyOf(kernel.links.keySet()));
  }

  @Test
  void shouldLeaveWhatIsOfOthers() throws IOException {
    OwnershipMark other = new OwnershipMark(ProxyPlan.ROLE, "p.1");
    kernel.tables.put(MARK.table(), listing(other));
    kernel.add("rosap0", other.onLink());

    assertEquals(List.of(), ProxyLeftovers.removeMarked(kernel, MARK));
    assertEquals(1, kernel.tables.size());
    assertEquals(3, kernel.links.size());
  }

  @Test
  void shouldTakeTheRouteOfTheRelaysAway() throws IOException {
    kernel.settings.put("ipv6/conf/lo/disable_ipv6", "0");
    RoutedInForce.ROUTE.fit(kernel);
    List<String> removed = new ArrayList<>();

    ProxyLeftovers.removeRoute(kernel, removed);
    ProxyLeftovers.removeRoute(kernel, removed);

    assertEquals(List.of("rule and routing table 21062"), removed);
    assertTrue(kernel.routing.isEmpty());
  }
}

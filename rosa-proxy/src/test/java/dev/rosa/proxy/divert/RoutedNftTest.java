package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import dev.rosa.proxy.divert.ProxyNft.Fate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of the rules for what is routed, and of their state. */
class RoutedNftTest {
  private static final ProxyPlan PLAN =
      plan(Optional.of(new ProxyPlan.Relay(List.of(21), 40_001, 40_002)));

  private final FakeNetworkKernel kernel = new FakeNetworkKernel();

  private static ProxyPlan plan(Optional<ProxyPlan.Relay> relay) {
    return new ProxyPlan(
        new LinkPair(new OwnershipMark(ProxyPlan.ROLE, "p-1"), "rosap0", "rosap1"),
        List.of("r0"),
        List.of("r1"),
        List.of(80),
        List.of(443),
        1000,
        relay,
        relay.isPresent(),
        new ProxyPlan.Bypass(true, Duration.ofSeconds(1), 2));
  }

  @Test
  void shouldBeTheSamePlanAfterACommandLine() {
    assertEquals(PLAN, ProxyPlan.parse(PLAN.arguments()));
  }

  @Test
  void shouldHandFtpToTheRelayOnlyWhileTheProxyJudges() {
    String script = RoutedNft.script(PLAN, Fate.DIVERT);
    assertTrue(script.contains("tproxy ip to 127.0.0.1:40001"), script);
    assertTrue(script.contains("tproxy ip6 to [::1]:40002"), script);
    assertTrue(RoutedNft.script(PLAN, Fate.DROP).contains("counter drop"));
    assertFalse(RoutedNft.script(PLAN, Fate.DROP).contains("tproxy"));
    assertTrue(
        RoutedNft.script(PLAN, Fate.FORWARD).contains("chain control {\n    counter accept"));
  }

  @Test
  void shouldDropIpv6WhereTheRelayHasNone() {
    ProxyPlan plan = plan(Optional.of(new ProxyPlan.Relay(List.of(21), 40_001, 0)));
    String script = RoutedNft.script(plan, Fate.DIVERT);
    assertTrue(script.contains("meta nfproto ipv6 counter drop"), script);
  }

  @Test
  void shouldMendTableAndRouteAndTakeBothAway() throws IOException {
    RoutedInForce routed = new RoutedInForce(PLAN, kernel);
    routed.begin(Fate.DROP);
    assertFalse(routed.fit(Fate.DIVERT), "another fate is no repair");
    assertTrue(kernel.tables.get("rosa_proxy_p_1 of inet").contains("tproxy"));

    kernel.tables.clear();
    assertTrue(routed.fit(Fate.DIVERT));
    kernel.routing.clear();
    assertTrue(routed.fit(Fate.DIVERT));
    assertFalse(routed.fit(Fate.DIVERT));

    routed.end();
    assertEquals(Set.of(), kernel.routing);
    assertEquals(Set.of(), kernel.tables.keySet());
  }

  @Test
  void shouldTakeAwayWhatAnEarlierRunLeftIfItNeedsNothing() throws IOException {
    new RoutedInForce(PLAN, kernel).begin(Fate.DROP);

    new RoutedInForce(plan(Optional.empty()), kernel).begin(Fate.DROP);

    assertEquals(Set.of(), kernel.routing);
    assertEquals(Set.of(), kernel.tables.keySet());
  }
}

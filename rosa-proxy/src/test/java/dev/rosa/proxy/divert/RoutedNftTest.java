package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import dev.rosa.proxy.divert.ProxyNft.Fate;
import dev.rosa.proxy.rules.ScanWay;
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
    return plan(relay, Optional.empty());
  }

  private static ProxyPlan plan(
      Optional<ProxyPlan.Relay> relay, Optional<ProxyPlan.ScanRelay> scans) {
    return new ProxyPlan(
        new LinkPair(new OwnershipMark(ProxyPlan.ROLE, "p-1"), "rosap0", "rosap1"),
        List.of("r0"),
        List.of("r1"),
        List.of(80),
        List.of(443),
        1000,
        relay,
        scans,
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

  private static ProxyPlan.ScanRelay scans(ScanWay... ways) {
    return new ProxyPlan.ScanRelay(new ProxyPlan.Relay(List.of(80), 40_003, 40_004), List.of(ways));
  }

  private static ScanWay way(String from, String to) {
    return new ScanWay(ScanWay.prefixes(from), ScanWay.prefixes(to));
  }

  @Test
  void shouldHandHttpToItsRelayWhereAScanMayConcernIt() {
    ProxyPlan plan =
        plan(
            Optional.empty(),
            Optional.of(
                scans(way("10.1.0.0/16 10.1.2.0/24 2001:db8::/32", ""), way("", "192.0.2.0/24"))));
    assertEquals(plan, ProxyPlan.parse(plan.arguments()));
    String script = RoutedNft.script(plan, Fate.DIVERT);
    assertTrue(
        script.contains(
            "iifname { \"r0\" } ip saddr { 10.1.0.0/16 } tcp dport { 80 }"
                + " fib daddr type != local jump scanned"),
        script);
    assertTrue(script.contains("ip6 saddr { 2001:db8:0:0:0:0:0:0/32 } tcp dport { 80 }"), script);
    assertTrue(script.contains("ip daddr { 192.0.2.0/24 } tcp dport { 80 }"), script);
    assertFalse(script.contains("ip6 daddr"), script);
    assertTrue(script.contains("tproxy ip6 to [::1]:40004"), script);
    assertFalse(RoutedNft.script(plan, Fate.DROP).contains("tproxy"));
    String netdev =
        ProxyNft.script(
            plan,
            List.of(new Source(1, "r0", "r0", 7, true), new Source(2, "r1", "r1", 8, true)),
            true,
            Fate.DIVERT,
            false);
    String accept = "tcp sport { 80 } counter name \"relayed\" accept";
    assertTrue(netdev.contains("ip saddr { 192.0.2.0/24 } " + accept), netdev);
    assertTrue(netdev.contains("ip daddr { 10.1.0.0/16 } " + accept), netdev);
  }

  @Test
  void shouldRelayAllOfHttpForAWayWithoutEnds() {
    ProxyPlan plan = plan(Optional.empty(), Optional.of(scans(way("", ""))));
    assertEquals(plan, ProxyPlan.parse(plan.arguments()));
    assertTrue(
        RoutedNft.script(plan, Fate.DIVERT)
            .contains("{ \"r0\" } tcp dport { 80 } fib daddr type local counter drop"));
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

package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tc filters of others come before the proxy, and may take its packets away. */
class RedirectsOfAProxyTest {

  private static final long LOOK_NANOS = 10_000_000_000L;

  private final FakeNetworkKernel kernel = new FakeNetworkKernel("r0", "r1");
  private final List<String> warnings = new ArrayList<>();

  private Keeper begun() throws IOException {
    ProxyPlan plan =
        new ProxyPlan(
            new LinkPair(new OwnershipMark(ProxyPlan.ROLE, "p-1"), "rosap0", "rosap1"),
            List.of("r0"),
            List.of("r1"),
            List.of(80),
            List.of(),
            1000,
            Optional.empty(),
            Optional.empty(),
            false,
            new ProxyPlan.Bypass(true, Duration.ofSeconds(1), 1));
    Keeper keeper = new Keeper(plan, kernel, new Silence(), new Said());
    keeper.begin(0);
    return keeper;
  }

  /** No worker is heard. */
  private static final class Silence implements BeatReceiver {
    @Override
    public void listenOn(int interfaceIndex) {
      // Nothing comes.
    }

    @Override
    public boolean hearsBeatsOn(int interfaceIndex) {
      return false;
    }
  }

  private final class Said implements Events {
    @Override
    public void info(String sentence) {
      // Not of interest here.
    }

    @Override
    public void warn(String sentence) {
      warnings.add(sentence);
    }

    @Override
    public void report(PlanReport report) {
      assertEquals(0, report.bypasses());
    }

    @Override
    public void figures(NftFigures figures) {
      assertEquals(NftFigures.NONE, figures);
    }
  }

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

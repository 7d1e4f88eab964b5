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

/** A keeper of a proxy's plan on a kernel that is not there; it hears no worker. */
abstract class ProxyKeeperRig {

  static final long LOOK_NANOS = 10_000_000_000L;

  final FakeNetworkKernel kernel = new FakeNetworkKernel("r0", "r1");
  final List<String> warnings = new ArrayList<>();

  Keeper begun() throws IOException {
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
}

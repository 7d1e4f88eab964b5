package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.firewall.keeper.WorkerBeat;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A keeper on a kernel that remembers, with a clock and beats that a test moves by hand. */
abstract class KeeperRig {

  static final long SECOND = 1_000_000_000L;

  /** Recorder of a keeper's messages. */
  static final class Said implements Events {
    final List<String> infos = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    PlanReport report;
    NftFigures figures;

    @Override
    public void info(String sentence) {
      infos.add(sentence);
    }

    @Override
    public void warn(String sentence) {
      warnings.add(sentence);
    }

    @Override
    public void report(PlanReport now) {
      report = now;
    }

    @Override
    public void figures(NftFigures now) {
      figures = now;
    }
  }

  final FakeNetworkKernel kernel = new FakeNetworkKernel("r0", "r1");
  final Said said = new Said();
  int listeningOn;
  boolean anotherBeats;
  boolean deaf;
  long now = Long.MAX_VALUE - SECOND;
  long count;

  Keeper keeper(DiversionPlan plan) {
    BeatReceiver receiver =
        new BeatReceiver() {
          @Override
          public void listenOn(int interfaceIndex) throws IOException {
            if (deaf) {
              throw new IOException("cannot listen");
            }
            listeningOn = interfaceIndex;
          }

          @Override
          public boolean hearsBeatsOn(int interfaceIndex) {
            return anotherBeats && interfaceIndex == kernel.links.get("rosa0").index();
          }
        };
    return new Keeper(plan, kernel, receiver, said);
  }

  static DiversionPlan local(boolean drops, int workers) {
    return new DiversionPlan(
        new OwnershipMark(DiversionPlan.ROLE, "r-1"),
        DiversionPlan.Form.LOCAL,
        new DiversionPlan.Way("rosa0", "rosa1", ReturnMark.DEFAULT),
        List.of("r0", "r1"),
        new DiversionPlan.Bypass(drops, Duration.ofSeconds(1), workers));
  }

  static DiversionPlan routing() {
    return new DiversionPlan(
        new OwnershipMark(DiversionPlan.ROLE, "r-1"),
        DiversionPlan.Form.ROUTING,
        new DiversionPlan.Way("nic", null, 0x77),
        List.of("r0", "r1"),
        new DiversionPlan.Bypass(false, Duration.ofSeconds(1), 0));
  }

  Keeper begun(DiversionPlan plan) throws IOException {
    Keeper keeper = keeper(plan);
    keeper.begin(now);
    return keeper;
  }

  Keeper diverting(DiversionPlan plan) throws IOException {
    Keeper keeper = begun(plan);
    beat(keeper, 0, 1);
    keeper.turn(now);
    assertTrue(said.report.active());
    return keeper;
  }

  void beat(Keeper keeper, int worker, int workers) {
    keeper.hear(new WorkerBeat(false, worker, workers, ++count), now);
  }

  /** A second passes, in which one worker beats. */
  void aSecondLater(Keeper keeper) {
    now += SECOND;
    beat(keeper, 0, 1);
    keeper.turn(now);
  }

  /** Lets the time pass until the keeper looks at tc filters, which no other look shows. */
  void tenSecondsLater(Keeper keeper) {
    for (int i = 0; i < 10; i++) {
      aSecondLater(keeper);
    }
  }

  /** Active packets of an interface that is stacked on a source are dropped, told by a chain. */
  void assertStackedGoesTo(String chain, String device) {
    assertTrue(
        table()
            .contains(
                """
                    type filter hook ingress device "%s" priority 0; policy accept;
                    @nh,0,8 0x45 accept
                    ip6 nexthdr != 0 accept
                    jump %s
                    counter name "stacked" drop
                """
                    .formatted(device, chain)),
        table());
  }

  String table() {
    return kernel.tables.getOrDefault("rosa_r_1", "");
  }
}

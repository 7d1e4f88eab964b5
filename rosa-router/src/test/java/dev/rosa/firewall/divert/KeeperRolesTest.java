package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.firewall.keeper.Plan;
import dev.rosa.firewall.keeper.PlanInForce;
import dev.rosa.firewall.keeper.PlanLocks;
import dev.rosa.firewall.keeper.WorkerBeat;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.Kernel;
import dev.rosa.network.OwnedTable;
import dev.rosa.network.OwnershipMark;
import dev.rosa.network.PlanRole;
import dev.rosa.network.WatchedLinks;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A diversion and another role's plan on the same interface, each with a keeper. */
class KeeperRolesTest extends KeeperRig {

  /** Drops what comes from a banned source; no worker takes part in it. */
  private record BannedSources(String device) implements Plan {

    static final PlanRole ROLE =
        new PlanRole("rosaban_", "ROSA banned sources of", "ROSA link of", "firewall");

    @Override
    public String subject() {
      return "banned sources";
    }

    @Override
    public PlanLocks lock(Kernel kernel) throws IOException {
      return PlanLocks.take(locks -> {});
    }

    @Override
    public PlanInForce inForce(Kernel kernel, BeatReceiver beats, Events events) {
      return new BansInForce(
          device, new OwnedTable(new OwnershipMark(ROLE, "r-1"), kernel), events);
    }
  }

  private record BansInForce(String device, OwnedTable table, Events events)
      implements PlanInForce {

    private static final String SCRIPT =
        """
        table netdev rosaban_r_1 {
          comment "ROSA banned sources of firewall r-1"
          chain banned {
            type filter hook ingress device "%s" priority -1; policy accept;
            ip saddr @sources drop
          }
        }
        """;

    private void put() throws IOException {
      OwnershipMark mark = new OwnershipMark(BannedSources.ROLE, "r-1");
      table.put(OwnedTable.removal(mark) + SCRIPT.formatted(device));
    }

    @Override
    public void begin(long nowNanos) throws IOException {
      put();
    }

    @Override
    public String handover() {
      return "";
    }

    @Override
    public NftFigures figures() {
      return NftFigures.NONE;
    }

    @Override
    public void hear(WorkerBeat beat, long nowNanos) {
      throw new AssertionError("this plan has no workers");
    }

    @Override
    public boolean isOutdated(long nowNanos) {
      return false;
    }

    @Override
    public String watchedTables() {
      return BannedSources.ROLE.tablePrefix();
    }

    @Override
    public WatchedLinks watchedLinks() {
      return new WatchedLinks(Set.of(device), Set.of(), Set.of());
    }

    @Override
    public boolean fit(long nowNanos) throws IOException {
      boolean changed = table.isChanged();
      if (changed) {
        events.warn("banned sources made again");
        put();
      }
      return changed;
    }

    @Override
    public void end(boolean orderly) throws IOException {
      table.remove();
    }
  }

  private final Said saidOfBans = new Said();

  private Keeper bans() throws IOException {
    Keeper keeper = new Keeper(new BannedSources("r0"), kernel, null, saidOfBans);
    keeper.begin(now);
    return keeper;
  }

  private String bansTable() {
    return kernel.tables.getOrDefault("rosaban_r_1", "");
  }

  @Test
  void shouldKeepTwoPlansOfDifferentRolesOnOneInterface() throws IOException {
    Keeper bans = bans();
    Keeper diversion = diverting(local(false, 1));
    String bansBefore = bansTable();
    String before = table();
    for (int i = 0; i < 12; i++) {
      aSecondLater(diversion);
      bans.turn(now);
    }
    assertEquals(bansBefore, bansTable());
    assertEquals(before, table());
    assertEquals(List.of(), said.warnings);
    assertEquals(List.of(), saidOfBans.warnings);
    diversion.end(true);
    assertEquals(bansBefore, bansTable());
  }

  @Test
  void shouldMakeEachPlanAgainWithoutTheOther() throws IOException {
    Keeper bans = bans();
    Keeper diversion = diverting(local(false, 1));
    String bansBefore = bansTable();
    String before = table();
    aSecondLater(diversion);
    bans.turn(now);
    kernel.tables.clear();
    long looks = kernel.looks;
    now += SECOND;
    bans.turn(now);
    assertEquals(bansBefore, bansTable());
    assertFalse(kernel.tables.containsKey("rosa_r_1"));
    assertEquals(looks, kernel.looks);
    beat(diversion, 0, 1);
    diversion.turn(now);
    assertEquals(before, table());
    assertEquals(1, said.report.remade());
    assertEquals(List.of("banned sources made again"), saidOfBans.warnings);
    bans.end(true);
    assertTrue(NftRules.diverts(table()));
  }
}

package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.firewall.keeper.WorkerBeat;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.Link;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeeperTest extends KeeperRig {

  @Test
  void shouldDivertWhenEveryWorkerWasHeard() throws IOException {
    Keeper keeper = begun(local(false, 2));
    assertEquals(kernel.links.get("rosa0").index(), listeningOn);
    assertFalse(NftRules.diverts(table()));
    assertTrue(table().contains("device \"rosa1\" priority 0; policy drop"), table());

    beat(keeper, 1, 2);
    keeper.turn(now);
    assertEquals(new PlanReport(false, 0, 0), said.report);
    beat(keeper, 0, 2);
    keeper.turn(now);
    assertEquals(new PlanReport(true, 0, 0), said.report);
    assertTrue(table().contains("ether saddr set 02:52:4f:00:00:02 fwd to \"rosa0\""), table());
    assertTrue(table().contains("device \"r1\""), table());
  }

  @Test
  void shouldTellWhatTheRulesShowOnceASecond() throws IOException {
    Keeper keeper = begun(local(false, 1));
    keeper.turn(now);
    assertNull(said.figures);
    now += SECOND;
    keeper.turn(now);
    assertEquals(NftFigures.NONE, said.figures);
  }

  @Test
  void shouldForwardWhenOneWorkerIsSilent() throws IOException {
    Keeper keeper = begun(local(false, 2));
    beat(keeper, 0, 2);
    beat(keeper, 1, 2);
    keeper.turn(now);
    now += SECOND;
    beat(keeper, 0, 2);
    keeper.turn(now);
    assertTrue(said.report.active());
    now += 1;
    keeper.turn(now);
    assertEquals(new PlanReport(false, 0, 1), said.report);
    assertFalse(NftRules.diverts(table()));
    assertFalse(NftRules.drops(table()));
    assertEquals(
        List.of("worker 1 is silent for 1s: active packets are forwarded unprocessed"),
        said.warnings);
    beat(keeper, 1, 2);
    keeper.turn(now);
    assertTrue(NftRules.diverts(table()));
  }

  @Test
  void shouldDropWhenAWorkerSaysBye() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    keeper.hear(new WorkerBeat(true, 0, 1, ++count), now);
    keeper.turn(now);
    assertTrue(NftRules.drops(table()));
    assertTrue(
        said.infos.contains("worker 0 says bye: active packets are dropped"),
        said.infos.toString());
    assertEquals(List.of(), said.warnings);
  }

  @Test
  void shouldNotFollowBeatsThatComeAndGoByTurns() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    int lines = said.infos.size();
    for (int i = 0; i < 200; i++) {
      now += SECOND / 16;
      keeper.hear(new WorkerBeat(i % 2 == 0, 0, 1, ++count), now);
      keeper.turn(now);
    }
    assertEquals(new PlanReport(false, 0, 1), said.report);
    assertEquals(lines + 1, said.infos.size(), said.infos.toString());
    assertEquals(List.of(), said.warnings);
  }

  @Test
  void shouldDivertAgainWhenBeatsHaveComeForAsLongAsSilenceAfterAShortDiversion()
      throws IOException {
    Keeper keeper = diverting(local(false, 1));
    now += SECOND / 2;
    keeper.hear(new WorkerBeat(true, 0, 1, ++count), now);
    keeper.turn(now);
    long began = now + SECOND / 8;
    for (now = began; now - began < SECOND; now += SECOND / 8) {
      beat(keeper, 0, 1);
      keeper.turn(now);
      assertFalse(said.report.active());
    }
    beat(keeper, 0, 1);
    keeper.turn(now);
    assertTrue(said.report.active());
    now += SECOND;
    keeper.hear(new WorkerBeat(true, 0, 1, ++count), now);
    keeper.turn(now);
    assertFalse(said.report.active());
    beat(keeper, 0, 1);
    keeper.turn(now);
    assertTrue(said.report.active(), "a router that comes back is not held up");
  }

  @Test
  void shouldIgnoreBeatsOfARouterWithAnotherNumberOfWorkers() throws IOException {
    Keeper keeper = begun(local(false, 2));
    beat(keeper, 0, 1);
    keeper.turn(now);
    assertFalse(said.report.active());
  }

  @Test
  void shouldMakeRulesAgainWhenAnotherProgramFlushedOrChangedThem() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String before = table();
    kernel.tables.clear();
    aSecondLater(keeper);
    assertEquals(before, table());
    kernel.tables.put("rosa_r_1", before.replace("udp dport 3322", "udp dport 3323"));
    aSecondLater(keeper);
    assertEquals(before, table());
    assertEquals(new PlanReport(true, 2, 0), said.report);
    assertEquals(2, said.warnings.size(), said.warnings.toString());
    aSecondLater(keeper);
    assertEquals(2, said.report.remade());
  }

  @Test
  void shouldMakeRulesAgainWhenTheyAreFlushedRightAfterARepair() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    String before = table();
    for (int flushes = 1; flushes <= 3; flushes++) {
      kernel.tables.clear();
      aSecondLater(keeper);
      assertEquals(before, table());
      assertEquals(flushes, said.report.remade());
    }
  }

  @Test
  void shouldNotTakeForItsOwnWhatAnotherProgramChangedBeforeItWasLookedAt() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String before = table();
    kernel.tables.clear();
    kernel.afterNft =
        () -> kernel.tables.computeIfPresent("rosa_r_1", (n, text) -> text.replace("3322", "3323"));
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertEquals(before, table());
    assertEquals(1, said.report.remade());
  }

  @Test
  void shouldGoOnWhenOthersChangeTheirTablesAllTheTime() throws IOException {
    String[] foreign = {""};
    Runnable[] busy = new Runnable[1];
    busy[0] =
        () -> {
          kernel.tables.put("foreign", foreign[0] += ".");
          kernel.afterNft = busy[0];
        };
    kernel.afterNft = busy[0];
    Keeper keeper = diverting(local(false, 1));
    aSecondLater(keeper);
    assertTrue(NftRules.diverts(table()));
    assertEquals(0, said.report.remade());
    assertEquals(List.of(), said.warnings);
  }

  @Test
  void shouldReadAndWatchNoTableOfAnotherProgram() throws IOException {
    kernel.tables.put("foreign", "");
    Keeper keeper = diverting(local(false, 1));
    aSecondLater(keeper);
    long looks = kernel.looks;
    for (int i = 0; i < 5; i++) {
      kernel.tables.merge("foreign", "one more element", String::concat);
      aSecondLater(keeper);
    }
    assertEquals(looks, kernel.looks);
    assertEquals(Set.of("rosa_r_1", "rosa__marks_r_1"), kernel.tablesRead);
  }

  @Test
  void shouldMakeTheLinkAgainWhenAnotherProgramRemovedIt() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String mac = kernel.links.get("rosa0").mac();
    kernel.ip("link", "del", "dev", "rosa1");
    now += SECOND;
    keeper.turn(now);
    assertTrue(kernel.links.containsKey("rosa0") && kernel.links.containsKey("rosa1"));
    assertEquals(kernel.links.get("rosa0").index(), listeningOn);
    assertEquals("ROSA assistant link of router r-1", kernel.links.get("rosa1").alias());
    assertTrue(kernel.filters("rosa0").contains("redirect dev \"r1\""), kernel.filters("rosa0"));
    assertEquals(1, said.report.remade());
    assertFalse(mac.isEmpty());
  }

  @Test
  void shouldDivertTheRestWhenAnInterfaceIsGoneAndAllWhenItIsBack() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    Link gone = kernel.links.remove("r1");
    aSecondLater(keeper);
    assertFalse(table().contains("\"r1\""), table());
    assertTrue(table().contains("\"r0\""), table());
    assertEquals(
        List.of("interface r1 is gone: nothing of it is diverted until it is back"), said.warnings);
    kernel.add("r1", "");
    assertTrue(kernel.links.get("r1").index() != gone.index());
    aSecondLater(keeper);
    assertTrue(table().contains("\"r1\""), table());
    assertTrue(said.infos.contains("interface r1 is back"), said.infos.toString());
    assertEquals(0, said.report.remade());
  }

  @Test
  void shouldCarryWhatTheDivertedLinksCarry() throws IOException {
    kernel.mtu("r1", 9000);
    Keeper keeper = diverting(local(false, 1));
    assertEquals(9000, kernel.links.get("rosa0").mtuBytes());
    assertEquals(9000, kernel.links.get("rosa1").mtuBytes());
    kernel.mtu("r1", 1400);
    aSecondLater(keeper);
    assertEquals(1500, kernel.links.get("rosa1").mtuBytes());
  }

  @Test
  void shouldTouchNothingWhenNamesAreTaken() {
    kernel.add("rosa1", "foreign");
    IOException link = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertTrue(link.getMessage().contains("rosa1 already, and it is not ROSA's"), link.toString());
    kernel.links.remove("rosa1");
    kernel.add("rosa0", "ROSA assistant link of router r-2");
    IOException other = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertTrue(other.getMessage().contains("that of router r-2"), other.toString());
    kernel.links.remove("rosa0");
    kernel.tables.put("rosa_r_1", "table netdev rosa_r_1 {\n\tchain x {\n\t}\n}\n");
    IOException table = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertTrue(table.getMessage().contains("rosa_r_1 already"), table.toString());
    kernel.tables.put("rosa_r_1", "\tcomment \"ROSA diversion of router r.1\"\n");
    IOException like = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertTrue(like.getMessage().contains("that of router r.1"), like.toString());
    assertEquals("\tcomment \"ROSA diversion of router r.1\"\n", table());
    assertFalse(kernel.links.containsKey("rosa0"));
  }

  @Test
  void shouldLeaveAForeignTableAloneThatTookThePlaceOfOurs() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.tables.put("rosa_r_1", "foreign");
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertEquals("foreign", table());
    assertEquals(1, said.warnings.size(), said.warnings.toString());
    keeper.end(true);
    assertEquals("foreign", table());
    assertFalse(kernel.links.containsKey("rosa0"));
  }

  @Test
  void shouldNameTheInterfaceThatIsNotThere() {
    kernel.links.remove("r1");
    IOException e = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertEquals("there is no network interface r1; 'ip link' lists them", e.getMessage());
    assertFalse(kernel.links.containsKey("rosa0"));
  }

  @Test
  void shouldTakeOverLeftoversOfItsOwn() throws IOException {
    diverting(local(true, 1));
    int old = kernel.links.get("rosa0").index();
    begun(local(true, 1));
    assertTrue(kernel.links.get("rosa0").index() != old);
    assertTrue(NftRules.drops(table()));
    assertTrue(
        said.infos.contains("found what an earlier run left, and took it over"),
        said.infos.toString());
  }

  @Test
  void shouldLeaveARunningRouterOfThatNameAlone() throws IOException {
    diverting(local(false, 1));
    String before = table();
    int link = kernel.links.get("rosa0").index();
    anotherBeats = true;
    IOException e = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertEquals(
        "router r-1 is running already: its assistant link rosa0 is in use", e.getMessage());
    assertEquals(before, table());
    assertEquals(link, kernel.links.get("rosa0").index());
  }

  @Test
  void shouldTakeEverythingAwayAtAnOrderlyEnd() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    keeper.end(true);
    assertEquals("", table());
    assertEquals(List.of("r0", "r1"), List.copyOf(kernel.links.keySet()));
  }

  @Test
  void shouldGoOnDroppingWhenTheRouterDiesAndThatIsWanted() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    keeper.end(false);
    assertTrue(NftRules.drops(table()));
    assertFalse(table().contains("rosa1"), table());
    assertFalse(kernel.links.containsKey("rosa0"));
    Keeper forwarding = diverting(local(false, 1));
    forwarding.end(false);
    assertEquals("", table());
  }

  @Test
  void shouldLearnWorkersAndPutSettingsBackOnARoutingMachine() throws IOException {
    kernel.add("nic", "of the operator");
    Keeper keeper = begun(routing());
    assertEquals(kernel.links.get("nic").index(), listeningOn);
    assertFalse(kernel.txChecksum("nic"));
    beat(keeper, 2, 3);
    beat(keeper, 1, 3);
    keeper.turn(now);
    assertFalse(said.report.active());
    beat(keeper, 0, 3);
    keeper.turn(now);
    assertTrue(said.report.active());
    keeper.end(true);
    assertTrue(kernel.txChecksum("nic"));
    assertEquals(List.of("nic", "r0", "r1"), List.copyOf(kernel.links.keySet()));
    assertEquals("of the operator", kernel.links.get("nic").alias());
  }

  @Test
  void shouldOnlyKeepTheKernelOutWhereAnotherMachineForwards() throws IOException {
    kernel.add("nic", "");
    DiversionPlan plan =
        new DiversionPlan(
            new OwnershipMark(DiversionPlan.ROLE, "r-1"),
            DiversionPlan.Form.ASSISTANT,
            new DiversionPlan.Way(null, "nic", ReturnMark.DEFAULT),
            List.of(),
            new DiversionPlan.Bypass(false, Duration.ofSeconds(1), 1));
    Keeper keeper = begun(plan);
    assertTrue(said.report.active());
    assertTrue(table().contains("device \"nic\" priority 0; policy drop"), table());
    assertEquals("1", kernel.settings.get("ipv4/conf/nic/rp_filter"));
    keeper.end(false);
    assertEquals("", table());
  }

  @Test
  void shouldComplainOnceAndTryAgainWhenTheKernelRefuses() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.refusal = "nft -f -: no";
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertEquals(
        List.of("trouble with the diversion, to be tried again: nft -f -: no"), said.warnings);
    kernel.refusal = null;
    kernel.tables.clear();
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertTrue(NftRules.diverts(table()));
  }

  @Test
  void shouldSayThatNothingIsForwardedHere() throws IOException {
    kernel.settings.put("ipv4/conf/r0/forwarding", "0");
    kernel.settings.put("ipv4/conf/r1/forwarding", "0");
    begun(local(false, 1));
    assertEquals(1, said.warnings.size());
    assertTrue(said.warnings.get(0).contains("net.ipv4.ip_forward"), said.warnings.get(0));
    assertNull(kernel.settings.get("ipv6/conf/rosa0/forwarding"));
  }
}

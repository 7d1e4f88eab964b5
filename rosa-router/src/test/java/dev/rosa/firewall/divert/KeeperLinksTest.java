package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.firewall.keeper.WorkerBeat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Links that go, come back, or were made by halves. */
class KeeperLinksTest extends KeeperRig {

  /** A second passes in silence. */
  private void silentSecond(Keeper keeper) {
    now += SECOND;
    keeper.turn(now);
  }

  private int index(String link) {
    return kernel.links.get(link).index();
  }

  @Test
  void shouldSayThatAnInterfaceIsBackWhenABeatIsLateMeanwhile() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.links.remove("r1");
    aSecondLater(keeper);
    kernel.add("r1", "");
    // Too soon for a look, and too late for a beat: rules are made for other reasons.
    now += SECOND / 10;
    keeper.hear(new WorkerBeat(true, 0, 1, ++count), now);
    keeper.turn(now);
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertTrue(said.infos.contains("interface r1 is back"), said.infos.toString());
    assertTrue(table().contains("\"r1\""), table());
  }

  @Test
  void shouldRefuseALinkToAnotherMachineThatIsNoEthernet() throws IOException {
    kernel.addOfType("nic", "loopback");
    IOException e = assertThrows(IOException.class, () -> begun(routing()));
    assertEquals(
        "interface nic cannot be the link to another machine: its link type is 'loopback',"
            + " expected Ethernet ('ether')",
        e.getMessage());
    assertNothingChanged();
  }

  @Test
  void shouldRefuseToDivertFromWhatHasNoEthernetHeader() throws IOException {
    kernel.addOfType("r1", "none");
    IOException e = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertEquals(
        "packets of interface r1 cannot be diverted: its link type is 'none', expected Ethernet"
            + " ('ether')",
        e.getMessage());
    assertNothingChanged();
  }

  private void assertNothingChanged() {
    assertEquals(Map.of(), kernel.tables);
    assertEquals(Map.of(), kernel.filters);
    assertFalse(kernel.links.containsKey("rosa0"));
  }

  @Test
  void shouldConnectToANicThatCameBackWhileNoWorkerBeat() throws IOException {
    kernel.add("nic", "");
    Keeper keeper = diverting(routing());
    kernel.links.remove("nic");
    silentSecond(keeper);
    silentSecond(keeper);
    kernel.replace("nic");
    now += SECOND / 10;
    beat(keeper, 0, 1);
    keeper.turn(now);
    silentSecond(keeper);
    assertEquals(index("nic"), listeningOn);
    assertFalse(kernel.txChecksum("nic"));
    assertTrue(said.infos.contains("interface nic is back"), said.infos.toString());
    aSecondLater(keeper);
    assertTrue(NftRules.diverts(table()), table());
  }

  @Test
  void shouldPutBackTheSettingThatWasThereFirstWhenANicWentAndCameBack() throws IOException {
    kernel.add("nic", "");
    Keeper keeper = diverting(routing());
    kernel.links.remove("nic");
    aSecondLater(keeper);
    kernel.replace("nic");
    aSecondLater(keeper);
    assertFalse(kernel.txChecksum("nic"));
    keeper.end(true);
    assertTrue(kernel.txChecksum("nic"));
  }

  @Test
  void shouldGoOnDivertingToANicWhenAnotherInterfaceGoesAndComesBack() throws IOException {
    kernel.add("nic", "");
    Keeper keeper = diverting(routing());
    kernel.links.remove("r1");
    aSecondLater(keeper);
    kernel.replace("r1");
    now += SECOND;
    keeper.turn(now);
    assertTrue(NftRules.diverts(table()), table());
    assertEquals(new PlanReport(true, 0, 0), said.report);
    keeper.end(true);
    assertTrue(kernel.txChecksum("nic"));
  }

  @Test
  void shouldHearAgainWhenALinkWasMadeButNotListenedTo() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    deaf = true;
    kernel.ip("link", "del", "dev", "rosa0");
    silentSecond(keeper);
    assertEquals(
        List.of("trouble with the diversion, to be tried again: cannot listen"),
        said.warnings.stream().filter(one -> one.contains("trouble")).toList());
    assertFalse(NftRules.diverts(table()), table());
    deaf = false;
    silentSecond(keeper);
    assertEquals(index("rosa0"), listeningOn);
    aSecondLater(keeper);
    assertTrue(NftRules.diverts(table()), table());
  }

  @Test
  void shouldTakeOverALinkThatHasNoMarkYet() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String mac = kernel.links.get("rosa0").mac();
    kernel.ipRefusal = "alias";
    kernel.ip("link", "del", "dev", "rosa0");
    silentSecond(keeper);
    assertEquals("", kernel.links.get("rosa0").alias());
    kernel.ipRefusal = null;
    silentSecond(keeper);
    assertEquals("ROSA assistant link of router r-1", kernel.links.get("rosa0").alias());
    keeper.end(true);

    kernel.addBare("rosa0", mac);
    begun(local(false, 1)).end(true);
    assertFalse(kernel.links.containsKey("rosa0"));
    kernel.addBare("rosa0", "02:00:00:00:00:77");
    assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertEquals("02:00:00:00:00:77", kernel.links.get("rosa0").mac());
  }

  @Test
  void shouldMakeTheLinkAgainWhenAnEndHasAnotherAddress() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String mac = kernel.links.get("rosa0").mac();
    for (String end : List.of("rosa0", "rosa1")) {
      kernel.mac(end, "02:00:00:00:00:77");
      silentSecond(keeper);
      assertEquals(mac, kernel.links.get("rosa0").mac());
      aSecondLater(keeper);
      assertTrue(NftRules.diverts(table()), table());
    }
    assertEquals(2, said.report.remade());
  }

  @Test
  void shouldLeaveAForeignTableAloneAlsoWhenABeatIsLate() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.tables.put("rosa_r_1", "foreign");
    keeper.hear(new WorkerBeat(true, 0, 1, ++count), now);
    keeper.turn(now);
    assertEquals("foreign", table());
  }

  @Test
  void shouldRunNoProgramWhileNothingChangesForTenSeconds() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    aSecondLater(keeper);
    long looks = kernel.looks;
    for (int second = 0; second < 9; second++) {
      aSecondLater(keeper);
    }
    assertEquals(looks, kernel.looks);
    aSecondLater(keeper);
    assertEquals(looks + 1, kernel.looks);
  }

  @Test
  void shouldSeeAFlushAtOnceWhenItHasLookedAWhileAgo() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    aSecondLater(keeper);
    aSecondLater(keeper);
    now += SECOND;
    beat(keeper, 0, 1);
    keeper.turn(now);
    kernel.tables.clear();
    now += SECOND / 10;
    keeper.turn(now);
    assertTrue(NftRules.diverts(table()), table());
  }

  @Test
  void shouldTakeRulesAwayWhenLinksCannotBeRead() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.unreadableLinks = true;
    assertThrows(IOException.class, () -> keeper.end(true));
    assertEquals(Map.of(), kernel.tables);
  }

  @Test
  void shouldBypassASilentWorkerWhenLinksCannotBeRead() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.unreadableLinks = true;
    now += SECOND;
    silentSecond(keeper);
    assertFalse(NftRules.diverts(table()), table());
    assertFalse(said.report.active());
  }
}

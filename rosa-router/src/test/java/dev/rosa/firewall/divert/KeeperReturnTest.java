package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.network.Link;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Packets come back at the interface that they came in on, also if it is renamed or goes. */
class KeeperReturnTest extends KeeperRig {

  private static final String FILTER =
      "filter add dev %s ingress protocol all pref 1 u32 match u32 0x02524f00 0xffffffff at -8"
          + " match u16 0x%04x 0xffff at -4 action mirred ingress redirect dev \"%s\"";

  private static String filters(String link, String... devices) {
    StringBuilder filters = new StringBuilder();
    for (int i = 0; i < devices.length; i++) {
      filters.append(i == 0 ? "" : "\n").append(FILTER.formatted(link, i + 1, devices[i]));
    }
    return filters.toString();
  }

  @Test
  void shouldReturnPacketsToWhereTheyCameIn() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    assertEquals(filters("rosa0", "r0", "r1"), kernel.filters("rosa0"));
    assertTrue(table().contains("meta mark 0x524f0001 meta mark set 0 accept"), table());
    assertTrue(table().contains("ether saddr set 02:52:4f:00:00:01 fwd to \"rosa0\""), table());
    keeper.end(true);
    assertEquals(Map.of(), kernel.filters);
  }

  @Test
  void shouldReturnPacketsOfAnotherMachineOverAPairOfItsOwn() throws IOException {
    kernel.add("nic", "");
    Keeper keeper = diverting(routing());
    LinkPair pair = routing().pair();
    assertTrue(pair.ends().stream().allMatch(end -> end.length() <= 15), pair.toString());
    assertEquals(filters(pair.link(), "r0", "r1"), kernel.filters(pair.link()));
    assertTrue(
        table()
            .contains(
                """
                    ether saddr & ff:ff:ff:ff:00:00 != 02:52:4f:00:00:00 accept
                    ether type ip @nh,0,8 != 0x45 @nh,48,32 & 0x1fff00ff == 0x11 @th,16,16 3322 BACK
                    ether type ip6 ip6 nexthdr 0 udp dport 3322 BACK
                    counter name "never_diverted" drop
                """
                    .replace(
                        "BACK",
                        "meta mark set 0x00000077 ether daddr set %s fwd to \"%s\""
                            .formatted(kernel.links.get(pair.link()).mac(), pair.peer()))),
        table());
    assertTrue(table().contains("meta mark 0x00000077 meta mark set 0 accept"), table());
    keeper.end(true);
    assertEquals(List.of("nic", "r0", "r1"), List.copyOf(kernel.links.keySet()));
  }

  @Test
  void shouldMakeFiltersAgainThatWereRemoved() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.filters.clear();
    tenSecondsLater(keeper);
    assertEquals(filters("rosa0", "r0", "r1"), kernel.filters("rosa0"));
    assertEquals(
        List.of("the tc filters of rosa0 were removed or changed: made again"), said.warnings);
    assertEquals(1, said.report.remade());
    tenSecondsLater(keeper);
    assertEquals(1, said.report.remade());
  }

  @Test
  void shouldBypassTheRouterWhilePacketsCannotComeBack() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.filters.clear();
    kernel.tcRefusal = "no";
    tenSecondsLater(keeper);
    assertFalse(NftRules.diverts(table()), table());
    kernel.tcRefusal = null;
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertTrue(NftRules.diverts(table()), table());
  }

  @Test
  void shouldNameWhatTheKernelLacksAndLeaveNothingBehind() {
    kernel.tcRefusal = "Error: Failed to load TC action module.";
    assertRefused(
        "this kernel has no mirred action (module act_mirred), by which packets come back: tc"
            + " -batch -: Error: Failed to load TC action module.");
    kernel.tcRefusal = "Error: Specified qdisc kind is unknown.";
    assertRefused(
        "this kernel has no clsact (module sch_ingress), by which packets come back: tc -batch -:"
            + " Error: Specified qdisc kind is unknown.");
    kernel.tcRefusal = "Error: TC classifier not found.";
    assertRefused(
        "this kernel has no u32 filter (module cls_u32), by which packets come back: tc -batch -:"
            + " Error: TC classifier not found.");
  }

  private void assertRefused(String sentence) {
    IOException e = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertEquals(sentence, e.getMessage());
    assertEquals(Map.of(), kernel.tables);
    assertEquals(List.of("r0", "r1"), List.copyOf(kernel.links.keySet()));
  }

  @Test
  void shouldFollowAnInterfaceThatGetsAnotherName() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.rename("r0", "zz0");
    aSecondLater(keeper);
    assertTrue(takesFrom("zz0"), table());
    assertFalse(takesFrom("r0"), table());
    assertEquals(filters("rosa0", "zz0", "r1"), kernel.filters("rosa0"));
    assertEquals(List.of("interface r0 is called zz0 now"), said.warnings);
    kernel.rename("zz0", "zz1");
    aSecondLater(keeper);
    assertTrue(takesFrom("zz1"), table());
    kernel.rename("zz1", "r0");
    aSecondLater(keeper);
    assertTrue(takesFrom("r0"), table());
  }

  @Test
  void shouldKnowAnInterfaceThatComesBackWithAnotherNameAndIndex() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    Link gone = kernel.links.remove("r0");
    aSecondLater(keeper);
    kernel.add("zz0", "");
    kernel.mac("zz0", gone.mac());
    aSecondLater(keeper);
    assertTrue(takesFrom("zz0"), table());
    assertEquals(filters("rosa0", "zz0", "r1"), kernel.filters("rosa0"));
    assertTrue(said.infos.contains("interface r0 is back, and is called zz0 now"));
  }

  /** As a veth's that was deleted meanwhile. */
  @Test
  void shouldKnowAnInterfaceThatComesBackWithTheIndexOfOneThatHasGoneSince() throws IOException {
    kernel.add("veth0", "");
    int index = kernel.links.get("veth0").index();
    Keeper keeper = diverting(local(true, 1));
    Link gone = kernel.links.remove("r0");
    aSecondLater(keeper);
    assertEquals(index, kernel.links.remove("veth0").index());
    aSecondLater(keeper);
    kernel.add("zz0", "");
    kernel.index("zz0", index);
    kernel.mac("zz0", gone.mac());
    aSecondLater(keeper);
    assertTrue(takesFrom("zz0"), table());
  }

  /** Both happens between two looks. */
  @Test
  void shouldKnowAnInterfaceThatComesBackInThePlaceOfAnother() throws IOException {
    kernel.add("veth0", "");
    Keeper keeper = diverting(local(true, 1));
    Link gone = kernel.links.remove("r0");
    aSecondLater(keeper);
    int index = kernel.links.remove("veth0").index();
    kernel.add("zz0", "");
    kernel.index("zz0", index);
    kernel.mac("zz0", gone.mac());
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertTrue(takesFrom("zz0"), table());
  }

  @Test
  void shouldNotTakeALinkWhoseAddressBecomesThatOfAnInterfaceThatHasGone() throws IOException {
    kernel.add("veth0", "");
    Keeper keeper = diverting(local(true, 1));
    Link gone = kernel.links.remove("r0");
    aSecondLater(keeper);
    kernel.mac("veth0", gone.mac());
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertFalse(takesFrom("veth0"), table());
  }

  /** VLANs of one NIC have its address, and all links of some container engines have one. */
  @Test
  void shouldNotTakeOneWithTheSameAddressForAnInterfaceThatHasGone() throws IOException {
    kernel.add("sibling", "");
    kernel.mac("sibling", kernel.links.get("r0").mac());
    Keeper keeper = diverting(local(true, 1));
    kernel.links.remove("r0");
    aSecondLater(keeper);
    assertFalse(takesFrom("sibling"), table());
    kernel.add("later", "");
    kernel.mac("later", kernel.links.get("sibling").mac());
    aSecondLater(keeper);
    assertFalse(takesFrom("sibling") || takesFrom("later"), table());
  }

  @Test
  void shouldNotTakeAnotherOneForAnInterfaceThatHasGone() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    int index = kernel.links.remove("r0").index();
    aSecondLater(keeper);
    kernel.add("foo", "");
    kernel.index("foo", index);
    aSecondLater(keeper);
    assertFalse(takesFrom("foo"), table());
    assertTrue(takesFrom("r0"), table());
  }

  /** Both happens between two looks. */
  @Test
  void shouldNotTakeAnotherOneThatGotItsIndexForARenamedInterface() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    Link gone = kernel.links.remove("r0");
    kernel.add("foo", "");
    kernel.index("foo", gone.index());
    aSecondLater(keeper);
    assertFalse(takesFrom("foo"), table());
    assertTrue(takesFrom("r0"), table());
    kernel.links.remove("foo");
    kernel.add("zz0", "");
    kernel.mac("zz0", gone.mac());
    aSecondLater(keeper);
    assertTrue(takesFrom("zz0"), table());
  }

  @Test
  void shouldTakeNeitherOfTwoThatCouldBeAnInterfaceThatHasGone() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    Link gone = kernel.links.remove("r0");
    aSecondLater(keeper);
    for (String name : List.of("zz0", "zz1")) {
      kernel.add(name, "");
      kernel.mac(name, gone.mac());
    }
    aSecondLater(keeper);
    assertFalse(takesFrom("zz0") || takesFrom("zz1"), table());
    assertTrue(takesFrom("r0"), table());
  }

  private boolean takesFrom(String device) {
    return kernel.tables("rosa_").stream().anyMatch(table -> table.devices().contains(device));
  }

  @Test
  void shouldNotFollowToANameThatNftWouldReadAsMore() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.rename("r0", "a\";drop");
    aSecondLater(keeper);
    assertFalse(table().contains("a\";drop"), table());
    assertFalse(table().contains("\"r0\""), table());
  }

  @Test
  void shouldPrepareToDropWhatComesBackWhenUnprocessedPacketsAreNotWanted() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.links.remove("r1");
    aSecondLater(keeper);
    String prepared = table().substring(table().indexOf("device \"r1\""));
    assertTrue(prepared.indexOf("unprocessed") < prepared.indexOf("}"), table());
    assertEquals(filters("rosa0", "r0"), kernel.filters("rosa0"));
    kernel.add("r1", "");
    aSecondLater(keeper);
    assertTrue(table().contains("02:52:4f:00:00:02"), table());
    keeper.end(false);
    assertTrue(NftRules.drops(table()), table());
  }

  @Test
  void shouldDoWithoutPreparedRulesWhereTheKernelTakesNone() throws IOException {
    kernel.preparesRules = false;
    Keeper keeper = diverting(local(true, 1));
    kernel.links.remove("r1");
    aSecondLater(keeper);
    assertFalse(table().contains("\"r1\""), table());
    assertTrue(NftRules.diverts(table()), table());
    keeper.end(false);
    assertTrue(NftRules.drops(table()), table());
  }

  @Test
  void shouldRefuseAPortWhosePacketsWouldComeBackToABridge() {
    kernel.master("r1", "bridge br0");
    IOException e = assertThrows(IOException.class, () -> begun(local(false, 1)));
    assertEquals(
        "packets of interface r1 cannot be diverted: it is a port of bridge br0, expected br0"
            + " itself",
        e.getMessage());
    assertEquals(Map.of(), kernel.tables);
  }

  @Test
  void shouldDivertNothingOfAnInterfaceThatBecomesAPort() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.master("r1", "bridge br0");
    tenSecondsLater(keeper);
    assertFalse(table().contains("\"r1\""), table());
    assertEquals(filters("rosa0", "r0"), kernel.filters("rosa0"));
    assertEquals(List.of("interface r1 is a port now: nothing of it is diverted"), said.warnings);
  }
}

package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Marks that another network namespace gives its packets pass no router for those of returned. */
class KeeperForeignMarksTest extends KeeperRig {

  private String marks() {
    return kernel.tables.getOrDefault("rosa__marks_r_1", "");
  }

  private void assertClearsAt(String... ends) {
    for (String end : ends) {
      assertTrue(marks().contains("hook egress device \"" + end + "\""), marks());
    }
    assertEquals(ends.length, marks().split("hook egress", -1).length - 1, marks());
  }

  @Test
  void shouldTakeMarksOffWhereALinkLeadsBackIntoTheNamespace() throws IOException {
    kernel.pair("va", "vb");
    Keeper keeper = begun(local(false, 1));
    assertClearsAt("va", "vb");
    keeper.end(true);
    assertEquals(0, kernel.tables.size());
  }

  @Test
  void shouldMakeNoTableForItsOwnLinks() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    tenSecondsLater(keeper);
    assertEquals(List.of("rosa_r_1"), List.copyOf(kernel.tables.keySet()));
    kernel.add("nic", "");
    Keeper routing =
        begun(
            new DiversionPlan(
                routing().mark(),
                DiversionPlan.Form.ROUTING,
                routing().way(),
                List.of("r0"),
                routing().bypass()));
    assertEquals("", marks());
    routing.end(true);
  }

  @Test
  void shouldFindPairsThatAppearAndLeaveTheTableOfRulesAlone() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String before = table();
    kernel.pair("va", "vb");
    aSecondLater(keeper);
    assertClearsAt("va", "vb");
    kernel.links.remove("va");
    kernel.links.remove("vb");
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertEquals("", marks());
    assertEquals(before, table());
    assertEquals(List.of(), said.warnings);
    assertEquals(0, said.report.remade());
  }

  @Test
  void shouldMakeItsTableAgainWithinASecond() throws IOException {
    kernel.pair("va", "vb");
    Keeper keeper = diverting(local(false, 1));
    aSecondLater(keeper);
    kernel.tables.remove("rosa__marks_r_1");
    aSecondLater(keeper);
    assertClearsAt("va", "vb");
    assertEquals(
        List.of("the nft table rosa__marks_r_1 was flushed or changed: made again"), said.warnings);
    assertEquals(1, said.report.remade());
  }

  @Test
  void shouldKeepItWithRulesThatDropWithoutARouter() throws IOException {
    kernel.pair("va", "vb");
    Keeper keeper = diverting(local(true, 1));
    keeper.end(false);
    assertTrue(NftRules.drops(table()), table());
    assertClearsAt("va", "vb");
    kernel.links.remove("va");
    begun(local(true, 1));
    assertEquals("", marks());
  }

  @Test
  void shouldBeginWhereTheKernelTakesNoRulesAtEgress() throws IOException {
    kernel.takesEgress = false;
    kernel.pair("va", "vb");
    Keeper keeper = diverting(local(false, 1));
    tenSecondsLater(keeper);
    assertTrue(NftRules.diverts(table()), table());
    assertEquals(1, said.warnings.size(), said.warnings.toString());
  }

  @Test
  void shouldTakeOffTheMarkOfADivertCommandToo() throws IOException {
    kernel.add("nic", "");
    kernel.pair("va", "vb");
    diverting(routing());
    assertTrue(marks().contains("meta mark 0x00000077 counter"), marks());
  }

  @Test
  void shouldMakeNoneOnTheRoutersOwnMachine() throws IOException {
    kernel.add("nic", "");
    kernel.pair("va", "vb");
    begun(
        new DiversionPlan(
            routing().mark(),
            DiversionPlan.Form.ASSISTANT,
            new DiversionPlan.Way(null, "nic", ReturnMark.DEFAULT),
            List.of(),
            new DiversionPlan.Bypass(false, Duration.ofSeconds(1), 1)));
    assertEquals("", marks());
  }

  @Test
  void shouldShowItAndTakeItAwayButNotForADiversionOfThatInterface() throws IOException {
    kernel.pair("va", "vb");
    begun(local(false, 1)).end(false);
    kernel.tables.put(
        "rosa__marks_r_2",
        """
        table netdev rosa__marks_r_2 {
          comment "ROSA clearing of marks for router r-2"
          chain to_1 { type filter hook egress device "r0" priority 0; }
        }
        """);
    diverting(local(false, 1));
    DiversionInventory found = DiversionInventory.of(kernel, "r-1");
    assertTrue(
        found
            .lines()
            .contains(
                "router r-1: nft table netdev rosa__marks_r_1 takes off marks of other namespaces"),
        found.lines().toString());
    assertTrue(found.json().toString().contains("\"cleared\":0"), found.json().toString());
    found.remove(kernel);
    assertEquals(List.of("rosa__marks_r_2"), List.copyOf(kernel.tables.keySet()));
    assertFalse(DiversionInventory.of(kernel).isEmpty());
  }
}

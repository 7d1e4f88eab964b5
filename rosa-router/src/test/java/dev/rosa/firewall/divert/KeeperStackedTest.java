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

/** Interfaces that are stacked on diverted ones take packets past their rules. */
class KeeperStackedTest extends KeeperRig {

  private static String warning(String name, String kind, String fate) {
    return ("interface %s (%s) is stacked on r1 and not diverted: active packets that come in on it"
            + " %s; divert it, too, or remove it")
        .formatted(name, kind, fate);
  }

  @Test
  void shouldWarnAtStartOfInterfacesThatTakePacketsPastTheRules() throws IOException {
    kernel.stack("mv0", "macvlan", "r1");
    kernel.stack("sec0", "macsec", "r1");
    kernel.stack("mt0", "macvtap", "r1");
    kernel.stack("ip0", "ipvlan", "r1");
    kernel.stack("r1.7", "vlan", "r1");
    kernel.stack("mv1", "macvlan", "r2");
    diverting(local(false, 1));
    assertEquals(
        List.of(
            warning("mv0", "macvlan", "pass this router by"),
            warning("sec0", "macsec", "pass this router by"),
            warning("mt0", "macvtap", "pass this router by")),
        said.warnings);
    assertFalse(table().contains("mv0"), table());
  }

  @Test
  void shouldDropTheirActivePacketsWherePacketsWithoutARouterAreDropped() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.stack("mv0", "macvlan", "r1");
    tenSecondsLater(keeper);
    tenSecondsLater(keeper);
    assertEquals(List.of(warning("mv0", "macvlan", "are dropped")), said.warnings);
    assertStackedGoesTo("active", "mv0");
    assertEquals(0, said.report.remade());
    keeper.end(false);
    assertStackedGoesTo("active", "mv0");
  }

  @Test
  void shouldTakeTheirRulesAwayWithThem() throws IOException {
    kernel.stack("mv0", "macvlan", "r1");
    Keeper keeper = diverting(local(true, 1));
    assertStackedGoesTo("active", "mv0");
    kernel.links.remove("mv0");
    tenSecondsLater(keeper);
    assertFalse(table().contains("mv0"), table());
    kernel.stack("mv0", "macvlan", "r1");
    tenSecondsLater(keeper);
    assertEquals(2, said.warnings.size(), said.warnings.toString());
    assertStackedGoesTo("active", "mv0");
  }

  @Test
  void shouldFindThoseOnABondOfItsPortAndOnOthersThatAreStacked() throws IOException {
    kernel.add("bond0", "");
    kernel.master("r1", "bond bond0");
    kernel.stack("mv0", "macvlan", "bond0");
    kernel.stack("sec0", "macsec", "mv0");
    diverting(local(true, 1));
    assertEquals(2, said.warnings.size(), said.warnings.toString());
    assertStackedGoesTo("active", "mv0");
    assertStackedGoesTo("active", "sec0");
  }

  @Test
  void shouldSayNothingOfThoseThatAreDiverted() throws IOException {
    kernel.stack("mv0", "macvlan", "r1");
    kernel.stack("mv1", "macvlan", "r1");
    kernel.tables.put(
        "rosa_other",
        """
        table netdev rosa_other {
          comment "ROSA diversion of router other"
          chain from_1 { type filter hook ingress device "mv1" priority 0; }
        }
        """);
    DiversionPlan plan = local(true, 1);
    diverting(
        new DiversionPlan(
            plan.mark(), plan.form(), plan.way(), List.of("r0", "r1", "mv0"), plan.bypass()));
    assertEquals(List.of(), said.warnings);
    assertFalse(table().contains("stacked_"), table());
  }

  @Test
  void shouldWriteNoNameIntoARuleThatNftWouldReadAsMore() throws IOException {
    kernel.stack("a\";drop", "macvlan", "r1");
    diverting(local(true, 1));
    assertFalse(table().contains("a\";drop"), table());
    assertEquals(List.of(warning("number 3", "macvlan", "pass this router by")), said.warnings);
  }

  private static DiversionPlan routing(boolean drops) {
    DiversionPlan plan = routing();
    return new DiversionPlan(
        plan.mark(),
        plan.form(),
        plan.way(),
        plan.from(),
        new DiversionPlan.Bypass(drops, Duration.ofSeconds(1), 0));
  }

  @Test
  void shouldWarnWhenTheNicCarriesShorterPacketsThanAnInterface() throws IOException {
    kernel.add("nic", "");
    kernel.mtu("r1", 9000);
    Keeper keeper = diverting(routing(false));
    String warning =
        "interface r1 carries packets of 9000 bytes, and nic, which leads to the router, of 1500:"
            + " longer active packets are lost there; give nic an MTU of 9000";
    assertEquals(List.of(warning), said.warnings);
    kernel.mtu("nic", 9000);
    aSecondLater(keeper);
    assertTrue(
        said.infos.contains("interface nic carries all packets of r1 to the router"),
        said.infos.toString());
    kernel.mtu("nic", 1500);
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertEquals(List.of(warning, warning), said.warnings);
  }

  @Test
  void shouldSayOnTheRoutersMachineHowLongPacketsMayBe() throws IOException {
    kernel.add("nic", "");
    begun(
        new DiversionPlan(
            routing().mark(),
            DiversionPlan.Form.ASSISTANT,
            new DiversionPlan.Way(null, "nic", ReturnMark.DEFAULT),
            List.of(),
            new DiversionPlan.Bypass(false, Duration.ofSeconds(1), 1)));
    assertEquals(
        List.of(
            "interface nic carries packets of 1500 bytes: longer ones that the other machine"
                + " diverts are lost; no interface there may have a larger MTU"),
        said.infos);
  }
}

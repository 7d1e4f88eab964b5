package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two diversions of one interface: each would divert what the other has sent back. */
class KeeperConflictTest extends KeeperRig {

  /** In the alphabet before the table of {@code r-1}, and behind it. */
  private static final String EARLIER = "old";

  private static final String LATER = "s-1";

  private static String tableOf(String router, String device, String verdict) {
    return """
    table netdev %s {
      comment "ROSA diversion of router %s"
      chain from_1 {
        type filter hook ingress device "%s" priority filter; policy accept;
        %s
      }
    }
    """
        .formatted(new OwnershipMark(DiversionPlan.ROLE, router).table(), router, device, verdict);
  }

  private void addTable(String router, String device, String verdict) {
    kernel.tables.put(
        new OwnershipMark(DiversionPlan.ROLE, router).table(), tableOf(router, device, verdict));
  }

  @Test
  void shouldRefuseToDivertWhatAnotherDiversionTakes() {
    String diverts = "ether saddr set 02:52:4f:00:00:01 fwd to \"rosb0\"";
    for (String verdict : List.of(diverts, "accept", "counter name \"unprocessed\" drop")) {
      addTable(EARLIER, "r1", verdict);
      Map<String, String> before = Map.copyOf(kernel.tables);
      IOException e = assertThrows(IOException.class, () -> begun(local(false, 1)));
      assertEquals(
          "active packets of interface r1 are those of router old already (nft table netdev"
              + " rosa_old): end that first, or remove what it has left with 'rosa divert --remove"
              + " --name old'",
          e.getMessage());
      assertEquals(before, kernel.tables);
      assertFalse(kernel.links.containsKey("rosa0"));
    }
  }

  @Test
  void shouldRefuseTheNicOfAnotherDiversionOrRouter() {
    kernel.add("nic", "");
    addTable(EARLIER, "nic", "accept");
    DiversionPlan assistant =
        new DiversionPlan(
            routing().mark(),
            DiversionPlan.Form.ASSISTANT,
            new DiversionPlan.Way(null, "nic", ReturnMark.DEFAULT),
            List.of(),
            new DiversionPlan.Bypass(false, Duration.ofSeconds(1), 1));
    for (DiversionPlan plan : List.of(routing(), assistant)) {
      IOException e = assertThrows(IOException.class, () -> begun(plan));
      assertEquals(
          "interface nic is that of router old already (nft table netdev rosa_old): end that first,"
              + " or remove what it has left with 'rosa divert --remove --name old'",
          e.getMessage());
    }
    assertEquals(List.of("rosa_old"), List.copyOf(kernel.tables.keySet()));
  }

  @Test
  void shouldWarnWhenAnotherDiversionTakesTheNicLater() throws IOException {
    kernel.add("nic", "");
    Keeper keeper = diverting(routing());
    addTable(LATER, "nic", "accept");
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertEquals(
        List.of(
            "interface nic is that of router s-1, too (nft table netdev rosa_s_1): packets of one"
                + " come in at interfaces of the other; end one of them"),
        said.warnings);
  }

  @Test
  void shouldStartBesideADiversionOfOtherInterfaces() throws IOException {
    addTable(EARLIER, "r2", "accept");
    addTable(LATER, "r10", "accept");
    kernel.tables.put("rosa_foreign", "type filter hook ingress device \"r1\" priority 0;");
    diverting(local(false, 1));
    assertEquals(List.of(), said.warnings);
  }

  @Test
  void shouldLeaveAnInterfaceToTheEarlierNameThatAppearsLater() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    addTable(EARLIER, "r1", "accept");
    aSecondLater(keeper);
    assertFalse(table().contains("device \"r1\""), table());
    assertTrue(table().contains("device \"r0\""), table());
    aSecondLater(keeper);
    assertEquals(
        List.of(
            "active packets of interface r1 are those of router old, too (nft table netdev"
                + " rosa_old): they are left to it as long as that table is there"),
        said.warnings);
    keeper.end(false);
    assertFalse(table().contains("device \"r1\""), table());
  }

  @Test
  void shouldTakeAnInterfaceBackWhenTheOtherDiversionHasEnded() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String before = table();
    addTable(EARLIER, "r1", "accept");
    aSecondLater(keeper);
    kernel.tables.remove("rosa_old");
    aSecondLater(keeper);
    assertEquals(before, table());
    assertTrue(
        said.infos.contains("active packets of interface r1 are this diversion's alone again"),
        said.infos.toString());
    assertEquals(0, said.report.remade());
  }

  @Test
  void shouldKeepAnInterfaceThatALaterNameTakesToo() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    String before = table();
    addTable(LATER, "r1", "accept");
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertEquals(before, table());
    assertEquals(
        List.of(
            "active packets of interface r1 are those of router s-1, too (nft table netdev"
                + " rosa_s_1): that one has to leave them to this one; if it does not, end it"),
        said.warnings);
  }

  @Test
  void shouldNotTakeAnInterfaceThatCameBackAndIsAnothersNow() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.links.remove("r1");
    aSecondLater(keeper);
    kernel.add("r1", "");
    addTable(LATER, "r1", "accept");
    aSecondLater(keeper);
    assertFalse(table().contains("device \"r1\""), table());
    assertTrue(table().contains("device \"r0\""), table());
    kernel.tables.remove("rosa_s_1");
    aSecondLater(keeper);
    assertTrue(table().contains("device \"r1\""), table());
  }

  @Test
  void shouldNotDivertTogetherWhenTwoBeganAtTheSameMoment() throws IOException {
    Keeper first = begun(local(false, 1));
    String its = kernel.tables.remove("rosa_r_1");
    DiversionPlan second =
        new DiversionPlan(
            new OwnershipMark(DiversionPlan.ROLE, LATER),
            DiversionPlan.Form.LOCAL,
            new DiversionPlan.Way("rosb0", "rosb1", ReturnMark.DEFAULT),
            List.of("r1"),
            new DiversionPlan.Bypass(false, Duration.ofSeconds(1), 1));
    Keeper other = begun(second);
    kernel.tables.put("rosa_r_1", its);
    for (Keeper keeper : List.of(other, first)) {
      beat(keeper, 0, 1);
      keeper.turn(now);
    }
    assertFalse(NftRules.diverts(kernel.tables.get("rosa_s_1")));
    assertTrue(NftRules.diverts(table()));
  }

  @Test
  void shouldKnowTheOtherDiversionByTheNameThatTheInterfaceHasNow() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.rename("r1", "wan");
    addTable(EARLIER, "wan", "accept");
    aSecondLater(keeper);
    assertFalse(table().contains("device \"wan\""), table());
    assertTrue(table().contains("device \"r0\""), table());
  }
}

package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Diverted interfaces whose packets another one takes, past their rules. */
class KeeperPortsTest extends KeeperRig {

  private void assertDropsByForm(String device, int number) {
    assertTrue(
        table()
            .contains(
                """
                    type filter hook ingress device "%s" priority 0; policy accept;
                    @nh,0,8 0x45 accept
                    ip6 nexthdr != 0 accept
                    meta mark 0x524f0001 meta mark set 0 accept
                    jump formed
                    goto active_%d
                """
                    .formatted(device, number)),
        table());
    assertTrue(
        table()
            .contains("chain active_%d {\n    counter name \"unprocessed\" drop".formatted(number)),
        table());
  }

  /** A bridge takes frames to its own address, which are another machine's at its port. */
  @Test
  void shouldDropActivePacketsToAnyStationAtAPortOfABridge() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    assertFalse(table().contains("formed"), table());
    kernel.add("br0", "");
    kernel.master("r1", "bridge br0");
    aSecondLater(keeper);
    assertDropsByForm("r1", 2);
    assertTrue(said.warnings.contains("interface r1 is a port now: nothing of it is diverted"));
    keeper.end(false);
    assertDropsByForm("r1", 2);
  }

  /** It may come back as a port. */
  @Test
  void shouldDropActivePacketsToAnyStationAtAnInterfaceThatIsGone() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.links.remove("r1");
    aSecondLater(keeper);
    assertDropsByForm("r1", 2);
  }

  @Test
  void shouldDivertNothingOfAPortOfABondThatIsAPortOfABridge() throws IOException {
    kernel.add("bond0", "");
    kernel.master("r1", "bond bond0");
    Keeper keeper = diverting(local(true, 1));
    assertFalse(table().contains("formed"), table());
    kernel.master("bond0", "bridge br0");
    aSecondLater(keeper);
    assertDropsByForm("r1", 2);
  }

  @Test
  void shouldRefuseAtTheStartAPortOfABondThatIsAPortOfABridge() {
    kernel.add("bond0", "");
    kernel.master("r1", "bond bond0");
    kernel.master("bond0", "bridge br0");
    IOException e = assertThrows(IOException.class, () -> begun(local(true, 1)));
    assertEquals(
        "packets of interface r1 cannot be diverted: it is a port of bond bond0, and that of bridge"
            + " br0, expected br0 itself",
        e.getMessage());
  }

  @Test
  void shouldDropActivePacketsToAnyStationOfAStackedInterfaceThatIsAPortOfABridge()
      throws IOException {
    kernel.stack("sec0", "macsec", "r1");
    kernel.master("sec0", "bridge br0");
    diverting(local(true, 1));
    assertStackedGoesTo("formed", "sec0");
  }

  @Test
  void shouldLetActivePacketsOfAPortPassWhereThoseWithoutARouterPass() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.master("r1", "bridge br0");
    aSecondLater(keeper);
    assertFalse(table().contains("\"r1\""), table());
  }
}

package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links of a proxy that become ports, get other names, or go. */
class LinksOfAProxyTest extends ProxyKeeperRig {

  private String table() {
    return kernel.tables.get("rosa_proxy_p_1");
  }

  @Test
  void shouldWarnOfALinkThatBecomesAPortAndOfOneThatIsNoneAnyLonger() throws IOException {
    Keeper keeper = begun();
    kernel.master("r0", "bridge br0");
    keeper.turn(LOOK_NANOS);
    assertEquals(List.of("interface r0 is a port now: nothing of it is judged"), warnings);
    kernel.master("r0", "");
    keeper.turn(2 * LOOK_NANOS);
    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(table().contains("meta pkttype != host accept"), table());
  }

  @Test
  void shouldWarnOfALinkWithANameThatNoRuleCanHave() throws IOException {
    Keeper keeper = begun();
    kernel.rename("r0", "w\"x");
    keeper.turn(LOOK_NANOS);
    assertEquals(
        List.of(
            "interface r0 (number 1) has a name now that no rule can have: its traffic passes"
                + " unjudged; give it another name"),
        warnings);
    assertFalse(table().contains("w\"x"), table());
  }

  @Test
  void shouldWarnOfALinkThatIsGone() throws IOException {
    Keeper keeper = begun();
    kernel.links.remove("r0");
    keeper.turn(LOOK_NANOS);
    assertEquals(
        List.of("interface r0 is gone: nothing of it is judged until it is back"), warnings);
  }
}

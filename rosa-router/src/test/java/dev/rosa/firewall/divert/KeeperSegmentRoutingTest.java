package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kernel unpacks packets of Segment Routing behind the diversion. */
class KeeperSegmentRoutingTest extends KeeperRig {

  private static String setting(String link, String name) {
    return "ipv6/conf/" + link + "/" + name;
  }

  @Test
  void shouldWarnOnceWhenBothSettingsOfAnInterfaceAreOn() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.settings.put(setting("r1", "seg6_enabled"), "1");
    kernel.settings.put(setting("all", "seg6_enabled"), "0");
    tenSecondsLater(keeper);
    assertEquals(List.of(), said.warnings);
    kernel.settings.put(setting("all", "seg6_enabled"), "1");
    tenSecondsLater(keeper);
    tenSecondsLater(keeper);
    assertEquals(
        List.of(
            "interface r1 takes SRv6 headers off: this router drops active packets behind them"
                + " ('sysctl net.ipv6.conf.r1.seg6_enabled' and that of all are on)"),
        said.warnings);
    kernel.settings.put(setting("r1", "seg6_enabled"), "0");
    tenSecondsLater(keeper);
    assertTrue(
        said.infos.contains("interface r1 takes no SRv6 headers off any longer"),
        said.infos.toString());
  }

  @Test
  void shouldWarnAtStartOfEachSettingAndInterface() throws IOException {
    for (String link : List.of("all", "r0", "r1")) {
      kernel.settings.put(setting(link, "seg6_enabled"), "1");
      kernel.settings.put(setting(link, "rpl_seg_enabled"), link.equals("r1") ? "0" : "1");
    }
    diverting(local(false, 1));
    assertEquals(3, said.warnings.size(), said.warnings.toString());
    assertTrue(said.warnings.get(0).startsWith("interface r0 takes RPL"), said.warnings.get(0));
  }
}

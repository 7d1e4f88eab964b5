package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The operator's tc filters come before the diversion. */
class KeeperRedirectTest extends KeeperRig {

  private static final String TO_IFB =
      """
      filter protocol all pref 49152 u32 chain 0
      filter protocol all pref 49152 u32 chain 0 fh 800::800 order 2048 key ht 800 bkt 0
        match 00000000/00000000 at 0
      \taction order 1: mirred (Egress Redirect to device ifb0) stolen
       \tindex 1 ref 1 bind 1
      """;

  @Test
  void shouldWarnOnceWhenTcFilterTakesPacketsAwayBeforeTheDiversion() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    assertEquals(List.of(), said.warnings);
    kernel.filters.put("r1", TO_IFB);
    tenSecondsLater(keeper);
    tenSecondsLater(keeper);
    assertEquals(
        List.of(
            "a tc filter of interface r1 hands packets to another interface: active packets among"
                + " them pass this router by ('tc filter show dev r1 ingress')"),
        said.warnings);
    kernel.filters.remove("r1");
    tenSecondsLater(keeper);
    assertTrue(
        said.infos.contains("no tc filter of interface r1 takes packets away any longer"),
        said.infos.toString());
  }

  @Test
  void shouldWarnAtStartAndNotOfCopies() throws IOException {
    kernel.filters.put("r0", TO_IFB);
    kernel.filters.put("r1", "\taction order 1: mirred (Egress Mirror to device dump) pipe\n");
    diverting(local(false, 1));
    assertEquals(1, said.warnings.size(), said.warnings.toString());
    assertTrue(said.warnings.get(0).contains("interface r0"), said.warnings.get(0));
  }

  @Test
  void shouldWarnOnceWhenTcFiltersCannotBeRead() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.unreadableFilters.addAll(List.of("r0", "r1"));
    tenSecondsLater(keeper);
    tenSecondsLater(keeper);
    assertEquals(
        List.of(
            "tc filters of interface r0 cannot be read: tc filter show: too long",
            "tc filters of interface r1 cannot be read: tc filter show: too long"),
        said.warnings);
    kernel.unreadableFilters.clear();
    tenSecondsLater(keeper);
    kernel.unreadableFilters.add("r1");
    tenSecondsLater(keeper);
    assertEquals(3, said.warnings.size(), said.warnings.toString());
  }

  @Test
  void shouldNotAskTcAgainWhenAnotherProgramChangesItsRules() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    kernel.filtersAsked.clear();
    for (int i = 0; i < 5; i++) {
      kernel.tables.put("others", "table netdev others { set s" + i + " { } }");
      aSecondLater(keeper);
    }
    assertEquals(Set.of("rosa0"), Set.copyOf(kernel.filtersAsked));
  }
}

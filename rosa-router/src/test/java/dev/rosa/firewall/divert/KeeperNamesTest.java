package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Diverted interfaces that get names of all kinds. */
class KeeperNamesTest extends KeeperRig {

  private String filters() {
    return kernel.filters.get("rosa0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_wan", "wan+", "w@x", "w~x", "-x", ".x", "w;drop", "w}", "$x", "w,x", "w'x", "'x", "*x"
      })
  void shouldDivertUnderANameThatRulesAndFiltersCanHave(String name) throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.rename("r1", name);
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertTrue(table().contains("device \"" + name + "\""), table());
    assertTrue(table().contains("ether saddr set 02:52:4f:00:00:02 fwd"), table());
    assertTrue(filters().contains(" redirect dev \"" + name + "\""), filters());
    assertEquals(List.of("interface r1 is called " + name + " now"), said.warnings);
  }

  /** By tc's rules, all behind the sign is a comment, and arguments are ASCII. */
  @ParameterizedTest
  @ValueSource(strings = {"w#x", "#", "wän", "ネット"})
  void shouldDropActivePacketsUnderANameThatRulesAloneCanHave(String name) throws IOException {
    Keeper keeper = diverting(local(true, 1));
    kernel.rename("r1", name);
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertTrue(table().contains("device \"" + name + "\""), table());
    assertFalse(table().contains("ether saddr set 02:52:4f:00:00:02 fwd"), table());
    assertFalse(filters().contains(name), filters());
    assertEquals(
        List.of(
            "interface r1 is called " + name + " now",
            "interface %s has a name that tc cannot have: nothing of it is diverted"
                .formatted(name)),
        said.warnings);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"w\"x", "w\\x", "w*", "*", "w\u0001x", "w\u007f", "w\ufffd", "w\u202ex", "\u2028"})
  void shouldSayThatPacketsPassUnderANameThatNoRuleCanHave(String name) throws IOException {
    Keeper keeper = diverting(local(true, 1));
    int index = kernel.links.get("r1").index();
    kernel.rename("r1", name);
    aSecondLater(keeper);
    aSecondLater(keeper);
    assertFalse(table().contains(name), table());
    assertFalse(filters().contains(name), filters());
    assertEquals(
        List.of(
            ("interface r1 (number %d) has a name now that no rule can have: its active packets"
                    + " pass this router by; give it another name")
                .formatted(index)),
        said.warnings);
    kernel.rename(name, "_r1");
    tenSecondsLater(keeper);
    assertTrue(table().contains("device \"_r1\""), table());
    assertTrue(
        said.infos.contains("interface r1 is back, and is called _r1 now"), said.infos::toString);
  }

  @Test
  void shouldWriteNoNameThatBreaksOutOfAScript() throws IOException {
    Keeper keeper = diverting(local(true, 1));
    for (String name : List.of("a\";drop", "x\" ;}", "a\\\"", "a\nb")) {
      kernel.rename(keeperName(), name);
      aSecondLater(keeper);
      assertFalse(table().contains(name), table());
      assertFalse(filters().contains(name), filters());
    }
  }

  private String keeperName() {
    return kernel.links.values().stream()
        .filter(link -> link.index() == 2)
        .findFirst()
        .orElseThrow()
        .name();
  }
}

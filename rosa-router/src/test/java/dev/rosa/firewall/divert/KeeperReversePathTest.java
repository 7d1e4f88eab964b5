package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's reverse-path filter comes before the diversion. */
class KeeperReversePathTest extends KeeperRig {

  private static final String STRICT =
      "meta protocol ip fib saddr . iif oif missing counter name \"reverse_path\" drop";
  private static final String LOOSE =
      "meta protocol ip fib saddr oif missing counter name \"reverse_path\" drop";

  @BeforeEach
  void filterNothing() {
    filter("all", 0);
    filter("r0", 0);
    filter("r1", 0);
  }

  private void filter(String link, int value) {
    set(link, "rp_filter", value);
  }

  private void set(String link, String name, int value) {
    kernel.settings.put("ipv4/conf/" + link + "/" + name, Integer.toString(value));
  }

  /** Rules between the match of active packets and their diversion. */
  private String testOf(String chain) {
    String head = "chain " + chain + " {";
    String behind = table().substring(table().indexOf(head) + head.length());
    return behind.substring(0, behind.indexOf("ether saddr set")).strip();
  }

  @ParameterizedTest
  @CsvSource({"0,0,''", "0,1,strict", "1,0,strict", "0,2,loose", "2,1,loose", "1,2,loose"})
  void shouldTestAsTheKernelDoesBeforeItDiverts(int all, int own, String form) throws IOException {
    filter("all", all);
    filter("r0", own);
    diverting(local(false, 1));
    String expected = Map.of("", "", "strict", STRICT, "loose", LOOSE).get(form);
    assertEquals(expected, testOf("active_1"));
  }

  @Test
  void shouldTestEachInterfaceByItsOwnSetting() throws IOException {
    filter("r1", 1);
    diverting(local(false, 1));
    assertEquals("", testOf("active_1"));
    assertEquals(STRICT, testOf("active_2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"accept_local", "src_valid_mark"})
  void shouldNotTestWhereTheKernelTestsInAWayThatNoRuleCan(String setting) throws IOException {
    filter("all", 1);
    set("r0", setting, 1);
    diverting(local(false, 1));
    assertEquals("", testOf("active_1"));
    assertEquals(STRICT, testOf("active_2"));
    set("all", setting, 1);
    now += 10 * SECOND;
    Keeper other = diverting(local(false, 1));
    assertEquals("", testOf("active_2"));
    other.end(true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vrf vrf1", "bond bond0", "team team0"})
  void shouldNotTestAtPortsWhoseMasterTheKernelTests(String master) throws IOException {
    filter("all", 1);
    kernel.master("r0", master);
    diverting(local(false, 1));
    assertEquals("", testOf("active_1"));
  }

  @Test
  void shouldNotTestWhereRulesChooseTheTablesOfRoutes() throws IOException {
    filter("all", 1);
    kernel.routingRules = true;
    diverting(local(false, 1));
    assertEquals("", testOf("active_1"));
    assertEquals("", testOf("active_2"));
  }

  @Test
  void shouldFollowAChangedSettingWithinTenSecondsWithoutAWarning() throws IOException {
    Keeper keeper = diverting(local(false, 1));
    filter("r0", 1);
    for (int second = 0; second < 11; second++) {
      aSecondLater(keeper);
    }
    assertEquals(STRICT, testOf("active_1"));
    filter("r0", 0);
    for (int second = 0; second < 11; second++) {
      aSecondLater(keeper);
    }
    assertEquals("", testOf("active_1"));
    assertEquals(List.of(), said.warnings);
  }

  @Test
  void shouldNotTestWhatIsNotDiverted() throws IOException {
    filter("r0", 1);
    begun(local(true, 1));
    assertEquals(-1, table().indexOf("fib"));
  }

  @Test
  void shouldSayWhatAKernelLacksThatCannotTest() throws IOException {
    filter("r0", 1);
    kernel.looksUpRoutes = false;
    Keeper keeper = begun(local(false, 1));
    beat(keeper, 0, 1);
    keeper.turn(now);
    assertEquals(
        "trouble with the diversion, to be tried again: nft -f -: No such file or directory; rules"
            + " for an interface with rp_filter need fib in netdev chains (module"
            + " nft_fib_netdev)",
        said.warnings.get(0));
    assertThrows(IndexOutOfBoundsException.class, () -> testOf("active_1"));
  }
}

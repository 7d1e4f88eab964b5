package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Keeper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Marks that another network namespace gives its packets pass no proxy for its own. */
class ForeignMarksOfAProxyTest extends ProxyKeeperRig {

  private static final String MARKS = "rosa_proxy__marks_p_1";

  private void assertClearsAt(String... ends) {
    String table = kernel.tables.getOrDefault(MARKS, "");
    assertEquals(ends.length, table.split("hook egress", -1).length - 1, table);
    for (String end : ends) {
      assertTrue(table.contains("hook egress device \"" + end + "\""), table);
    }
  }

  @Test
  void shouldTakeMarksOffFromTheStartToTheEnd() throws IOException {
    kernel.pair("va", "vb");
    Keeper keeper = begun();
    assertClearsAt("va", "vb");
    keeper.end(true);
    assertEquals(0, kernel.tables.size());
  }

  @Test
  void shouldFindPairsThatAppearAndLeaveItsSetsAlone() throws IOException {
    Keeper keeper = begun();
    assertEquals(List.of("rosa_proxy_p_1"), List.copyOf(kernel.tables.keySet()));
    kernel.pair("va", "vb");
    String before = kernel.tables.get("rosa_proxy_p_1");
    keeper.turn(LOOK_NANOS);
    assertClearsAt("va", "vb");
    assertSameTable(before);
    kernel.links.remove("vb");
    keeper.turn(2 * LOOK_NANOS);
    assertClearsAt();
    assertSameTable(before);
    assertEquals(List.of(), warnings);
  }

  private void assertSameTable(String table) {
    assertSame(table, kernel.tables.get("rosa_proxy_p_1"), "the table was made again");
  }

  @Test
  void shouldMakeItAgainThatAnotherProgramRemoved() throws IOException {
    kernel.pair("va", "vb");
    Keeper keeper = begun();
    kernel.tables.remove(MARKS);
    keeper.turn(LOOK_NANOS);
    assertClearsAt("va", "vb");
    assertEquals(
        List.of("the nft table " + MARKS + " was flushed or changed: made again"), warnings);
  }

  @Test
  void shouldKeepItWithRulesThatDropWithoutAProxy() throws IOException {
    kernel.pair("va", "vb");
    begun().end(false);
    assertClearsAt("va", "vb");
  }

  @Test
  void shouldNotBeginWithAnothersTableOfItsName() {
    kernel.tables.put(MARKS, "table netdev " + MARKS + " {\n}\n");
    IOException e = assertThrows(IOException.class, this::begun);
    assertTrue(e.getMessage().contains("it is not ROSA's: it stays as it is"), e.getMessage());
    assertEquals(List.of(MARKS), List.copyOf(kernel.tables.keySet()));
  }
}

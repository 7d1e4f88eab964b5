package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.Keeper;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Marks that another network namespace gives its packets pass no proxy for its own. */
class ForeignMarksOfAProxyTest {

  private static final String MARKS = "rosa_proxy__marks_p_1";

  private static final long LOOK_NANOS = 10_000_000_000L;

  private final FakeNetworkKernel kernel = new FakeNetworkKernel("r0", "r1");
  private final List<String> warnings = new ArrayList<>();

  private Keeper begun() throws IOException {
    ProxyPlan plan =
        new ProxyPlan(
            new LinkPair(new OwnershipMark(ProxyPlan.ROLE, "p-1"), "rosap0", "rosap1"),
            List.of("r0"),
            List.of("r1"),
            List.of(80),
            List.of(),
            1000,
            Optional.empty(),
            Optional.empty(),
            false,
            new ProxyPlan.Bypass(true, Duration.ofSeconds(1), 1));
    Keeper keeper = new Keeper(plan, kernel, new Silence(), new Said());
    keeper.begin(0);
    return keeper;
  }

  /** No worker is heard. */
  private static final class Silence implements BeatReceiver {
    @Override
    public void listenOn(int interfaceIndex) {
      // Nothing comes.
    }

    @Override
    public boolean hearsBeatsOn(int interfaceIndex) {
      return false;
    }
  }

  private final class Said implements Events {
    @Override
    public void info(String sentence) {
      // Not of interest here.
    }

    @Override
    public void warn(String sentence) {
      warnings.add(sentence);
    }

    @Override
    public void report(PlanReport report) {
      assertEquals(0, report.bypasses());
    }

    @Override
    public void figures(NftFigures figures) {
      assertEquals(NftFigures.NONE, figures);
    }
  }

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

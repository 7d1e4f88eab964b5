package dev.rosa.firewall.assistant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import dev.rosa.network.PlanRole;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Table that takes marks off what comes from other network namespaces. */
class ForeignMarksTest {

  private static final PlanRole ROLE =
      new PlanRole("rosa_", "ROSA diversion of", PlanRole.ASSISTANT_LINK, "router");

  private static final String NAME = "rosa__marks_r_1";

  private final FakeNetworkKernel kernel = new FakeNetworkKernel("r0");
  private final List<String> warnings = new ArrayList<>();
  private final ForeignMarks marks = marks(ReturnMark.DEFAULT);

  private ForeignMarks marks(int returnMark) {
    Events events =
        new Events() {
          @Override
          public void info(String sentence) {
            throw new AssertionError(sentence);
          }

          @Override
          public void warn(String sentence) {
            warnings.add(sentence);
          }

          @Override
          public void report(PlanReport report) {
            throw new AssertionError(report.toString());
          }

          @Override
          public void figures(NftFigures figures) {
            throw new AssertionError(figures.toString());
          }
        };
    return new ForeignMarks(new OwnershipMark(ROLE, "r-1"), returnMark, kernel, events);
  }

  private boolean fit() throws IOException {
    return marks.fit(kernel.links);
  }

  private String table() {
    return kernel.tables.getOrDefault(NAME, "");
  }

  @Test
  void shouldMakeNoTableWithoutSuchPairs() throws IOException {
    assertFalse(marks.requireOwn());
    assertFalse(fit());
    assertEquals(0, kernel.tables.size());
    assertEquals(List.of(), marks.watched());
    assertEquals(NftFigures.NONE, marks.figures());
  }

  @Test
  void shouldTakeMarksOffAtBothEndsOfAPair() throws IOException {
    kernel.pair("va", "vb");
    assertFalse(fit());
    assertEquals(
        """
        table netdev rosa__marks_r_1 {
          comment "ROSA clearing of marks for router r-1"
          counter foreign_marks {
          }
          chain to_1 {
            type filter hook egress device "va" priority 0; policy accept;
            meta mark & 0xfffffff8 == 0x524f0000 counter name "foreign_marks" meta mark set 0
          }
          chain to_2 {
            type filter hook egress device "vb" priority 0; policy accept;
            meta mark & 0xfffffff8 == 0x524f0000 counter name "foreign_marks" meta mark set 0
          }
        }
        """,
        table());
    assertEquals(List.of("va", "vb"), marks.watched());
  }

  @Test
  void shouldTakeOffAnotherReturnMarkThatIsConfigured() throws IOException {
    kernel.pair("va", "vb");
    marks(0x77).fit(kernel.links);
    assertTrue(
        table()
            .contains(
                """
                    meta mark & 0xfffffff8 == 0x524f0000 counter name "foreign_marks" meta mark set 0
                    meta mark 0x00000077 counter name "foreign_marks" meta mark set 0
                """),
        table());
  }

  @Test
  void shouldFollowPairsThatComeAndGo() throws IOException {
    fit();
    kernel.pair("va", "vb");
    kernel.up("vb", false);
    assertFalse(fit());
    assertEquals("", table());
    assertEquals(List.of("va", "vb"), marks.watched());
    kernel.up("vb", true);
    assertFalse(fit());
    assertTrue(table().contains("\"vb\""), table());
    // The kernel takes an interface's chain away with it.
    kernel.links.remove("va");
    kernel.links.remove("vb");
    kernel.tables.put(NAME, table().replaceAll("(?s)  chain.*\\n  }\\n", ""));
    assertFalse(fit());
    assertEquals("", table());
    assertEquals(List.of(), warnings);
  }

  @Test
  void shouldTellAPairFromAnEarlierOneOfItsNames() throws IOException {
    kernel.pair("va", "vb");
    fit();
    kernel.pair("va", "vb");
    kernel.tables.put(NAME, table().replaceAll("(?s)  chain.*\\n  }\\n", ""));
    assertFalse(fit());
    assertTrue(table().contains("\"va\""), table());
  }

  @Test
  void shouldMakeItAgainThatWasFlushedAndSaySo() throws IOException {
    kernel.pair("va", "vb");
    fit();
    String before = table();
    kernel.tables.clear();
    assertTrue(fit());
    assertEquals(before, table());
    assertFalse(fit());
    assertEquals(
        "the nft table rosa__marks_r_1 was flushed or changed: made again", marks.remade());
  }

  @Test
  void shouldSayOnceThatTheKernelTakesNoRulesAtEgressAndGoOn() throws IOException {
    kernel.takesEgress = false;
    kernel.pair("va", "vb");
    for (int i = 0; i < 3; i++) {
      assertFalse(fit());
    }
    assertEquals(
        List.of(
            "marks stay on packets that leave by va vb: a container whose macvlan is there can pass"
                + " this router by; rules at the egress of an interface need Linux 5.16 and nft"
                + " 1.0.1: nft -f -: Operation not supported"),
        warnings);
    kernel.takesEgress = true;
    assertFalse(fit());
    assertTrue(table().contains("\"va\""), table());
    kernel.takesEgress = false;
    kernel.pair("vc", "vd");
    assertFalse(fit());
    assertEquals(2, warnings.size(), warnings.toString());
  }

  @Test
  void shouldWriteNoNameIntoARuleThatNftWouldReadAsMore() throws IOException {
    kernel.pair("va", "a\";drop");
    fit();
    fit();
    assertTrue(table().contains("\"va\""), table());
    assertFalse(table().contains("drop"), table());
    assertEquals(
        List.of(
            "the name of interface number 3 fits no rule, so marks stay on packets that leave by"
                + " it: a container whose macvlan is there can pass this router by"),
        warnings);
  }

  @Test
  void shouldTakeOverWhatAnEarlierRunHasLeft() throws IOException {
    kernel.pair("va", "vb");
    fit();
    ForeignMarks next = marks(ReturnMark.DEFAULT);
    assertTrue(next.requireOwn());
    assertFalse(next.fit(kernel.links));
    assertTrue(table().contains("\"va\""), table());
    ForeignMarks last = marks(ReturnMark.DEFAULT);
    kernel.links.remove("va");
    assertTrue(last.requireOwn());
    assertFalse(last.fit(kernel.links));
    assertEquals("", table());
  }

  @Test
  void shouldLeaveATableOfItsNameThatIsAnothers() throws IOException {
    kernel.tables.put(NAME, "table netdev rosa__marks_r_1 {\n}\n");
    assertThrows(IOException.class, marks::requireOwn);
    marks.end();
    assertFalse(table().isEmpty());
    kernel.tables.clear();
    kernel.pair("va", "vb");
    fit();
    marks.end();
    assertEquals("", table());
  }
}

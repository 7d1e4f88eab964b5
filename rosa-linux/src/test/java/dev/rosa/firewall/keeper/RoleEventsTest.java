package dev.rosa.firewall.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.kernel.nft.NftFigures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoleEventsTest {

  private final List<String> messages = new ArrayList<>();
  private final RoleEvents events = new RoleEvents(message -> messages.add(message.line()));

  private static String line(PlanReport report) {
    return new KeeperMessage(KeeperMessage.Kind.REPORT, report.text()).line();
  }

  @Test
  void shouldReportBehindReadyWhatWasInForceBefore() {
    events.report(new PlanReport(false, 0, 0));
    events.report(new PlanReport(true, 0, 0));
    assertEquals(List.of(), messages);
    events.ready("text");
    events.report(new PlanReport(true, 1, 0));
    assertEquals(
        List.of(
            new KeeperMessage(KeeperMessage.Kind.READY, "text").line(),
            line(new PlanReport(true, 0, 0)),
            line(new PlanReport(true, 1, 0))),
        messages);
  }

  @Test
  void shouldReportNothingWhenThereIsNothingToReport() {
    events.ready("");
    assertEquals(1, messages.size());
  }

  /** The pipe to a role that hangs takes 64 KB; then a keeper that writes to it would hang, too. */
  @Test
  void shouldTellNoFiguresToARoleThatDoesNotAsk() {
    events.ready("");
    for (int second = 0; second < 1_000; second++) {
      events.figures(NftFigures.parse("unprocessed=" + second));
    }
    assertEquals(1, messages.size());
  }

  @Test
  void shouldAnswerWithTheNewestFiguresOnce() {
    events.ready("");
    events.figures(NftFigures.parse("unprocessed=1"));
    events.figures(NftFigures.parse("unprocessed=2"));
    events.answer();
    events.answer();
    String keeping = KeeperMessage.of(KeeperMessage.Kind.KEEPING).line();
    String figures = new KeeperMessage(KeeperMessage.Kind.FIGURES, "unprocessed=2").line();
    assertEquals(List.of(keeping, figures, keeping), messages.subList(1, messages.size()));
  }
}

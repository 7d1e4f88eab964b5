package dev.rosa.firewall.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}

package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.endpoint.Counters;
import dev.rosa.client.endpoint.SourceEvent;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tally of the datagrams that {@code rosa send} has sent, and of those that it has not, by reason.
 * May be read from any thread while datagrams are sent; waiting ones are counted at the end.
 */
record SendTally(Counters<SourceEvent> counters, DatagramIntake intake, DatagramPump pump) {

  /** Counts so far, in one line. */
  String text() {
    return text(0);
  }

  private String text(long withoutSession) {
    String notSent = words(withoutSession);
    return "sent "
        + counters.get(SourceEvent.PACKETS)
        + " packets, "
        + counters.get(SourceEvent.BYTES)
        + " bytes, "
        + renewals()
        + " session renewals"
        + told()
        + (notSent.isEmpty() ? "" : ", " + notSent);
  }

  private String told() {
    long told = counters.get(SourceEvent.TOLD_TO_RENEW);
    return told == 0 ? "" : ", told to renew by the server: " + told;
  }

  private long renewals() {
    return counters.get(SourceEvent.SESSIONS) - 1;
  }

  private Map<String, Long> byReason(long withoutSession) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("without a session", withoutSession);
    counts.put("too large", counters.get(SourceEvent.TOO_LARGE));
    counts.put("not taken by the link", counters.get(SourceEvent.LINK_FAILED));
    counts.put("dropped while waiting", intake.overflowed());
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private String words(long withoutSession) {
    return String.join(
        ", ",
        byReason(withoutSession).entrySet().stream()
            .map(one -> one.getValue() + " " + one.getKey())
            .toList());
  }

  /** Datagrams that were taken, or that came, and were not sent. */
  long notSent() {
    return byReason(pump.withoutSession()).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Datagrams that were not sent, by reason. */
  String reasons() {
    return words(pump.withoutSession());
  }

  /** Prints the summary. */
  void print(OutputOptions output) {
    long withoutSession = pump.withoutSession();
    if (!output.json()) {
      output.line(text(withoutSession));
      return;
    }
    ObjectNode json = CommandContext.JSON.createObjectNode();
    counters.byName().forEach(json::put);
    json.put("renewals", renewals());
    json.put("dropped", intake.overflowed());
    json.put("withoutSession", withoutSession);
    json.put("notSent", notSent());
    output.json(json);
  }
}

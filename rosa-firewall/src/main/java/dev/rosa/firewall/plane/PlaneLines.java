package dev.rosa.firewall.plane;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.evidence.EvidenceLine;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.policy.Decision;
import dev.rosa.firewall.plane.policy.HeldBan;
import dev.rosa.firewall.plane.policy.SourceState;
import java.time.Instant;
import java.util.Locale;

/** Lines of JSON about what the plane knows, for operators. Stateless. */
final class PlaneLines {

  private static final long MILLIS = 1_000;

  private PlaneLines() {}

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** A ban, with the seconds that it has left, rounded up. */
  static ObjectNode ban(Ban ban, long nowMillis) {
    long left = Math.max(0, ban.endMillis() - nowMillis);
    return object()
        .put("source", ban.source().text())
        .put("action", ban.action().name().toLowerCase(Locale.ROOT))
        .put("secondsLeft", (left + MILLIS - 1) / MILLIS)
        .put("reason", ban.reason());
  }

  /** A ban, and whether an operator has asked for it. */
  static ObjectNode ban(HeldBan held, long nowMillis) {
    return ban(held.ban(), nowMillis).put("byOperator", held.byOperator());
  }

  /** An event that operators watch: a ban, or its new end. */
  static ObjectNode banned(Ban ban, long nowMillis) {
    ObjectNode event = event("ban", nowMillis);
    event.setAll(ban(ban, nowMillis));
    return event;
  }

  /** An event that operators watch: the end of a ban before its time. */
  static ObjectNode lifted(Source source, long nowMillis) {
    return event("lift", nowMillis).put("source", source.text());
  }

  private static ObjectNode event(String name, long millis) {
    return object().put("event", name).put("time", Instant.ofEpochMilli(millis).toString());
  }

  /** An event that operators watch: a decision on evidence. */
  static ObjectNode decided(Decision decision) {
    return event("decision", decision.timeMillis())
        .put("source", decision.source().text())
        .put("verdict", decision.verdict().label())
        .put("score", rounded(decision.score()))
        .put("reason", decision.reason())
        .put("evidence", EvidenceLine.write(decision.evidence()));
  }

  /** All that is known of a source. */
  static ObjectNode state(SourceState state, LayerReport layers, long nowMillis) {
    ObjectNode line = object().put("source", state.source().text());
    state.allowed().ifPresent(reason -> line.put("allowed", reason));
    state.ban().ifPresent(held -> line.set("ban", ban(held, nowMillis)));
    state.limit().ifPresent(held -> line.set("limit", ban(held, nowMillis)));
    line.put("score", rounded(state.score()))
        .put("unprovenScore", rounded(state.unprovenScore()))
        .put("reports", state.reports())
        .put("offences", state.offences());
    ArrayNode evidence = line.putArray("evidence");
    state.evidence().forEach(each -> evidence.add(EvidenceLine.write(each)));
    line.set("layers", layers(layers));
    return line;
  }

  private static double rounded(double score) {
    return Math.round(score * 10) / 10.0;
  }

  /** Layers in use, by interface. */
  static ArrayNode layers(LayerReport report) {
    ArrayNode layers = JsonNodeFactory.instance.arrayNode();
    for (LayerReport.InterfaceLayer each : report.interfaces()) {
      layers
          .addObject()
          .put("interface", each.printableName())
          .put("layer", each.layer())
          .put("why", each.why());
    }
    return layers;
  }
}

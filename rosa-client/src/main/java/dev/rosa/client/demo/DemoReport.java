package dev.rosa.client.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.demo.attack.AttackResult;
import dev.rosa.client.demo.call.AudioResult;
import dev.rosa.client.demo.call.RtpCall;
import dev.rosa.client.demo.node.RouterReadings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Report of a run of the demo: for people as a table, for programs as JSON.
 *
 * @param attacks in the order they were tried
 * @param hops the routers in the order packets pass them
 * @param seconds from the beginning to the end
 */
public record DemoReport(
    AudioResult audio,
    Messages messages,
    List<AttackResult> attacks,
    List<Hop> hops,
    double seconds) {

  /** Encrypted messages. */
  record Messages(int sent, int arrived) {}

  /** A router and what it said last. */
  record Hop(String name, RouterReadings readings) {}

  private static final double MICROS_PER_MILLI = 1_000;

  /** Takes copies. */
  public DemoReport {
    attacks = List.copyOf(attacks);
    hops = List.copyOf(hops);
  }

  /** True if everything arrived as it should, and nothing else did. */
  public boolean isSuccess() {
    return audio.exact()
        && messages.arrived() == messages.sent()
        && attacks.stream().allMatch(AttackResult::refused);
  }

  /** Several lines. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    appendDelivery(text);
    appendRouters(text);
    appendApplications(text);
    appendLatency(text);
    appendAttacks(text);
    long refused = attacks.stream().filter(AttackResult::refused).count();
    line(text, "");
    line(
        text,
        "%s: audio %s, %d of %d attacks refused, in %.1f s",
        isSuccess() ? "PASSED" : "FAILED",
        audio.exact() ? "bit-exact" : "not what was sent",
        refused,
        attacks.size(),
        seconds);
    return text.toString();
  }

  private void appendDelivery(StringBuilder text) {
    RtpCall.Outcome outcome = audio.outcome();
    line(
        text,
        "Audio      %d packets of 16-bit PCM sent, %d of µ-law received, %s to a local transcode",
        outcome.sent(),
        outcome.received(),
        audio.exact() ? "bit-exact" : "NOT EQUAL");
    line(text, "           listen to %s", audio.file());
    line(
        text,
        "Encrypted  %d of %d messages arrived; routers counted them without being able to read",
        messages.arrived(),
        messages.sent());
  }

  private void appendRouters(StringBuilder text) {
    line(text, "");
    line(text, "Router  received  verified  executed  modified  forwarded  dropped, by reason");
    for (Hop hop : hops) {
      RouterReadings readings = hop.readings();
      line(
          text,
          "%-6s  %8d  %8d  %8d  %8d  %9d  %s",
          hop.name(),
          readings.event("received"),
          readings.event("verified"),
          readings.event("executed"),
          readings.event("modified"),
          readings.event("forwarded"),
          drops(readings));
    }
  }

  private static String drops(RouterReadings readings) {
    String drops =
        readings.drops().entrySet().stream()
            .filter(drop -> drop.getValue() > 0)
            .map(drop -> drop.getKey() + " " + drop.getValue())
            .collect(Collectors.joining(", "));
    return drops.isEmpty() ? "none" : drops;
  }

  private void appendApplications(StringBuilder text) {
    line(text, "");
    line(text, "Router  application  counted");
    for (Hop hop : hops) {
      hop.readings()
          .applications()
          .forEach(
              (application, counts) ->
                  line(text, "%-6s  %-11s  %s", hop.name(), application, listed(counts)));
    }
  }

  private static String listed(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getKey() + " " + count.getValue())
        .collect(Collectors.joining(", "));
  }

  private void appendLatency(StringBuilder text) {
    line(text, "");
    line(text, "Latency     first packet*  steady (median)");
    for (Hop hop : hops) {
      appendLatency(text, hop.name(), hop.readings().firstMicros(), hop.readings().medianMicros());
    }
    appendLatency(
        text, "end to end", audio.outcome().firstMicros(), audio.outcome().steadyMicros());
    line(text, "            * fetches code and secret from the Code Server, verifies, loads");
  }

  private static void appendLatency(StringBuilder text, String way, double first, double steady) {
    line(
        text,
        "%-10s  %10.1f ms  %12.3f ms",
        way,
        first / MICROS_PER_MILLI,
        steady / MICROS_PER_MILLI);
  }

  private void appendAttacks(StringBuilder text) {
    line(text, "");
    line(text, "%-26s  %-7s  %-6s  %s", "Attack", "refused", "by", "why");
    for (AttackResult attack : attacks) {
      line(
          text,
          "%-26s  %-7s  %-6s  %s",
          attack.name(),
          attack.refused() ? "yes" : "NO",
          attack.by(),
          attack.shortWhy());
    }
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** The same for programs. */
  public ObjectNode toJson(ObjectMapper mapper) {
    ObjectNode json = mapper.createObjectNode();
    json.put("success", isSuccess());
    json.put("seconds", seconds);
    json.putObject("audio")
        .put("packetsSent", audio.outcome().sent())
        .put("packetsReceived", audio.outcome().received())
        .put("bitExact", audio.exact())
        .put("file", audio.file().toString())
        .put("firstMicros", audio.outcome().firstMicros())
        .put("medianMicros", audio.outcome().steadyMicros());
    json.putObject("encryptedMessages")
        .put("sent", messages.sent())
        .put("arrived", messages.arrived());
    ArrayNode routers = json.putArray("routers");
    hops.forEach(hop -> addHop(routers.addObject(), hop));
    ArrayNode attempts = json.putArray("attacks");
    attacks.forEach(attack -> addAttack(attempts.addObject(), attack));
    return json;
  }

  private static void addHop(ObjectNode json, Hop hop) {
    RouterReadings readings = hop.readings();
    json.put("router", hop.name());
    readings.events().forEach(json::put);
    ObjectNode drops = json.putObject("drops");
    for (Map.Entry<String, Long> drop : readings.drops().entrySet()) {
      drops.put(drop.getKey(), drop.getValue());
    }
    ObjectNode applications = json.putObject("applications");
    readings
        .applications()
        .forEach(
            (application, counts) ->
                counts.forEach(applications.withObject("/" + application)::put));
    json.putObject("latency")
        .put("firstMicros", readings.firstMicros())
        .put("medianMicros", readings.medianMicros())
        .put("p99Micros", readings.p99Micros());
  }

  private static void addAttack(ObjectNode json, AttackResult attack) {
    json.put("attack", attack.name())
        .put("what", attack.what())
        .put("refused", attack.refused())
        .put("by", attack.by())
        .put("why", attack.why());
  }
}

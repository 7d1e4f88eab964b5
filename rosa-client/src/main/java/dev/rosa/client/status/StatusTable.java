package dev.rosa.client.status;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A router's status page as a table for a terminal of 80 columns. Values that a page does not have
 * are left out: the router may be of another version. Its static methods keep no state.
 */
public final class StatusTable {

  private static final int MOST_ITEMS = 40;
  private static final int SHORT_DIGEST = 8;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final JsonNode status;
  private final Instant now;
  private final TableLines table = new TableLines();

  private StatusTable(JsonNode status, Instant now) {
    this.status = status;
    this.now = now;
  }

  /**
   * The table's lines.
   *
   * @param status as {@link RouterPage} read it
   */
  public static List<String> of(JsonNode status, Instant now) {
    StatusTable made = new StatusTable(status, now);
    made.node();
    made.link();
    made.knowledge();
    made.work();
    return made.table.lines();
  }

  private void node() {
    table.row("router", text("router") + ", " + readiness());
    table.row("", "domain " + text("domain") + ", node " + text("nodeId") + build());
    if (status.has("startedAt")) {
      Duration up = Duration.ofSeconds(status.path("uptimeSeconds").asLong());
      table.row("up", length(up) + ", since " + time(text("startedAt")));
    }
    if (status.has("certificateEnd")) {
      table.row("certificate", end(text("certificateEnd")));
    }
  }

  private String readiness() {
    if (!status.has("ready")) {
      return "not known whether it is ready";
    }
    return status.path("ready").asBoolean() ? "ready" : "NOT ready: " + text("notReady");
  }

  private String build() {
    String commit = status.has("commit") ? " (commit " + text("commit") + ")" : "";
    return ", version " + text("version") + commit;
  }

  private String end(String written) {
    Instant end = instant(written);
    if (end == null) {
      return written;
    }
    String when = "%s, %s".formatted(time(written), length(Duration.between(now, end).abs()));
    return end.isBefore(now) ? "ENDED " + when + " ago" : "ends " + when + " from now";
  }

  private void link() {
    JsonNode link = status.path("codeServer");
    if (link.isMissingNode()) {
      return;
    }
    String state = link.path("connected").asBoolean() ? "connected" : "NOT connected";
    table.row(
        "code server", "%s, %s %s".formatted(text(link, "address"), state, since(link, "since")));
    if (link.path("lastError").isTextual()) {
      table.row("last error", time(text(link, "lastErrorAt")) + ": " + text(link, "lastError"));
    }
  }

  private String since(JsonNode object, String key) {
    String written = text(object, key);
    Instant since = instant(written);
    String lasted = since == null ? "" : "for " + length(Duration.between(since, now)) + ", ";
    return lasted + "since " + time(written);
  }

  private void knowledge() {
    table.row(
        "sessions",
        "%s live; %s packets parked".formatted(number("sessionsLive"), number("parkedNow")));
    state();
    JsonNode codes = status.path("catalogue").path("codes");
    table.row(
        "codes",
        "%s in catalogue %s%s"
            .formatted(
                grouped(codes.size()),
                text(status.path("catalogue"), "version"),
                listed(codes, StatusTable::code)));
    JsonNode loaded = status.path("applications");
    table.row(
        "loaded", grouped(loaded.size()) + listed(loaded, code -> named(code) + counters(code)));
    loaded.forEach(this::runs);
    JsonNode suites = status.path("providers");
    suites
        .properties()
        .forEach(suite -> table.row("suite", suite.getKey() + " by " + suite.getValue().asText()));
  }

  private void state() {
    JsonNode state = status.path("state");
    if (!state.isObject()) {
      return;
    }
    if (state.path("number").asLong() == 0) {
      table.row("state", "none yet");
      return;
    }
    long left = state.path("secondsLeft").asLong();
    String length = length(Duration.ofSeconds(Math.abs(left)));
    table.row(
        "state",
        "of %s ago, %s; revoked: %s, %s, %s"
            .formatted(
                length(Duration.ofSeconds(state.path("ageSeconds").asLong())),
                left < 0 ? "ENDED " + length + " ago" : "valid for " + length,
                counted(state.path("revokedSessions").asLong(), "session"),
                counted(state.path("revokedUsers").asLong(), "user"),
                counted(state.path("revokedCodes").asLong(), "code")));
  }

  private static String counted(long number, String one) {
    return grouped(number) + " " + one + (number == 1 ? "" : "s");
  }

  private static String code(JsonNode code) {
    if (!code.path("permitted").asBoolean()) {
      return named(code) + " (not permitted here)";
    }
    return code.path("epochs").isEmpty() ? named(code) + " (no secret yet)" : named(code);
  }

  private static String named(JsonNode code) {
    return TableLines.together(text(code, "name") + " " + shortDigest(code));
  }

  private static String shortDigest(JsonNode code) {
    String digest = text(code, "digest");
    return digest.substring(0, Math.min(SHORT_DIGEST, digest.length()));
  }

  /** Fuel and failures of a code that has run. */
  private void runs(JsonNode application) {
    if (application.path("packets").asLong() > 0) {
      table.row("", named(application) + ": " + fuel(application) + failures(application));
    }
    JsonNode stop = application.path("stopped");
    if (stop.isObject()) {
      stop(application, "failed too often", stop);
    }
    for (JsonNode one : application.path("stoppedForUsers")) {
      stop(application, "failed too often for one user", one);
    }
  }

  private void stop(JsonNode application, String why, JsonNode stop) {
    table.row(
        "STOPPED",
        "%s since %s: %s, at last by %s on session %s"
            .formatted(
                named(application),
                time(text(stop, "since")),
                why,
                text(stop, "failure"),
                text(stop, "session")));
  }

  private static String fuel(JsonNode application) {
    JsonNode fuel = application.path("fuel");
    return "fuel %s median, %s p99"
        .formatted(grouped(fuel.path("median").asLong()), grouped(fuel.path("p99").asLong()));
  }

  private static String failures(JsonNode application) {
    StringBuilder failures = new StringBuilder();
    long faults = application.path("faults").asLong();
    if (faults > 0) {
      failures.append(", faults ").append(grouped(faults));
    }
    application
        .path("exhausted")
        .properties()
        .forEach(
            budget -> {
              if (budget.getValue().asLong() > 0) {
                failures.append(
                    ", %s exhausted %s"
                        .formatted(budget.getKey(), grouped(budget.getValue().asLong())));
              }
            });
    return failures.toString();
  }

  private static String counters(JsonNode application) {
    String counters =
        application.path("counters").properties().stream()
            .map(counter -> count(counter.getKey(), counter.getValue()))
            .limit(MOST_ITEMS)
            .collect(Collectors.joining(", "));
    return counters.isEmpty() ? "" : " (" + counters + ")";
  }

  private void work() {
    table.row("packets", counts(status.path("packets"), count -> true));
    if (status.has("lastPacketSecondsAgo")) {
      JsonNode ago = status.path("lastPacketSecondsAgo");
      table.row(
          "last packet",
          ago.isNull() ? "none yet" : length(Duration.ofSeconds(ago.asLong())) + " ago");
    }
    String drops = counts(status.path("drops"), count -> count != 0);
    table.row("drops", drops.isEmpty() ? "none" : drops);
    JsonNode diversion = status.path("diversion");
    if (diversion.isObject()) {
      table.row("diversion", text(diversion, "state") + ", " + counts(diversion, count -> true));
      String dropped = counts(diversion.path("dropped"), count -> count != 0);
      if (!dropped.isEmpty()) {
        table.row("dropped there", dropped);
      }
    }
    table.row(
        "workers", number("workers") + listed(status.path("workersInCode"), StatusTable::stay));
  }

  private static String stay(JsonNode stay) {
    return "worker %s in code %s %s for %s s"
        .formatted(
            text(stay, "worker"), text(stay, "code"), shortDigest(stay), text(stay, "seconds"));
  }

  private static String counts(JsonNode object, Predicate<Long> shown) {
    return object.properties().stream()
        .filter(count -> count.getValue().isNumber() && shown.test(count.getValue().asLong()))
        .map(count -> count(count.getKey(), count.getValue()))
        .limit(MOST_ITEMS)
        .collect(Collectors.joining(", "));
  }

  private static String count(String name, JsonNode count) {
    return TableLines.together(name + " " + grouped(count.asLong()));
  }

  /** {@code ": one, two"}; nothing for none. */
  private static String listed(JsonNode list, Function<JsonNode, String> text) {
    String items =
        StreamSupport.stream(list.spliterator(), false)
            .limit(MOST_ITEMS)
            .map(text)
            .collect(Collectors.joining(", "));
    int more = list.size() - MOST_ITEMS;
    return items.isEmpty() ? "" : ": " + items + (more > 0 ? " and " + more + " more" : "");
  }

  private String number(String key) {
    return grouped(status.path(key).asLong());
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private String text(String key) {
    return text(status, key);
  }

  private static String text(JsonNode object, String key) {
    return object.path(key).asText("-");
  }

  private static String time(String written) {
    Instant time = instant(written);
    return time == null ? written : TableLines.together(TIME.format(time));
  }

  private static Instant instant(String written) {
    try {
      return Instant.parse(written);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** Length of time in its two largest units. */
  private static String length(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3_600) {
      return seconds / 60 + " min";
    }
    if (seconds < 86_400) {
      return "%d h %d min".formatted(seconds / 3_600, seconds / 60 % 60);
    }
    return "%d d %d h".formatted(seconds / 86_400, seconds / 3_600 % 24);
  }
}

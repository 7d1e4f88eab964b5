package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;

/** Text of bans for a person. Stateless. */
final class BanText {

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final String ROW = "%-39s %-7s %-8s %-9s %s";

  private BanText() {}

  /** A time in its two largest units: {@code 9m41s}. */
  static String time(long seconds) {
    if (seconds < MINUTE) {
      return seconds + "s";
    }
    if (seconds < HOUR) {
      return seconds / MINUTE + "m" + seconds % MINUTE + "s";
    }
    return seconds < DAY
        ? seconds / HOUR + "h" + seconds % HOUR / MINUTE + "m"
        : seconds / DAY + "d" + seconds % DAY / HOUR + "h";
  }

  /** Heading of {@link #row}. */
  static String heading() {
    return ROW.formatted("SOURCE", "WHAT", "LEFT", "BY", "REASON");
  }

  /** A line of the plane about a ban, as a row. */
  static String row(JsonNode ban) {
    return ROW.formatted(
            ban.path("source").asText(),
            isLimit(ban) ? "limited" : "banned",
            left(ban),
            ban.path("byOperator").asBoolean() ? "operator" : "policy",
            ban.path("reason").asText())
        .stripTrailing();
  }

  private static boolean isLimit(JsonNode ban) {
    return ban.path("action").asText().equals("limit");
  }

  private static String left(JsonNode ban) {
    return time(ban.path("secondsLeft").asLong());
  }

  /** A line of the plane about a ban, as a sentence. */
  static String sentence(JsonNode ban) {
    String what = isLimit(ban) ? "its rate is limited" : "banned";
    String reason = ban.path("reason").asText();
    return what + ", " + left(ban) + " left" + (reason.isEmpty() ? "" : ": " + reason);
  }

  /** A ban that was made or lifted: {@code banned 192.0.2.7 for 10m0s}. */
  static String done(String verb, JsonNode ban) {
    return verb + " " + ban.path("source").asText() + time(verb, ban);
  }

  private static String time(String verb, JsonNode ban) {
    return verb.equals("banned") ? " for " + left(ban) : ", which had " + left(ban) + " left";
  }
}

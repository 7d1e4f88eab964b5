package dev.rosa.firewall.plane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.BanRefusedException;
import dev.rosa.firewall.plane.policy.HeldBan;
import dev.rosa.firewall.plane.policy.SourceState;
import dev.rosa.operator.OperatorRequests;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Answers to operators' requests, by the key {@code command}. Thread-safe.
 *
 * @param status figures
 * @param events what operators watch
 * @param changes of the allowed sources
 * @param usualBan length of a ban without a time
 */
record PlaneRequests(
    PlaneStatus status, PlaneEvents events, AllowChanges changes, Duration usualBan)
    implements OperatorRequests {

  private static final Pattern REASON = Pattern.compile("[ -~]{0,120}");

  /** Time without an event after which a watcher gets an empty line, so that its end shows. */
  private static final long QUIET_MILLIS = 500;

  @Override
  public void serve(JsonNode request, Answer answer) throws Exception {
    String command = request.path("command").asText();
    switch (command) {
      case "status" -> answer.line(status.json());
      case "list" -> list(answer);
      case "show" -> show(source(request), answer);
      case "ban" -> ban(request, answer);
      case "lift" -> lift(source(request), answer);
      case "allow-add" -> allow(source(request), answer);
      case "allow-remove" -> changes.remove(source(request));
      case "allow-list" -> allowed(answer);
      case "watch" -> watch(request, answer);
      default -> throw new IOException("this plane knows no command '" + command + "'");
    }
  }

  private Plane plane() {
    return status.plane();
  }

  private long now() {
    return status.clock().millis();
  }

  private static Source source(JsonNode request) throws IOException {
    return source(request.path("source").asText());
  }

  private static Source source(String text) throws IOException {
    try {
      return Source.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + text + "': " + e.getMessage(), e);
    }
  }

  private void list(Answer answer) throws Exception {
    List<HeldBan> bans = new ArrayList<>(plane().bans().get());
    bans.sort(Comparator.comparing(held -> held.ban().source()));
    long now = now();
    for (HeldBan held : bans) {
      answer.line(PlaneLines.ban(held, now));
    }
  }

  private void show(Source source, Answer answer) throws Exception {
    SourceState state = plane().describe(source).get();
    answer.line(PlaneLines.state(state, status.layers().report(), now()));
  }

  private void ban(JsonNode request, Answer answer) throws Exception {
    String reason = request.path("reason").asText();
    if (!REASON.matcher(reason).matches()) {
      throw new IOException("the reason has characters that do not print, or more than 120");
    }
    Duration time = Duration.ofMillis(request.path("millis").asLong(usualBan.toMillis()));
    if (time.isNegative() || time.isZero()) {
      throw new IOException("the time of a ban is none, expected more");
    }
    List<WantedBan> wanted = new ArrayList<>();
    for (JsonNode each : request.path("sources")) {
      wanted.add(new WantedBan(source(each.asText()), time, reason));
    }
    List<Ban> made = banned(wanted, answer);
    long now = now();
    for (Ban ban : made) {
      answer.line(PlaneLines.ban(ban, now));
    }
  }

  /** Bans all or none; each one that is refused has a line before the error. */
  private List<Ban> banned(List<WantedBan> wanted, Answer answer) throws Exception {
    try {
      return plane().ban(wanted).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BanRefusedException refusal) {
        for (Map.Entry<Source, String> each : refusal.refused().entrySet()) {
          answer.line(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("refused", each.getKey().text())
                  .put("why", each.getValue()));
        }
      }
      throw e;
    }
  }

  private void lift(Source source, Answer answer) throws Exception {
    List<Ban> lifted = plane().lift(List.of(source)).get();
    if (lifted.isEmpty()) {
      throw new IOException(notBanned(source));
    }
    long now = now();
    for (Ban ban : lifted) {
      answer.line(PlaneLines.ban(ban, now));
    }
  }

  private String notBanned(Source source) throws Exception {
    SourceState state = plane().describe(source).get();
    Optional<HeldBan> around = state.ban().or(state::limit);
    return around
        .map(held -> source + " is in the ban of " + held.ban().source() + ": lift that")
        .orElse(source + " is not banned");
  }

  private void allow(Source source, Answer answer) throws Exception {
    long now = now();
    for (Ban ban : changes.add(source)) {
      answer.line(PlaneLines.ban(ban, now));
    }
  }

  private void allowed(Answer answer) throws IOException {
    for (AllowedSources.Allowed each : status.allowed().all()) {
      answer.line(
          JsonNodeFactory.instance
              .objectNode()
              .put("source", each.source().text())
              .put("reason", each.reason()));
    }
  }

  /** Until the time that was asked for, or until the operator has gone. */
  private void watch(JsonNode request, Answer answer) throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(watchMillis(request));
    try (PlaneEvents.Watcher watcher = events.watch(request.path("all").asBoolean())) {
      ObjectNode empty = JsonNodeFactory.instance.objectNode();
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        long millis = Math.min(QUIET_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1);
        answer.line(watcher.next(millis).orElse(empty));
        long missed = watcher.takeMissed();
        if (missed > 0) {
          answer.line(empty.deepCopy().put("event", "missed").put("count", missed));
        }
      }
    }
  }

  private static long watchMillis(JsonNode request) {
    return Math.min(request.path("millis").asLong(Long.MAX_VALUE), Duration.ofDays(365).toMillis());
  }
}

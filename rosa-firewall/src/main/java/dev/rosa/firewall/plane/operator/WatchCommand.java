package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.command.StopSignal;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code watch}: decisions, bans and lifts as they happen. */
@Command(
    name = "watch",
    description = {
      "Show decisions on evidence, bans and lifts as they happen, until Ctrl-C.",
      "Decisions about sources that are banned already are left out. With --json, a file of the"
          + " lines is one that 'explain' can read."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall watch",
      "  ./rosa firewall watch --for 1m --json --all > evidence.json"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, also after Ctrl-C",
      "1:there is no plane, or it has ended",
      "2:wrong usage"
    })
public final class WatchCommand extends OperatorCommand {

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

  @Option(names = "--for", paramLabel = "TIME", description = "Ends after this time.")
  private Duration time;

  @Option(
      names = "--all",
      description = "Decisions about sources that are banned already, too: there may be many.")
  private boolean all;

  /** End of the command by a signal. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public Integer call() throws ConfigException, IOException {
    ObjectNode request = request("watch").put("all", all);
    if (time != null) {
      request.put("millis", time.toMillis());
    }
    try (StopSignal stop = StopSignal.install()) {
      watch(request, stop);
      stop.finished(0);
    }
    return 0;
  }

  private void watch(ObjectNode request, StopSignal stop) throws ConfigException, IOException {
    try {
      ask(
          request,
          line -> {
            if (stop.isRequested()) {
              throw new Stopped();
            }
            show(line);
          });
    } catch (Stopped e) {
      // As it was asked for.
    }
  }

  /** The plane sends an object without fields when there is nothing new. */
  private void show(JsonNode event) {
    if (event.isEmpty()) {
      return;
    }
    if (json()) {
      print(event);
    } else {
      print(text(event));
    }
  }

  private static String text(JsonNode event) {
    String source = event.path("source").asText();
    String text =
        switch (event.path("event").asText()) {
          case "ban" -> "%-14s %s, %s".formatted("IN FORCE", source, BanText.sentence(event));
          case "lift" -> "%-14s %s".formatted("LIFTED", source);
          case "missed" -> event.path("count").asText() + " events were left out: too many at once";
          default ->
              "%-14s %s, %s"
                  .formatted(event.path("verdict").asText(), source, event.path("reason").asText());
        };
    return event.has("time")
        ? CLOCK.format(Instant.parse(event.path("time").asText())) + " " + text
        : text;
  }
}

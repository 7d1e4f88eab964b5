package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code show}: all that the plane knows of a source. */
@Command(
    name = "show",
    description = "Show why a source is banned or not: its ban, score, evidence, and the layers.",
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall show 192.0.2.7",
      "  ./rosa firewall show 2001:db8::/64 --json"
    })
public final class ShowCommand extends OperatorCommand {

  @Parameters(
      paramLabel = "SOURCE",
      description = "An address, a prefix, or a MAC address: 192.0.2.7, 2001:db8::/64.")
  private String source;

  @Override
  public Integer call() throws ConfigException, IOException {
    for (JsonNode state : ask(request("show").put("source", source(source).text()))) {
      if (json()) {
        print(state);
      } else {
        print(source(source).text(), state);
      }
    }
    return 0;
  }

  private void print(String asked, JsonNode state) {
    String counted = state.path("source").asText();
    print(asked + (counted.equals(asked) ? "" : ", which counts for " + counted));
    row("verdict", verdict(state));
    if (state.has("ban") && state.has("limit")) {
      row("", inForce(state.get("limit")));
    }
    row(
        "score",
        "%s from proven evidence, %s from evidence without proof"
            .formatted(state.path("score").asText(), state.path("unprovenScore").asText()));
    row("evidence", state.path("reports").asText() + " pieces since the source was forgotten");
    state.path("evidence").forEach(each -> row("", each.asText()));
    row("offences", state.path("offences").asText() + "; each makes the next ban longer");
    printLayers(state);
  }

  private static String verdict(JsonNode state) {
    if (state.has("ban")) {
      return inForce(state.get("ban"));
    }
    if (state.has("limit")) {
      return inForce(state.get("limit"));
    }
    return state.has("allowed")
        ? "never banned: " + state.get("allowed").asText()
        : "neither banned nor limited";
  }

  private static String inForce(JsonNode ban) {
    String by = ban.path("byOperator").asBoolean() ? " (by an operator)" : "";
    return BanText.sentence(ban) + by + ", in force for " + ban.path("source").asText();
  }

  private void printLayers(JsonNode state) {
    if (state.has("ban") || state.has("limit")) {
      for (JsonNode each : state.path("layers")) {
        String why = each.path("why").asText();
        row(
            "layer",
            each.path("interface").asText()
                + ": "
                + each.path("layer").asText()
                + (why.isEmpty() ? "" : ", no lower one: " + why));
      }
    }
  }

  private void row(String name, String text) {
    print("  %-9s %s".formatted(name, text));
  }
}

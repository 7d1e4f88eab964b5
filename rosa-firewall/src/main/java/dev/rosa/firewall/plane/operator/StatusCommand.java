package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;

/** Command {@code status}: the plane's figures. */
@Command(
    name = "status",
    description = {
      "Show the plane's figures: bans, layers, evidence, times.",
      "docs/firewall.md explains each of them."
    },
    footer = {"", "Examples:", "  ./rosa firewall status", "  ./rosa firewall status --json"})
public final class StatusCommand extends OperatorCommand {

  @Override
  public Integer call() throws ConfigException, IOException {
    for (JsonNode status : ask(request("status"))) {
      if (json()) {
        print(status);
      } else {
        print("", status);
      }
    }
    return 0;
  }

  /** Figures of one group on one line; groups of groups and lists on a line for each. */
  private void print(String name, JsonNode node) {
    if (node.isArray()) {
      node.forEach(each -> print(name, each));
    } else if (isGroup(node)) {
      print("%-26s %s".formatted(name, pairs(node)).stripTrailing());
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        print(name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue());
      }
    } else {
      print("%-26s %s".formatted(name, node.asText()));
    }
  }

  private static boolean isGroup(JsonNode node) {
    boolean isFlat = node.isObject();
    for (JsonNode each : node) {
      isFlat &= each.isValueNode();
    }
    return isFlat;
  }

  private static String pairs(JsonNode group) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, JsonNode> field : group.properties()) {
      text.append(text.isEmpty() ? "" : "  ");
      text.append(field.getKey()).append('=').append(field.getValue().asText());
    }
    return text.toString();
  }
}

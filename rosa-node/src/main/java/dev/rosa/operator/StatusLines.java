package dev.rosa.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lines for people of a status: the figures of a group on one line; groups of groups and lists on a
 * line for each. Of a group with more than twelve figures, those are left out that are 0.
 */
public final class StatusLines {
  private static final int MANY = 12;

  private final List<String> lines = new ArrayList<>();

  private StatusLines() {}

  /** The lines of a status, a JSON object. */
  public static List<String> of(JsonNode status) {
    StatusLines lines = new StatusLines();
    lines.add("", status);
    return lines.lines;
  }

  private void add(String name, JsonNode node) {
    if (node.isArray()) {
      node.forEach(each -> add(name, each));
    } else if (isGroup(node)) {
      lines.add("%-26s %s".formatted(name, pairs(node)).stripTrailing());
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        add(name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue());
      }
    } else {
      lines.add("%-26s %s".formatted(name, node.asText()));
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
    boolean isLong = group.size() > MANY;
    for (Map.Entry<String, JsonNode> field : group.properties()) {
      JsonNode value = field.getValue();
      if (!isLong || !value.isNumber() || value.asDouble() != 0) {
        text.append(text.isEmpty() ? "" : "  ");
        text.append(field.getKey()).append('=').append(value.asText());
      }
    }
    return text.isEmpty() ? "-" : text.toString();
  }
}

package dev.rosa.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Limits of a bench's figures, read from the file that {@code --bars} names. Immutable. */
public final class Bars {

  private static final String LEAST = "atLeast";
  private static final String MOST = "atMost";

  private final Map<String, Limit> limits;

  private Bars(Map<String, Limit> limits) {
    this.limits = limits;
  }

  /** No limit for anything. */
  public static Bars none() {
    return new Bars(Map.of());
  }

  /**
   * Reads a file of limits.
   *
   * @param bench whose part of the file is wanted
   * @param figures keys that the part may have
   * @throws IOException in one line, if it cannot be read or has other contents
   */
  public static Bars read(Path file, String bench, List<String> figures) throws IOException {
    JsonNode part = tree(file).path(bench);
    if (part.isEmpty()) {
      throw new IOException(file + ": has no limits of '" + bench + "'");
    }
    Map<String, Limit> limits = new TreeMap<>();
    for (Map.Entry<String, JsonNode> one : part.properties()) {
      String place = file + ": " + bench + ", " + one.getKey();
      if (!figures.contains(one.getKey())) {
        throw new IOException(
            place + ": no such figure, expected one of " + String.join(", ", figures));
      }
      limits.put(one.getKey(), limit(place, one.getValue()));
    }
    return new Bars(limits);
  }

  private static JsonNode tree(Path file) throws IOException {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
      throw new IOException(file + line + ": is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Limit limit(String place, JsonNode node) throws IOException {
    boolean least = node.path(LEAST).isNumber();
    if (node.size() != 1 || least == node.path(MOST).isNumber()) {
      throw new IOException(place + ": expected a number as " + LEAST + " or " + MOST);
    }
    return new Limit(node.path(least ? LEAST : MOST).asDouble(), least);
  }

  /** The limit of a figure; empty if it has none. */
  public Optional<Limit> limit(String key) {
    return Optional.ofNullable(limits.get(key));
  }
}

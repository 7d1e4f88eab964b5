package dev.rosa.as;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/** Formatter of a list as JSON: an array of flat objects with keys as in the configuration. */
final class JsonList {
  private JsonList() {}

  static String of(List<Map<String, Object>> rows) {
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(rows);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers have a JSON form", e);
    }
  }
}

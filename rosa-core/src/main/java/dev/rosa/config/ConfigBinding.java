package dev.rosa.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Binding of a validated configuration document to the role's records, by Jackson. A value or
 * record that refuses itself is reported and removed, and the rest is bound again: what is missing
 * then has its default.
 */
final class ConfigBinding {
  private final Path file;
  private final SchemaGuide guide;
  private final Problems problems;
  private final JsonMapper mapper;

  ConfigBinding(Path file, SchemaGuide guide, Problems problems) {
    this.file = file;
    this.guide = guide;
    this.problems = problems;
    this.mapper =
        JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .addModule(new ConfigValues(file))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
  }

  /** The record; empty if the document as a whole cannot be one, which is reported. */
  <T> Optional<T> bind(ConfigElement root, Class<T> type) {
    boolean findsMore = true;
    while (findsMore && !problems.isFull()) {
      try {
        return Optional.of(mapper.readValue(mapper.treeAsTokens(json(root)), type));
      } catch (JsonMappingException e) {
        findsMore = remove(root, e);
      } catch (IOException e) {
        throw new IllegalStateException("a tree in memory cannot be read", e);
      }
    }
    return Optional.empty();
  }

  private JsonNode json(ConfigElement element) {
    if (element.attributes().isEmpty() && element.children().isEmpty() && hasText(element)) {
      return TextNode.valueOf(element.text().toString().strip());
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    element.attributes().forEach((name, value) -> object.put(name, value.value().strip()));
    for (ConfigElement child : element.children()) {
      if (guide.onlyOnce(child.path())) {
        object.set(child.name(), json(child));
      } else {
        object.withArray(child.name()).add(json(child));
      }
    }
    return object;
  }

  private static boolean hasText(ConfigElement element) {
    return !element.text().toString().isBlank();
  }

  /** Reports a refusal and removes what was refused; false if the rest is of no use then. */
  private boolean remove(ConfigElement root, JsonMappingException e) {
    Key key = Key.of(root, e.getPath());
    Throwable cause = cause(e);
    if (cause instanceof BadValueException bad) {
      return remove(key, bad);
    }
    if (!(cause instanceof IllegalArgumentException || cause instanceof JsonProcessingException)) {
      throw new IllegalStateException("no record can be made of " + file, e);
    }
    String kind = e instanceof ValueInstantiationException ? "is not possible: " : "is ";
    report(key, kind + sentence(cause));
    return key.remove();
  }

  private boolean remove(Key key, BadValueException bad) {
    if (!bad.missing().isEmpty()) {
      if (bad.missing().stream().noneMatch(key.element()::isRemoved)) {
        report(key, bad.sentence());
      }
      return key.remove();
    }
    Key refused = key.below(bad.key());
    report(refused, bad.sentence());
    return refused.remove() || key.remove();
  }

  private void report(Key key, String sentence) {
    problems.add(new Problem(file, key.line(), false, key.words() + " " + sentence));
  }

  /** What a type has thrown: its sentence is for the operator, that of its own cause is not. */
  private static Throwable cause(Throwable e) {
    Throwable found = e;
    while (found instanceof JsonProcessingException && found.getCause() != null) {
      found = found.getCause();
    }
    return found;
  }

  private static String sentence(Throwable e) {
    String message =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return message.replaceAll("\\s*\\R\\s*", " ");
  }
}

package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Copies of a configuration that has every key, in which keys have a value that no type allows:
 * each is reported with its line and what was expected, alone and all together. Stateless but for a
 * file.
 */
public final class DamagedConfig {
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->|<\\?.*?\\?>");
  private static final Pattern START_TAG = Pattern.compile("<([a-z][a-z-]*)([^<>]*)>([^<]*)");
  private static final Pattern ATTRIBUTE = Pattern.compile("([a-z-]+)=\"([^\"]*)\"");

  /** Keys whose values are paths: any text is one but none. */
  private static final Set<String> PATHS =
      Set.of(
          "identity",
          "storage",
          "providers",
          "record",
          "state",
          "bundle",
          "jar",
          "jars",
          "measured",
          "socket");

  /** A value in the text, and what names its key in a message. */
  private record Value(String words, String name, int line, int begin, int end) {}

  private final String text;
  private final List<Value> values;
  private final Path file;

  private DamagedConfig(String text, Path file) {
    this.text = text;
    this.values = values(text);
    this.file = file;
    assertFalse(values.isEmpty());
  }

  /** Of a file; copies are put into a folder. */
  public static DamagedConfig of(Path config, Path folder) throws IOException {
    return of(Files.readString(config), folder);
  }

  /** Of a text; copies are put into a folder. */
  public static DamagedConfig of(String text, Path folder) {
    return new DamagedConfig(text, folder.resolve("damaged.xml"));
  }

  /** The text with an element that was shown within a comment. */
  public static String uncommented(String text, String element) {
    int begin = text.indexOf("\n  <" + element);
    int end = text.indexOf("-->", text.indexOf("</" + element + ">"));
    return text.substring(0, begin) + "-->" + text.substring(begin, end) + text.substring(end + 3);
  }

  private static List<Value> values(String text) {
    String elements =
        COMMENT.matcher(text).replaceAll(comment -> comment.group().replaceAll("[^\n]", " "));
    List<Value> values = new ArrayList<>();
    Matcher tag = START_TAG.matcher(elements);
    while (tag.find()) {
      Matcher attribute = ATTRIBUTE.matcher(elements).region(tag.start(2), tag.end(2));
      while (attribute.find()) {
        String words = "<" + tag.group(1) + " " + attribute.group(1) + ">";
        int line = lineAt(text, attribute.start());
        values.add(
            new Value(words, attribute.group(1), line, attribute.start(2), attribute.end(2)));
      }
      if (!tag.group(3).isBlank()) {
        int line = lineAt(text, tag.start());
        values.add(
            new Value("<" + tag.group(1) + ">", tag.group(1), line, tag.start(3), tag.end(3)));
      }
    }
    return values;
  }

  private static int lineAt(String text, int offset) {
    return (int) text.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
  }

  /** Damages each key alone, of several of one name the first, then all keys. */
  public void assertEachIsReported(BiConsumer<Path, Problems> reader) throws IOException {
    Map<String, Value> first = new LinkedHashMap<>();
    values.forEach(value -> first.putIfAbsent(value.words(), value));
    for (Value value : first.values()) {
      assertReported(List.of(value), reader);
    }
    assertReported(values, reader);
  }

  private void assertReported(List<Value> damaged, BiConsumer<Path, Problems> reader)
      throws IOException {
    StringBuilder copy = new StringBuilder(text);
    for (int i = damaged.size() - 1; i >= 0; i--) {
      Value value = damaged.get(i);
      copy.replace(value.begin(), value.end(), bad(value));
    }
    Files.writeString(file, copy);
    Problems problems = new Problems(file);
    reader.accept(file, problems);
    List<String> found = problems.all().stream().map(Problem::toString).toList();
    List<String> expected = damaged.stream().map(this::beginning).toList();
    assertEquals(expected, found.stream().map(DamagedConfig::beginning).toList());
    assertTrue(found.stream().allMatch(line -> line.contains("', expected ")), found::toString);
  }

  private static String bad(Value value) {
    return PATHS.contains(value.name()) ? "" : "?";
  }

  private String beginning(Value value) {
    return "%s:%d: %s is '%s'".formatted(file, value.line(), value.words(), bad(value));
  }

  private static String beginning(String line) {
    return line.substring(0, line.indexOf(", expected"));
  }
}

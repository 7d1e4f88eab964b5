package dev.rosa.config;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Text of an XML file, to look up on which lines a start tag and its attributes begin: SAX tells
 * only where a tag ends. Immutable.
 */
final class FileText {
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("([^\\s=<>\"'/]+)\\s*=\\s*(?:\"[^\"]*\"|'[^']*')");

  /**
   * Lines of a start tag.
   *
   * @param line of the tag's first character, from 1
   * @param attributes by name; empty if they are not known
   */
  record StartTag(int line, Map<String, Integer> attributes) {

    int lineOf(String attribute) {
      return attributes.getOrDefault(attribute, line);
    }
  }

  private final String text;
  private final int[] lineStarts;

  /** Text in UTF-8; in another encoding start tags are taken to be on the line of their end. */
  FileText(byte[] content) {
    text = new String(content, StandardCharsets.UTF_8);
    IntStream ends = LINE_END.matcher(text).results().mapToInt(MatchResult::end);
    lineStarts = IntStream.concat(IntStream.of(0), ends).toArray();
  }

  /**
   * The start tag that ends at a place.
   *
   * @param name of its element
   * @param line of its end, from 1, as a SAX locator says it
   * @param column behind its end, from 1
   */
  StartTag startTag(String name, int line, int column) {
    int end = offset(line, column);
    // No attribute's value has a '<'.
    int begin = end < 1 ? -1 : text.lastIndexOf('<', end - 1);
    int attributesBegin = begin + 1 + name.length();
    if (begin < 0 || attributesBegin > end || !text.startsWith(name, begin + 1)) {
      return new StartTag(line, Map.of());
    }
    Map<String, Integer> attributes = new HashMap<>();
    Matcher matcher = ATTRIBUTE.matcher(text).region(attributesBegin, end);
    while (matcher.find()) {
      attributes.put(matcher.group(1), lineAt(matcher.start()));
    }
    return new StartTag(lineAt(begin), attributes);
  }

  private int offset(int line, int column) {
    return line < 1 || line > lineStarts.length
        ? -1
        : Math.min(text.length(), lineStarts[line - 1] + column - 1);
  }

  private int lineAt(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    return found < 0 ? -found - 1 : found + 1;
  }
}

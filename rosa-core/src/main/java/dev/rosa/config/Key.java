package dev.rosa.config;

import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place of a key in a document: an element, or an attribute of it, which the file may have left to
 * its default.
 *
 * @param attribute null for the element itself
 */
record Key(ConfigElement element, String attribute) {
  private static final Pattern STEP = Pattern.compile("([^/\\[\\]]+)(?:\\[(\\d+)])?");

  /** The key that Jackson's path leads to. */
  static Key of(ConfigElement root, List<JsonMappingException.Reference> path) {
    Key key = new Key(root, null);
    for (int i = 0; i < path.size(); i++) {
      String name = path.get(i).getFieldName();
      if (name != null) {
        int index = i + 1 < path.size() ? path.get(i + 1).getIndex() : -1;
        key = key.below(name, Math.max(0, index));
      }
    }
    return key;
  }

  /**
   * The key at a path from here, {@code sessions/max}. One of several elements has an index from 0,
   * {@code route[1]}.
   */
  Key below(String path) {
    Key key = this;
    Matcher step = STEP.matcher(path);
    while (step.find()) {
      int index = step.group(2) == null ? 0 : Integer.parseInt(step.group(2));
      key = key.below(step.group(1), index);
    }
    return key;
  }

  /** The child element of that name and index; an attribute if there is no such element. */
  Key below(String name, int index) {
    return element
        .child(name, index)
        .map(child -> new Key(child, null))
        .orElse(new Key(element, name));
  }

  int line() {
    return attribute == null ? element.line() : element.lineOf(attribute);
  }

  /** Tells whether the file has it, and it was wrong. */
  boolean isRemoved() {
    return attribute != null
        && element.isRemoved(attribute)
        && !element.attributes().containsKey(attribute);
  }

  /** {@code <domain>} or {@code <domain skew>}. */
  String words() {
    return attribute == null
        ? "<" + element.name() + ">"
        : "<" + element.name() + " " + attribute + ">";
  }

  /** Removes it from the document; false if it is not there, or is the root. */
  boolean remove() {
    return attribute == null ? element.remove() : element.removeAttribute(attribute);
  }
}

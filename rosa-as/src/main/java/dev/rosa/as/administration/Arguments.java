package dev.rosa.as.administration;

import dev.rosa.as.policy.Names;
import dev.rosa.serving.PeerText;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Arguments of one act, each taken once. Methods throw {@link IllegalArgumentException} with a
 * sentence for a value that is missing or wrong. For one thread.
 */
final class Arguments {

  private final SortedMap<String, String> left;

  Arguments(SortedMap<String, String> given) {
    left = new TreeMap<>(given);
  }

  String text(String name) {
    String value = left.remove(name);
    if (value == null) {
      throw new IllegalArgumentException("the argument '" + name + "' is missing");
    }
    return value;
  }

  String text(String name, String otherwise) {
    return left.containsKey(name) ? text(name) : otherwise;
  }

  /** A choice that is made with {@code yes}; without the argument it is not. */
  boolean choice(String name) {
    String value = text(name, "no");
    if (!value.equals("yes") && !value.equals("no")) {
      throw new IllegalArgumentException(
          "the argument '%s' is %s, expected yes or no".formatted(name, PeerText.quoted(value)));
    }
    return value.equals("yes");
  }

  boolean has(String name) {
    return left.containsKey(name);
  }

  /** A name as users, codes and routers have. */
  String name(String name) {
    String value = text(name);
    if (!Names.isName(value)) {
      throw new IllegalArgumentException(
          "the argument '%s' is %s, expected a name".formatted(name, PeerText.quoted(value)));
    }
    return value;
  }

  /** A decimal number in its one spelling. */
  long number(String name, long least, long most) {
    return number(name, text(name), least, most);
  }

  /** The same, with another value for one that is missing. */
  long number(String name, long least, long most, long otherwise) {
    return has(name) ? number(name, least, most) : otherwise;
  }

  private static long number(String name, String value, long least, long most) {
    if (value.matches("0|[1-9][0-9]{0,17}")) {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw new IllegalArgumentException(
        "the argument '%s' is %s, expected a number from %d to %d"
            .formatted(name, PeerText.quoted(value), least, most));
  }

  /** Refuses arguments that were not taken: nothing is signed that is not carried out. */
  void requireNoMore() {
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "the act has no argument " + PeerText.quoted(left.firstKey()));
    }
  }
}

package dev.rosa.proxy.rules;

import java.util.List;

/** Words of an attribute, separated by spaces. Stateless. */
final class Words {

  private Words() {}

  /** The words; none for null. */
  static List<String> of(String value) {
    return value == null || value.isBlank() ? List.of() : List.of(value.strip().split("\\s+", -1));
  }
}

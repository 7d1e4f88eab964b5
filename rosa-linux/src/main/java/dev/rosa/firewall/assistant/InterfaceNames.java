package dev.rosa.firewall.assistant;

import dev.rosa.config.BadValueException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names of interfaces in a configuration, each of which may stand there once. One thread. */
public final class InterfaceNames {

  private final Set<String> seen = new HashSet<>();

  /** Takes those of an element that may stand there several times. */
  public void addAll(String element, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      add(element + "[" + i + "]", names.get(i));
    }
  }

  /**
   * Takes one.
   *
   * @param key its place, for a refusal
   * @throws BadValueException if it was named before
   */
  public void add(String key, String name) {
    if (!seen.add(name)) {
      throw new BadValueException(
          key, "is interface %s, which is named twice, expected it once".formatted(name));
    }
  }
}

package dev.rosa.client.endpoint;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Event counters of a Source or Destination: one for each constant of an enum. Written by its
 * owner, read by any thread.
 *
 * @param <E> what is counted
 */
public final class Counters<E extends Enum<E>> {
  private final Map<E, AtomicLong> counts;

  Counters(Class<E> events) {
    counts = new EnumMap<>(events);
    for (E event : events.getEnumConstants()) {
      counts.put(event, new AtomicLong());
    }
  }

  void add(E event, long amount) {
    counts.get(event).addAndGet(amount);
  }

  void add(E event) {
    add(event, 1);
  }

  /** The count so far. */
  public long get(E event) {
    return counts.get(event).get();
  }

  /** All counts by the constant's name in lower camel case, in the enum's order. */
  public Map<String, Long> byName() {
    Map<String, Long> named = new LinkedHashMap<>();
    counts.forEach((event, count) -> named.put(camelCase(event.name()), count.get()));
    return named;
  }

  private static String camelCase(String constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.toLowerCase(Locale.ROOT).split("_", -1)) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }
}

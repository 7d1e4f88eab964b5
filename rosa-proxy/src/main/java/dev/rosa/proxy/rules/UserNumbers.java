package dev.rosa.proxy.rules;

import dev.rosa.proxy.rules.criterion.Question;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers of users. A name keeps its number over all reloads of the configuration, and no other
 * name gets it: so a number that was looked up before a reload means the same user behind it. Names
 * that are gone are kept for that. Immutable.
 */
public final class UserNumbers {

  /** No user was ever configured. */
  public static final UserNumbers NONE = new UserNumbers(List.of(), Map.of(), new BitSet());

  /** All that there ever were, in the order of their numbers. */
  private final List<String> names;

  /** Of the users of the configuration. */
  private final Map<String, Integer> numbers;

  private final BitSet configured;

  private UserNumbers(List<String> names, Map<String, Integer> numbers, BitSet configured) {
    this.names = List.copyOf(names);
    this.numbers = Map.copyOf(numbers);
    this.configured = configured;
  }

  /** The numbers under another configuration, which has these users. */
  public UserNumbers with(List<String> users) {
    Map<String, Integer> ever = new HashMap<>();
    names.forEach(name -> ever.put(name, ever.size()));
    List<String> ordered = new ArrayList<>(names);
    Map<String, Integer> present = new HashMap<>();
    BitSet bits = new BitSet();
    for (String user : users) {
      Integer known = ever.putIfAbsent(user, ordered.size());
      if (known == null) {
        ordered.add(user);
      }
      present.put(user, ever.get(user));
      bits.set(ever.get(user));
    }
    return new UserNumbers(ordered, present, bits);
  }

  /** Number of a user; {@link Question#NO_USER} if the configuration has none of that name. */
  public int of(String name) {
    return numbers.getOrDefault(name, Question.NO_USER);
  }

  /** True if the configuration has the user of a number. Nothing is allocated. */
  public boolean has(int number) {
    return number >= 0 && configured.get(number);
  }

  /** Name of a user whom this configuration or one before has; else empty. */
  public String name(int number) {
    return number >= 0 && number < names.size() ? names.get(number) : "";
  }

  /** Names in the order of their numbers; empty in the place of a user who is not configured. */
  public List<String> places() {
    List<String> places = new ArrayList<>(names);
    places.replaceAll(name -> numbers.containsKey(name) ? name : "");
    return List.copyOf(places);
  }

  /** Numbers of all users of the configuration. */
  BitSet all() {
    return (BitSet) configured.clone();
  }
}

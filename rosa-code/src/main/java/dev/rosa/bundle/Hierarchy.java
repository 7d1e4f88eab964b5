package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Class hierarchy of one bundle: the superclasses and interfaces of its classes, each looked up
 * once. Names are internal ({@code a/b/C}). Owned by the thread that checks.
 */
final class Hierarchy {

  /** Most generations of parents within the bundle; a JVM loads them recursively. */
  static final int MOST_GENERATIONS = 64;

  /** Most supertypes of a class in all: a JVM looks through them one by one for some checks. */
  static final int MOST_SUPERTYPES = 72;

  private static final int STEPS_PER_ANCESTOR = 16;

  private final CodeBundle bundle;
  private final StepBudget budget;
  private final Map<String, Set<String>> ancestors = new HashMap<>();
  private final Map<String, Integer> generations = new HashMap<>();

  Hierarchy(CodeBundle bundle, StepBudget budget) {
    this.bundle = bundle;
    this.budget = budget;
  }

  /** {@code owner} and, as far as classes of the bundle are their heirs, its supertypes. */
  Set<String> ancestors(String owner) {
    Set<String> known = ancestors.get(owner);
    if (known == null) {
      known = findAncestors(owner);
      ancestors.put(owner, known);
    }
    return known;
  }

  private Set<String> findAncestors(String owner) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(owner));
    while (!open.isEmpty()) {
      String name = open.pop();
      ClassOutline outline = seen.add(name) ? bundle.outline(name) : null;
      if (outline != null) {
        parents(outline).forEach(open::push);
      }
    }
    budget.spend((long) STEPS_PER_ANCESTOR * seen.size());
    return seen;
  }

  /** Its superclass and its interfaces, in the bundle or outside. */
  static List<String> parents(ClassOutline outline) {
    List<String> parents = new ArrayList<>(outline.interfaces());
    parents.add(outline.superName());
    return parents;
  }

  /** The nearest superclass that is not in the bundle. */
  String outsideSuperclass(ClassOutline start) {
    String at = start.superName();
    for (ClassOutline own = bundle.outline(at); own != null; own = bundle.outline(at)) {
      at = own.superName();
    }
    return at;
  }

  /**
   * Refuses a class that is its own parent or has too many.
   *
   * @throws Refusal if so, or if the budget does not allow to find out
   */
  void check(ClassOutline outline) {
    for (String parent : parents(outline)) {
      if (ancestors(parent).contains(outline.name())) {
        throw new Refusal("is its own parent");
      }
    }
    if (generations(outline.name()) > MOST_GENERATIONS) {
      throw new Refusal(
          "has more than " + MOST_GENERATIONS + " generations of parents in the bundle");
    }
    if (ancestors(outline.name()).size() - 1 > MOST_SUPERTYPES) {
      throw new Refusal(
          "has more than " + MOST_SUPERTYPES + " classes and interfaces above it in all");
    }
  }

  private int generations(String name) {
    ClassOutline outline = bundle.outline(name);
    if (outline == null) {
      return 0;
    }
    Integer known = generations.get(name);
    if (known != null) {
      return known;
    }
    // For parents that lead back to here.
    generations.put(name, MOST_GENERATIONS + 1);
    int most = 0;
    for (String parent : parents(outline)) {
      most = Math.max(most, generations(parent));
    }
    generations.put(name, most + 1);
    return most + 1;
  }
}

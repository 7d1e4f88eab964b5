package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Estimate of the steps that a JVM takes to link the classes of one bundle, charged to its {@link
 * StepBudget}. Each class counts with all that it inherits, from classes of the bundle and from
 * those outside. Owned by the thread that checks.
 */
final class LinkingCost {

  /**
   * For one class. A JVM that links it does not stop for a safepoint, and all other threads may
   * have to wait for one: less than 100 ms. The output of compilers takes up to a tenth of it.
   */
  private static final long MOST_STEPS = 10_000_000;

  /** From one class up to each of its parents, their parents and so on; compilers reach 100. */
  private static final int MOST_WAYS = 4096;

  /** A JVM that links a class visits each of its parents once per way that leads there. */
  private static final long STEPS_PER_WAY = 32;

  private static final int STEPS_PER_OUTSIDE_ANCESTOR = 16;

  private final CodeBundle bundle;
  private final AllowList allowList;
  private final Hierarchy hierarchy;
  private final StepBudget budget;
  private final Map<String, Integer> ways = new HashMap<>();

  LinkingCost(CodeBundle bundle, AllowList allowList, Hierarchy hierarchy, StepBudget budget) {
    this.bundle = bundle;
    this.allowList = allowList;
    this.hierarchy = hierarchy;
    this.budget = budget;
  }

  /**
   * Charges for reading and linking a class that is not its own parent.
   *
   * @throws Refusal if it takes too many steps by itself, or the budget does not allow them
   */
  void charge(ClassOutline outline) {
    long linking = linkingSteps(outline);
    if (linking > MOST_STEPS) {
      throw new Refusal(
          "inherits too much: a JVM that links it would look through too many methods of parents");
    }
    budget.spend(outline.steps() + linking);
  }

  /** A JVM looks for each method of a class among the inherited ones, and joins those it lacks. */
  private long linkingSteps(ClassOutline outline) {
    long inherited = 0;
    long ofInterfaces = 0;
    for (String name : hierarchy.ancestors(outline.name())) {
      ClassOutline ancestor = bundle.outline(name);
      if (ancestor != null && ancestor != outline) {
        inherited += ancestor.memberCount();
        ofInterfaces += ancestor.isInterface() ? ancestor.methodCount() : 0;
      }
    }
    for (OutsideType ancestor : outsideAncestors(outline)) {
      inherited += ancestor.methodCount();
      ofInterfaces += ancestor.isInterface() ? ancestor.methodCount() : 0;
    }
    long own = outline.memberCount();
    return own * inherited
        + ofInterfaces * (own + inherited)
        + STEPS_PER_WAY * ways(outline.name()) * (1 + ofInterfaces);
  }

  private Set<OutsideType> outsideAncestors(ClassOutline outline) {
    Set<OutsideType> all = new HashSet<>();
    for (String name : hierarchy.ancestors(outline.name())) {
      if (isListed(name)) {
        Set<OutsideType> family = OutsideType.of(name).family();
        budget.spend((long) STEPS_PER_OUTSIDE_ANCESTOR * family.size());
        all.addAll(family);
      }
    }
    return all;
  }

  /** Others are refused where they are used. */
  private boolean isListed(String name) {
    return bundle.outline(name) == null && allowList.permitsType(name);
  }

  private int ways(String name) {
    Integer known = ways.get(name);
    if (known == null) {
      known = countWays(name);
      ways.put(name, known);
    }
    return known;
  }

  private int countWays(String name) {
    ClassOutline outline = bundle.outline(name);
    if (outline == null) {
      return isListed(name) ? OutsideType.of(name).ways() : 1;
    }
    int all = 1;
    for (String parent : Hierarchy.parents(outline)) {
      all += ways(parent);
    }
    if (all > MOST_WAYS) {
      throw new Refusal("leads to its parents in more than " + MOST_WAYS + " ways");
    }
    return all;
  }
}

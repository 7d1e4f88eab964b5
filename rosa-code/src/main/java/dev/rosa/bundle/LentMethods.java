package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * Check that no interface of a bundle lends its name to a default method outside: a type with both
 * parents would answer a call of the bundle's own method by the one of the JDK, which is neither
 * looked up in the list nor metered. Owned by the thread that checks.
 */
final class LentMethods {

  private static final int STEPS_PER_METHOD = 8;

  /** Name and descriptor of a default method, and its name for a reader. */
  private record Default(String name, String descriptor, String readable) {}

  private final CodeBundle bundle;
  private final AllowList allowList;
  private final Hierarchy hierarchy;
  private final StepBudget budget;
  private final Map<String, List<Default>> defaults = new HashMap<>();

  LentMethods(CodeBundle bundle, AllowList allowList, Hierarchy hierarchy, StepBudget budget) {
    this.bundle = bundle;
    this.allowList = allowList;
    this.hierarchy = hierarchy;
    this.budget = budget;
  }

  /**
   * Refuses a type with an interface of the bundle that declares a default method which it inherits
   * from outside.
   *
   * @throws Refusal that names both
   */
  void check(ClassOutline outline) {
    List<ClassOutline> interfaces = new ArrayList<>();
    List<Default> inherited = new ArrayList<>();
    for (String ancestor : hierarchy.ancestors(outline.name())) {
      ClassOutline own = bundle.outline(ancestor);
      if (own == null) {
        inherited.addAll(defaults.computeIfAbsent(ancestor, this::defaultsOf));
      } else if (own.isInterface()) {
        interfaces.add(own);
      }
    }
    budget.spend((long) STEPS_PER_METHOD * interfaces.size() * inherited.size());
    for (ClassOutline own : interfaces) {
      for (Default method : inherited) {
        if (own.declaresMethod(method.name, method.descriptor)) {
          throw new Refusal(
              "inherits "
                  + method.readable
                  + ", which "
                  + own.sourceName()
                  + " declares as its own",
              "give the method of " + own.sourceName() + " another name");
        }
      }
    }
  }

  /** Types that are not listed are refused where they are used. */
  private List<Default> defaultsOf(String internalName) {
    if (!allowList.permitsType(internalName)) {
      return List.of();
    }
    List<Default> found = new ArrayList<>();
    for (Method method : OutsideType.load(internalName).getMethods()) {
      if (method.isDefault()) {
        String descriptor = Type.getMethodDescriptor(method);
        found.add(
            new Default(
                method.getName(),
                descriptor,
                method.getDeclaringClass().getName()
                    + "."
                    + AllowList.overload(method.getName(), descriptor)));
      }
    }
    return found;
  }
}

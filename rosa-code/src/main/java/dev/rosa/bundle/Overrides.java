package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * Search for methods of a bundle that override a forbidden method of a superclass outside the
 * bundle. The JVM would call {@code finalize}, and a logger of a fault {@code getStackTrace}. An
 * interface of the bundle that declares {@code notifyAll} or {@code printStackTrace} would make the
 * inherited method callable under a name of the bundle.
 */
final class Overrides {

  private static final int STEPS_PER_METHOD = 8;

  private final CodeBundle bundle;
  private final AllowList allowList;
  private final Hierarchy hierarchy;
  private final StepBudget budget;
  private final Map<String, Map<String, String>> unlistedBySuperclass = new HashMap<>();

  Overrides(CodeBundle bundle, AllowList allowList, Hierarchy hierarchy, StepBudget budget) {
    this.bundle = bundle;
    this.allowList = allowList;
    this.hierarchy = hierarchy;
    this.budget = budget;
  }

  /**
   * Methods that a class may not declare, by name and descriptor; the values are for a reader.
   *
   * @throws Refusal if an interface or superclass of it in the bundle does
   */
  Map<String, String> forbiddenIn(ClassOutline outline) {
    String superclass = hierarchy.outsideSuperclass(outline);
    if (!allowList.permitsType(superclass)) {
      throw Refusal.notListed(superclass.replace('/', '.'));
    }
    Map<String, String> unlisted =
        unlistedBySuperclass.computeIfAbsent(superclass, this::unlistedMethods);
    for (String ancestor : hierarchy.ancestors(outline.name())) {
      budget.spend((long) STEPS_PER_METHOD * unlisted.size());
      ClassOutline declaring = bundle.outline(ancestor);
      if (declaring != null && declaring != outline) {
        unlisted.forEach((signature, method) -> refuseIfDeclared(declaring, signature, method));
      }
    }
    return unlisted;
  }

  private static void refuseIfDeclared(ClassOutline declaring, String signature, String method) {
    int split = signature.indexOf('(');
    if (declaring.declaresMethod(signature.substring(0, split), signature.substring(split))) {
      throw new Refusal("has a parent in the bundle that overrides " + method);
    }
  }

  /** Name and descriptor to readable name. */
  private Map<String, String> unlistedMethods(String internalName) {
    Map<String, String> unlisted = new LinkedHashMap<>();
    for (Class<?> c = OutsideType.load(internalName); c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        String descriptor = Type.getMethodDescriptor(method);
        boolean inherited = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        if (inherited
            && !Modifier.isStatic(method.getModifiers())
            && !allowList.permitsMethod(internalName, method.getName(), descriptor)) {
          unlisted.put(
              method.getName() + descriptor,
              c.getName() + "." + AllowList.overload(method.getName(), descriptor));
        }
      }
    }
    return unlisted;
  }
}

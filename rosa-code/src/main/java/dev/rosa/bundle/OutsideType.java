package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Class or interface outside the bundle from which a bundle's class inherits, with the work that
 * linking an heir costs a JVM. It is one of the {@link AllowList}, or a supertype of such a class.
 * Read once from the JDK that runs, without initialising the class. Immutable; equal to itself
 * only.
 */
final class OutsideType {

  private static final ClassValue<OutsideType> KNOWN =
      new ClassValue<>() {
        @Override
        protected OutsideType computeValue(Class<?> type) {
          return new OutsideType(type);
        }
      };

  private final boolean isInterface;
  private final int methods;
  private final int ways;
  private final Set<OutsideType> family;

  private OutsideType(Class<?> type) {
    this.isInterface = type.isInterface();
    this.methods =
        (int)
            Stream.of(type.getDeclaredMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .count();
    List<OutsideType> parents = parents(type);
    this.ways = 1 + parents.stream().mapToInt(OutsideType::ways).sum();
    Set<OutsideType> all = new HashSet<>(Set.of(this));
    parents.forEach(parent -> all.addAll(parent.family));
    this.family = Collections.unmodifiableSet(all);
  }

  private static List<OutsideType> parents(Class<?> type) {
    List<OutsideType> parents = new ArrayList<>();
    for (Class<?> parent : type.getInterfaces()) {
      parents.add(KNOWN.get(parent));
    }
    if (type != Object.class) {
      // The class file of an interface names Object as its superclass.
      parents.add(KNOWN.get(type.isInterface() ? Object.class : type.getSuperclass()));
    }
    return parents;
  }

  /**
   * The class of this internal name.
   *
   * @throws Refusal if this JDK has none
   */
  static OutsideType of(String internalName) {
    return KNOWN.get(load(internalName));
  }

  /**
   * Loads the class of this internal name, without initialising it.
   *
   * @throws Refusal if this JDK has none
   */
  static Class<?> load(String internalName) {
    String name = internalName.replace('/', '.');
    try {
      return Class.forName(name, false, OutsideType.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new Refusal("extends " + name + ", which this JDK lacks");
    }
  }

  boolean isInterface() {
    return isInterface;
  }

  /** Methods that it declares, static ones left out. */
  int methodCount() {
    return methods;
  }

  /** Ways up to each of its parents, their parents and so on, and the one to itself. */
  int ways() {
    return ways;
  }

  /** Itself and all its supertypes. */
  Set<OutsideType> family() {
    return family;
  }
}

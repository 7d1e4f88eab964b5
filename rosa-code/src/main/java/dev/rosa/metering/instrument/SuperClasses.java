package dev.rosa.metering.instrument;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * Superclasses of the types that one bundle names, each looked up once: a writer of frames asks for
 * what very many pairs of them have in common. Owned by the thread that instruments.
 */
final class SuperClasses {

  private static final String OBJECT = "java/lang/Object";

  /**
   * A class.
   *
   * @param parent its superclass; null: it is none of the bundle's
   * @param depth superclasses above it, down to the first that is none of the bundle's
   */
  private record Known(String name, Known parent, int depth) {}

  private final BundleTypes types;
  private final Map<String, Known> known = new HashMap<>();
  private final Map<String, String> outside = new HashMap<>();

  SuperClasses(BundleTypes types) {
    this.types = types;
  }

  /** The nearest class that both are or have as superclass; Object if one is an interface. */
  String common(String one, String other) {
    if (isInterface(one) || isInterface(other)) {
      return OBJECT;
    }
    Known first = at(one);
    Known second = at(other);
    while (first.depth > second.depth) {
      first = first.parent;
    }
    while (second.depth > first.depth) {
      second = second.parent;
    }
    while (!first.name.equals(second.name) && first.parent != null) {
      first = first.parent;
      second = second.parent;
    }
    return nearest(first.name, second.name);
  }

  private String nearest(String one, String other) {
    return one.equals(other)
        ? one
        : outside.computeIfAbsent(one + ' ' + other, pair -> OutsideClasses.common(one, other));
  }

  private boolean isInterface(String name) {
    ClassNode own = types.own(name);
    return own != null && (own.access & Opcodes.ACC_INTERFACE) != 0;
  }

  private Known at(String name) {
    Known before = known.get(name);
    if (before != null) {
      return before;
    }
    ClassNode own = types.own(name);
    Known parent = own == null ? null : at(own.superName);
    Known made = new Known(name, parent, parent == null ? 0 : parent.depth + 1);
    known.put(name, made);
    return made;
  }
}

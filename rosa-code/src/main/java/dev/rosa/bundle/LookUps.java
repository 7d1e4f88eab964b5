package dev.rosa.bundle;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Count of the classes and members that the classes of one bundle name, and of the steps that a JVM
 * takes to find them. It looks each of them up once, while a packet waits: a field among all fields
 * of its class, then in all interfaces and superclasses, by each way that leads there. Owned by the
 * thread that checks.
 */
final class LookUps {

  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;

  /** One type in which a member is looked for. */
  private static final int STEPS_PER_TYPE = 16;

  /** More are as bad as any number. */
  private static final long MANY = 1 << 30;

  private final CodeBundle bundle;

  /** Steps to find that a type has no such field, and no such method. */
  private final Map<String, Long> forField = new HashMap<>();

  private final Map<String, Long> forMethod = new HashMap<>();

  private int references;
  private long steps;

  LookUps(CodeBundle bundle) {
    this.bundle = bundle;
  }

  /** Adds those of one class, whose parents and theirs are no circle. */
  void add(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      // The second half of a long or double has no place of its own.
      int tag = offset > 0 ? reader.readByte(offset - 1) : 0;
      if (tag == CLASS) {
        references++;
      } else if (tag == FIELD) {
        addMember(steps(reader.readClass(offset, buffer), forField, true));
      } else if (tag == METHOD || tag == INTERFACE_METHOD) {
        addMember(steps(reader.readClass(offset, buffer), forMethod, false));
      }
    }
  }

  private void addMember(long more) {
    references++;
    steps = Math.min(MANY, steps + more);
  }

  private long steps(String type, Map<String, Long> known, boolean field) {
    Long before = known.get(type);
    if (before != null) {
      return before;
    }
    long sum = STEPS_PER_TYPE;
    ClassOutline outline = bundle.outline(type);
    if (outline != null) {
      sum += field ? outline.fieldCount() : 0;
      for (String parent : Hierarchy.parents(outline)) {
        sum = Math.min(MANY, sum + steps(parent, known, field));
      }
    }
    known.put(type, sum);
    return sum;
  }

  /** Constants that name a class or a member, so far. */
  int references() {
    return references;
  }

  /** Steps to find all of these members. */
  int steps() {
    return (int) steps;
  }
}

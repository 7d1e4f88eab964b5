package dev.rosa.metering.instrument;

import dev.rosa.metering.Sizes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Classes of one bundle, with their hierarchy and sizes. Owned by the thread that instruments. */
final class BundleTypes {

  /** A method, and the class that declares it. */
  record Declared(ClassNode owner, MethodNode method) {

    boolean has(int flag) {
      return (method.access & flag) != 0;
    }
  }

  /** Bytes of an object of a JDK's class, or of what an heir has of it; small ones and large. */
  private static final int BYTES_OF_OTHERS = 96;

  private final Map<String, ClassNode> classes;
  private final Map<String, Map<String, MethodNode>> methods = new HashMap<>();
  private final Map<String, Long> sizes = new HashMap<>();
  private final Map<String, List<String>> ancestors = new HashMap<>();

  BundleTypes(Map<String, ClassNode> classes) {
    this.classes = new LinkedHashMap<>(classes);
    for (ClassNode type : classes.values()) {
      Map<String, MethodNode> declared = new HashMap<>();
      type.methods.forEach(method -> declared.put(method.name + method.desc, method));
      methods.put(type.name, declared);
    }
  }

  /** Adds a method that the class has got. */
  void add(ClassNode type, MethodNode method) {
    methods.get(type.name).put(method.name + method.desc, method);
  }

  Iterable<ClassNode> all() {
    return classes.values();
  }

  boolean isOwn(String type) {
    return classes.containsKey(type);
  }

  ClassNode own(String type) {
    return classes.get(type);
  }

  /** The method that a class or its superclasses in the bundle declare, the nearest; or null. */
  Declared find(String owner, String name, String descriptor) {
    String signature = name + descriptor;
    for (ClassNode at = own(owner); at != null; at = own(at.superName)) {
      MethodNode method = methods.get(at.name).get(signature);
      if (method != null) {
        return new Declared(at, method);
      }
    }
    return null;
  }

  /** True if the bundle's class itself declares a method of that name and descriptor. */
  boolean declares(String owner, MethodNode method) {
    return methods.get(owner).containsKey(method.name + method.desc);
  }

  /** True if the class, or one that it inherits from in the bundle, declares that method. */
  boolean inheritsOwn(String owner, String name, String descriptor) {
    String signature = name + descriptor;
    return ancestors(owner).stream()
        .anyMatch(type -> isOwn(type) && methods.get(type).containsKey(signature));
  }

  /** The class itself and all supertypes, but for those of types outside of the bundle. */
  List<String> ancestors(String owner) {
    return ancestors.computeIfAbsent(owner, this::findAncestors);
  }

  private List<String> findAncestors(String owner) {
    Set<String> seen = new HashSet<>();
    List<String> found = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>(List.of(owner));
    while (!open.isEmpty()) {
      String name = open.pop();
      if (seen.add(name)) {
        found.add(name);
        ClassNode type = own(name);
        if (type != null) {
          type.interfaces.forEach(open::push);
          open.push(type.superName);
        }
      }
    }
    return found;
  }

  /** The nearest superclass outside of the bundle, or the class itself if it is. */
  String outsideClass(String type) {
    String at = type;
    while (isOwn(at)) {
      at = own(at).superName;
    }
    return at;
  }

  /** Bytes of an object that {@code new} makes. */
  long instanceBytes(String type) {
    Long known = sizes.get(type);
    if (known == null) {
      known = Sizes.align(isOwn(type) ? ownBytes(type) : outsideBytes(type));
      sizes.put(type, known);
    }
    return known;
  }

  private long ownBytes(String type) {
    long bytes = outsideBytes(outsideClass(type));
    for (ClassNode at = own(type); at != null; at = own(at.superName)) {
      for (FieldNode field : at.fields) {
        bytes += (field.access & Opcodes.ACC_STATIC) != 0 ? 0 : fieldBytes(field.desc);
      }
    }
    return bytes;
  }

  private static int fieldBytes(String descriptor) {
    int sort = Type.getType(descriptor).getSort();
    return sort == Type.OBJECT || sort == Type.ARRAY ? Sizes.REFERENCE : elementBytes(sort);
  }

  /** Bytes of an element, or of a field, of this {@linkplain Type#getSort sort}. */
  static int elementBytes(int sort) {
    return switch (sort) {
      case Type.BOOLEAN, Type.BYTE -> 1;
      case Type.CHAR, Type.SHORT -> Short.BYTES;
      case Type.INT, Type.FLOAT -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }

  private static int outsideBytes(String type) {
    return switch (type) {
      case "java/lang/Object", "java/lang/Record" -> Sizes.HEADER;
      case "java/lang/Enum" -> Sizes.HEADER + Sizes.REFERENCE + Long.BYTES;
      default -> BYTES_OF_OTHERS;
    };
  }
}

package dev.rosa.bundle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which types, fields and methods a class of one bundle may refer to: its own, and those of the
 * {@link AllowList}. Every method throws {@link Refusal} for the rest.
 */
final class References {

  private static final String CONSTRUCTOR = "<init>";

  private final CodeBundle bundle;
  private final AllowList allowList;

  References(CodeBundle bundle, AllowList allowList) {
    this.bundle = bundle;
    this.allowList = allowList;
  }

  void checkType(Type type) {
    switch (type.getSort()) {
      case Type.ARRAY -> checkType(type.getElementType());
      case Type.OBJECT -> {
        String name = type.getInternalName();
        if (bundle.outline(name) == null && !allowList.permitsType(name)) {
          throw Refusal.notListed(type.getClassName());
        }
      }
      case Type.METHOD -> checkDescriptor(type.getDescriptor());
      default -> {
        // Primitive types and void are always there.
      }
    }
  }

  void checkDescriptor(String methodDescriptor) {
    for (Type argument : Type.getArgumentTypes(methodDescriptor)) {
      checkType(argument);
    }
    checkType(Type.getReturnType(methodDescriptor));
  }

  void checkField(int opcode, String owner, String name, String descriptor) {
    checkType(Type.getObjectType(owner));
    boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    if (!declaredInBundle(owner, name, descriptor)) {
      boolean listed = outsideAncestors(owner).stream().anyMatch(c -> listsField(c, name));
      if (writes || !listed) {
        throw Refusal.notListed(className(owner) + "." + name);
      }
    }
    checkType(Type.getType(descriptor));
  }

  private boolean listsField(String owner, String name) {
    return allowList.permitsField(owner, name);
  }

  void checkMethod(int opcode, String owner, String name, String descriptor) {
    if (owner.startsWith("[")) {
      checkArrayMethod(owner, name, descriptor);
      return;
    }
    checkType(Type.getObjectType(owner));
    if (!mayCall(opcode, owner, name, descriptor)) {
      throw Refusal.notListed(className(owner) + "." + AllowList.overload(name, descriptor));
    }
    checkDescriptor(descriptor);
  }

  private void checkArrayMethod(String owner, String name, String descriptor) {
    checkType(Type.getObjectType(owner));
    boolean clone = name.equals("clone") && descriptor.equals("()Ljava/lang/Object;");
    if (!clone && !allowList.permitsMethod("java/lang/Object", name, descriptor)) {
      throw Refusal.notListed(className(owner) + "." + AllowList.overload(name, descriptor));
    }
  }

  private boolean mayCall(int opcode, String owner, String name, String descriptor) {
    ClassOutline own = bundle.outline(owner);
    if (name.equals(CONSTRUCTOR)) {
      return own == null
          ? allowList.permitsExactly(owner, name, descriptor)
          : own.declares(name, descriptor);
    }
    if (opcode == Opcodes.INVOKESTATIC) {
      return mayCallStatic(owner, name, descriptor);
    }
    return declaredInBundle(owner, name, descriptor)
        || outsideAncestors(owner).stream()
            .anyMatch(ancestor -> allowList.permitsMethod(ancestor, name, descriptor));
  }

  /**
   * As the JVM looks a static method up: in the class, then in its superclasses. Interfaces do not
   * count, else one of the bundle could lend its name to a method of a superclass outside.
   */
  private boolean mayCallStatic(String owner, String name, String descriptor) {
    Set<String> seen = new HashSet<>();
    String at = owner;
    for (ClassOutline own = bundle.outline(at); own != null; own = bundle.outline(at)) {
      if (own.declares(name, descriptor)) {
        return true;
      }
      at = seen.add(at) ? own.superName() : "";
    }
    return allowList.permitsExactly(at, name, descriptor);
  }

  void checkHandle(Handle handle) {
    switch (handle.getTag()) {
      case Opcodes.H_GETFIELD, Opcodes.H_GETSTATIC ->
          checkField(Opcodes.GETFIELD, handle.getOwner(), handle.getName(), handle.getDesc());
      case Opcodes.H_PUTFIELD, Opcodes.H_PUTSTATIC ->
          checkField(Opcodes.PUTFIELD, handle.getOwner(), handle.getName(), handle.getDesc());
      case Opcodes.H_INVOKESTATIC ->
          checkMethod(Opcodes.INVOKESTATIC, handle.getOwner(), handle.getName(), handle.getDesc());
      default ->
          checkMethod(Opcodes.INVOKEVIRTUAL, handle.getOwner(), handle.getName(), handle.getDesc());
    }
  }

  /** Whether {@code owner}, or an ancestor of it that is in the bundle, declares the member. */
  private boolean declaredInBundle(String owner, String name, String descriptor) {
    return ancestors(owner).stream()
        .map(bundle::outline)
        .anyMatch(outline -> outline != null && outline.declares(name, descriptor));
  }

  private List<String> outsideAncestors(String owner) {
    return ancestors(owner).stream().filter(name -> bundle.outline(name) == null).toList();
  }

  /** {@code owner} and, as far as classes of the bundle are their heirs, its supertypes. */
  Set<String> ancestors(String owner) {
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(owner));
    while (!open.isEmpty()) {
      String name = open.pop();
      ClassOutline outline = seen.add(name) ? bundle.outline(name) : null;
      if (outline != null) {
        open.push(outline.superName());
        outline.interfaces().forEach(open::push);
      }
    }
    return seen;
  }

  /** The nearest superclass that is not in the bundle. */
  String outsideSuperclass(ClassOutline start) {
    Set<String> seen = new HashSet<>();
    ClassOutline outline = start;
    while (bundle.outline(outline.superName()) != null) {
      if (!seen.add(outline.name())) {
        throw new Refusal("is its own superclass");
      }
      outline = bundle.outline(outline.superName());
    }
    return outline.superName();
  }

  private static String className(String internalName) {
    return Type.getObjectType(internalName).getClassName();
  }
}

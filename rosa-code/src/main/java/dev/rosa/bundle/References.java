package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Check of the types, fields and methods that a class of one bundle refers to: only its own and
 * those of the {@link AllowList} pass. Every method throws {@link Refusal} for the rest.
 */
final class References {

  private static final String CONSTRUCTOR = "<init>";

  private static final int CHARACTERS_PER_STEP = 4;
  private static final int STEPS_PER_USE = 200;

  /** A longer use takes a step for each further character: metering reads it a dozen times. */
  private static final int USUAL_CHARACTERS = 256;

  /** Steps for each class name in a descriptor: a JVM looks it up in the class loader. */
  private static final int STEPS_PER_CLASS_NAME = 50;

  private static final int STEPS_PER_ARGUMENT = 16;
  private static final int STEPS_PER_ANCESTOR = 8;
  private static final int STEPS_PER_LOOK_UP = 400;

  private final CodeBundle bundle;
  private final AllowList allowList;
  private final Hierarchy hierarchy;
  private final StepBudget budget;

  /** Descriptors, and uses of members, that were found to be permitted. */
  private final Set<String> permitted = new HashSet<>();

  private int callSites;

  References(CodeBundle bundle, AllowList allowList, Hierarchy hierarchy, StepBudget budget) {
    this.bundle = bundle;
    this.allowList = allowList;
    this.hierarchy = hierarchy;
    this.budget = budget;
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

  /** Passes a superclass or an interface of a class or lambda. */
  void checkParent(String internalName) {
    checkType(Type.getObjectType(internalName));
    if (bundle.outline(internalName) == null && !allowList.permitsInheritance(internalName)) {
      throw new Refusal(
          "extends or implements " + className(internalName) + ", which active code may only use",
          "keep an object of it in a field");
    }
  }

  void checkDescriptor(String methodDescriptor) {
    if (isKnown(methodDescriptor)) {
      return;
    }
    for (Type argument : Type.getArgumentTypes(methodDescriptor)) {
      checkType(argument);
    }
    checkType(Type.getReturnType(methodDescriptor));
    permitted.add(methodDescriptor);
  }

  /** True if {@code use} is known to be permitted; charges for asking, and for finding out. */
  private boolean isKnown(String use) {
    budget.spend(
        STEPS_PER_USE
            + use.length() / CHARACTERS_PER_STEP
            + Math.max(0, use.length() - USUAL_CHARACTERS));
    for (int end = use.indexOf(';'); end >= 0; end = use.indexOf(';', end + 1)) {
      budget.spend(STEPS_PER_CLASS_NAME);
    }
    boolean known = permitted.contains(use);
    budget.spend(known ? 0 : STEPS_PER_LOOK_UP);
    return known;
  }

  void checkField(int opcode, String owner, String name, String descriptor) {
    boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    String use = (writes ? "put " : "get ") + owner + '.' + name + ':' + descriptor;
    if (isKnown(use)) {
      return;
    }
    checkType(Type.getObjectType(owner));
    boolean own = ancestorsInBundle(owner).anyMatch(c -> c.declaresField(name, descriptor));
    boolean listed = outsideAncestors(owner).anyMatch(c -> allowList.permitsField(c, name));
    if (!own && (writes || !listed)) {
      throw Refusal.notListed(className(owner) + "." + name);
    }
    checkType(Type.getType(descriptor));
    permitted.add(use);
  }

  void checkMethod(int opcode, String owner, String name, String descriptor) {
    String use = kind(opcode) + owner + '.' + name + descriptor;
    if (isKnown(use)) {
      return;
    }
    checkType(Type.getObjectType(owner));
    if (owner.startsWith("[")) {
      checkArrayMethod(owner, name, descriptor);
    } else if (!mayCall(opcode, owner, name, descriptor)) {
      throw Refusal.notListed(className(owner) + "." + AllowList.overload(name, descriptor));
    }
    checkDescriptor(descriptor);
    permitted.add(use);
  }

  private static String kind(int opcode) {
    return switch (opcode) {
      case Opcodes.INVOKESTATIC -> "static ";
      case Opcodes.INVOKESPECIAL -> "super ";
      default -> "call ";
    };
  }

  private void checkArrayMethod(String owner, String name, String descriptor) {
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
          : own.declaresMethod(name, descriptor);
    }
    if (opcode == Opcodes.INVOKESTATIC) {
      return mayCallStatic(owner, name, descriptor);
    }
    return ancestorsInBundle(owner).anyMatch(c -> c.declaresMethod(name, descriptor))
        || outsideAncestors(owner)
            .anyMatch(ancestor -> mayCallOutside(opcode, ancestor, name, descriptor));
  }

  private boolean mayCallOutside(int opcode, String owner, String name, String descriptor) {
    return opcode == Opcodes.INVOKESPECIAL
        ? allowList.findSuperPrice(owner, name, descriptor).isPresent()
        : allowList.permitsMethod(owner, name, descriptor);
  }

  /**
   * As the JVM looks a static method up: in the class, then in its superclasses. Interfaces do not
   * count, else one of the bundle could lend its name to a method of a superclass outside.
   */
  private boolean mayCallStatic(String owner, String name, String descriptor) {
    String at = owner;
    for (ClassOutline own = bundle.outline(at); own != null; own = bundle.outline(at)) {
      if (own.declaresMethod(name, descriptor)) {
        return true;
      }
      at = own.superName();
    }
    return allowList.permitsExactly(at, name, descriptor);
  }

  /** True for the bundle's enums, and for classes of single constants. */
  boolean isEnum(String internalName) {
    return bundle.outline(internalName) != null
        && hierarchy.ancestors(internalName).contains("java/lang/Enum");
  }

  /** Adds the call sites of a class that a JVM has to link. */
  void countCallSites(int sites) {
    callSites += sites;
  }

  /** Call sites of all classes so far. */
  int callSites() {
    return callSites;
  }

  /** Charges for the arguments of a bootstrap method, which every call site brings anew. */
  void chargeArguments(int count) {
    budget.spend((long) STEPS_PER_ARGUMENT * count);
  }

  void checkHandle(Handle handle) {
    switch (handle.getTag()) {
      case Opcodes.H_GETFIELD, Opcodes.H_GETSTATIC ->
          checkField(Opcodes.GETFIELD, handle.getOwner(), handle.getName(), handle.getDesc());
      case Opcodes.H_PUTFIELD, Opcodes.H_PUTSTATIC ->
          checkField(Opcodes.PUTFIELD, handle.getOwner(), handle.getName(), handle.getDesc());
      case Opcodes.H_INVOKESTATIC ->
          checkMethod(Opcodes.INVOKESTATIC, handle.getOwner(), handle.getName(), handle.getDesc());
      case Opcodes.H_INVOKESPECIAL ->
          checkMethod(Opcodes.INVOKESPECIAL, handle.getOwner(), handle.getName(), handle.getDesc());
      default ->
          checkMethod(Opcodes.INVOKEVIRTUAL, handle.getOwner(), handle.getName(), handle.getDesc());
    }
  }

  private Stream<ClassOutline> ancestorsInBundle(String owner) {
    return ancestors(owner).map(bundle::outline).filter(Objects::nonNull);
  }

  private Stream<String> outsideAncestors(String owner) {
    return ancestors(owner).filter(name -> bundle.outline(name) == null);
  }

  private Stream<String> ancestors(String owner) {
    Set<String> ancestors = hierarchy.ancestors(owner);
    budget.spend((long) STEPS_PER_ANCESTOR * ancestors.size());
    return ancestors.stream();
  }

  private static String className(String internalName) {
    return Type.getObjectType(internalName).getClassName();
  }
}

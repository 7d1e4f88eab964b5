package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import dev.rosa.bundle.admission.SourcePlace;
import dev.rosa.bundle.admission.StaticFields;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Check of single instructions of a bundle's class. Each method refuses one instruction or passes
 * it.
 */
final class InstructionCheck {

  /** Arrays that javac makes for arguments of several types, without a word of the source. */
  private static final Set<String> COMMON_TYPES =
      Set.of(
          "java/io/Serializable",
          "java/lang/Comparable",
          "java/lang/constant/Constable",
          "java/lang/constant/ConstantDesc");

  private static final String INSTEAD_OF_COMMON_TYPE =
      "the compiler has chosen this type for arguments of several types; name another one, as in"
          + " java.util.Arrays.<Object>asList(\"a\", 1)";

  private static final String LAMBDA_FACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";
  private static final String ALTERNATIVE_FACTORY = "altMetafactory";

  /** Bootstrap methods that javac needs for lambdas, string concatenation and records. */
  private static final Set<String> BOOTSTRAPS =
      Set.of(
          LAMBDA_FACTORY + ".metafactory",
          LAMBDA_FACTORY + "." + ALTERNATIVE_FACTORY,
          CONCATENATION + ".makeConcat",
          CONCATENATION + ".makeConcatWithConstants",
          "java/lang/runtime/ObjectMethods.bootstrap");

  /** {@code LambdaMetafactory.FLAG_SERIALIZABLE}. */
  private static final int SERIALIZABLE = 1;

  /** {@code LambdaMetafactory.FLAG_MARKERS}: no type of the bundle shows what it inherits. */
  private static final int MARKERS = 2;

  /** Bridges are the only method types among the arguments from there on. */
  private static final int FIRST_BRIDGE = 4;

  private final References references;
  private final SourcePlace place;
  private final ClassOutline outline;

  InstructionCheck(References references, SourcePlace place, ClassOutline outline) {
    this.references = references;
    this.place = place;
    this.outline = outline;
  }

  SourcePlace place() {
    return place;
  }

  References references() {
    return references;
  }

  static void checkPlain(int opcode) {
    if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
      throw new Refusal(
          "has a synchronized block, active code may not lock",
          "one worker calls an instance; leave it out");
    }
  }

  void checkType(Type type) {
    references.checkType(type);
  }

  /**
   * Checks an instruction with a type. All workers share the constants of an enum, and a
   * constructor can write fields of others: so all of them are made when the code is loaded, within
   * the budget for that.
   */
  void checkTypeInstruction(String method, int opcode, String type) {
    checkTypeOfInstruction(opcode, type);
    if (opcode == Opcodes.NEW && references.isEnum(type) && !method.equals("<clinit>")) {
      throw enumMade(type);
    }
  }

  private void checkTypeOfInstruction(int opcode, String type) {
    try {
      references.checkType(Type.getObjectType(type));
    } catch (Refusal e) {
      if (opcode == Opcodes.ANEWARRAY && COMMON_TYPES.contains(type)) {
        throw new Refusal(e.getMessage(), INSTEAD_OF_COMMON_TYPE);
      }
      throw e;
    }
  }

  private static Refusal enumMade(String type) {
    return new Refusal(
        "makes an object of the enum %s outside of a static initialiser"
            .formatted(type.replace('/', '.')),
        StaticFields.INSTEAD);
  }

  void checkField(String method, int opcode, String owner, String name, String descriptor) {
    references.checkField(opcode, owner, name, descriptor);
    boolean ofOwn = owner.equals(outline.name());
    if (opcode == Opcodes.PUTSTATIC && !(ofOwn && method.equals("<clinit>"))) {
      throw new Refusal(
          "writes the static field " + name + " outside of its class's initialiser",
          StaticFields.INSTEAD);
    }
    if (opcode == Opcodes.PUTFIELD
        && references.isEnum(owner)
        && !(ofOwn && method.equals("<init>"))) {
      throw new Refusal(
          "writes the field " + name + " of an enum outside of its constructor",
          StaticFields.INSTEAD);
    }
  }

  void checkMethod(int opcode, String owner, String name, String descriptor) {
    references.checkMethod(opcode, owner, name, descriptor);
  }

  void checkConstant(Object value) {
    if (value instanceof Handle || value instanceof ConstantDynamic || isMethodType(value)) {
      throw new Refusal("loads a method handle, method type or dynamic constant");
    }
    if (value instanceof Type type) {
      references.checkType(type);
    }
  }

  private static boolean isMethodType(Object value) {
    return value instanceof Type type && type.getSort() == Type.METHOD;
  }

  void checkCallSite(String name, String descriptor, Handle bootstrap, Object... arguments) {
    if (bootstrap.getTag() != Opcodes.H_INVOKESTATIC
        || !BOOTSTRAPS.contains(bootstrap.getOwner() + "." + bootstrap.getName())) {
      throw new Refusal(
          "has an invokedynamic with "
              + bootstrap.getOwner().replace('/', '.')
              + "."
              + bootstrap.getName()
              + "; only lambdas, string concatenation and records may have one");
    }
    references.checkDescriptor(descriptor);
    references.chargeArguments(arguments.length);
    for (Object argument : arguments) {
      checkBootstrapArgument(argument);
    }
    if (bootstrap.getOwner().equals(CONCATENATION)) {
      checkConcatenation(descriptor);
    }
    if (bootstrap.getOwner().equals(LAMBDA_FACTORY)) {
      checkLambda(name, Type.getReturnType(descriptor), arguments);
    }
    if (bootstrap.getName().equals(ALTERNATIVE_FACTORY)) {
      checkFlags(arguments);
    }
  }

  /** JDKs differ in the text of a number with a fraction. */
  private static void checkConcatenation(String descriptor) {
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      if (argument.getSort() == Type.FLOAT || argument.getSort() == Type.DOUBLE) {
        throw new Refusal(
            "makes a text of a " + argument.getClassName(), "use whole numbers, scaled");
      }
    }
  }

  /**
   * Checks the methods that the class of a lambda will have. The JVM does not compare their name
   * with the interface's methods: a {@code finalize} among them would be called by the JVM itself.
   */
  private void checkLambda(String name, Type type, Object[] arguments) {
    if (type.getSort() != Type.OBJECT) {
      throw new Refusal("has a lambda that is no object");
    }
    references.checkParent(type.getInternalName());
    for (int i = 0; i < arguments.length; i++) {
      boolean isMethod = i == 0 || i >= FIRST_BRIDGE;
      if (isMethod && isMethodType(arguments[i])) {
        String method = ((Type) arguments[i]).getDescriptor();
        references.checkMethod(Opcodes.INVOKEINTERFACE, type.getInternalName(), name, method);
      }
    }
  }

  private void checkBootstrapArgument(Object argument) {
    if (argument instanceof Handle handle) {
      references.checkHandle(handle);
      if (handle.getTag() == Opcodes.H_NEWINVOKESPECIAL && references.isEnum(handle.getOwner())) {
        throw enumMade(handle.getOwner());
      }
    } else if (argument instanceof Type type) {
      references.checkType(type);
    } else if (argument instanceof ConstantDynamic) {
      throw new Refusal("has a dynamic constant");
    }
  }

  private static void checkFlags(Object[] arguments) {
    int flags =
        arguments.length >= 4 && arguments[3] instanceof Integer given
            ? given
            : SERIALIZABLE | MARKERS;
    if ((flags & SERIALIZABLE) != 0) {
      throw new Refusal("has a serializable lambda");
    }
    if ((flags & MARKERS) != 0) {
      throw new Refusal(
          "has a lambda of several interfaces", "declare an interface that extends them");
    }
  }
}

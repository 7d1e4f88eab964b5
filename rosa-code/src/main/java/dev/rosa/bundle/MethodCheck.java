package dev.rosa.bundle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * ASM visitor that checks one method of a bundle and throws {@link Refusal} at the first forbidden
 * instruction.
 */
final class MethodCheck extends MethodVisitor {

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

  /** Bridges are the only method types among the arguments from there on. */
  private static final int FIRST_BRIDGE = 4;

  /** An exception handler and the type that it catches. */
  private record Catch(Label handler, String type) {}

  private final References references;
  private final SourcePlace place;
  private final MethodHead head;
  private final List<Catch> catches = new ArrayList<>();
  private final Map<Label, Integer> lines = new HashMap<>();
  private int firstLine;

  MethodCheck(References references, SourcePlace place, MethodHead head) {
    super(Opcodes.ASM9);
    this.references = references;
    this.place = place;
    this.head = head;
  }

  @Override
  public void visitLineNumber(int line, Label start) {
    lines.put(start, line);
    firstLine = firstLine == 0 ? line : firstLine;
    place.atLine(line);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
      throw new Refusal("has a synchronized block, active code may not lock");
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    references.checkType(Type.getObjectType(type));
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    references.checkType(Type.getType(descriptor));
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    references.checkField(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    references.checkMethod(opcode, owner, name, descriptor);
  }

  @Override
  public void visitLdcInsn(Object value) {
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

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
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
      checkNotSerializable(arguments);
    }
  }

  /** JDKs differ in the text of a number with a fraction. */
  private static void checkConcatenation(String descriptor) {
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      if (argument.getSort() == Type.FLOAT || argument.getSort() == Type.DOUBLE) {
        throw new Refusal("makes a text of a " + argument.getClassName());
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
    } else if (argument instanceof Type type) {
      references.checkType(type);
    } else if (argument instanceof ConstantDynamic) {
      throw new Refusal("has a dynamic constant");
    }
  }

  private static void checkNotSerializable(Object[] arguments) {
    boolean serializable =
        arguments.length < 4
            || !(arguments[3] instanceof Integer flags)
            || (flags & SERIALIZABLE) != 0;
    if (serializable) {
      throw new Refusal("has a serializable lambda");
    }
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    if (type != null) {
      catches.add(new Catch(handler, type));
    }
  }

  @Override
  public void visitEnd() {
    for (Catch clause : catches) {
      place.atLine(lines.getOrDefault(clause.handler, firstLine));
      references.checkType(Type.getObjectType(clause.type));
    }
    place.atLine(firstLine);
    head.check(references);
    place.outsideMethods();
  }
}

package dev.rosa.metering.instrument;

import dev.rosa.bundle.admission.CodeLimits;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Methods of records, in place of those that the JDK's {@code ObjectMethods} generates, which pay
 * nothing. They give the same results. Stateless.
 */
final class RecordMethods {

  static final String FACTORY = "java/lang/runtime/ObjectMethods";

  private static final String FRACTIONS = "dev/rosa/metering/Fractions";
  private static final int COMPONENTS = 2;
  private static final int PRIME = 31;

  /** A component: its field, and its name. */
  private record Component(Handle field, String name) {

    Type type() {
      return Type.getType(field.getDesc());
    }

    /** Loads its value of the object in a variable. */
    Code load(Code code, int variable) {
      return code.load(variable)
          .add(
              new FieldInsnNode(
                  Opcodes.GETFIELD, field.getOwner(), field.getName(), field.getDesc()));
    }
  }

  private RecordMethods() {}

  /** The body of a static method with the descriptor of the call site. */
  static InsnList body(InvokeDynamicInsnNode site, JoinedTexts texts) {
    List<Component> components = components(site, texts);
    Type[] arguments = Type.getArgumentTypes(site.desc);
    String wanted = site.name + Type.getReturnType(site.desc) + arguments.length;
    Code code = new Code();
    switch (wanted) {
      case "toStringLjava/lang/String;1" -> text(code, simpleName(arguments[0]), components);
      case "hashCodeI1" -> hash(code, components);
      case "equalsZ2" -> compare(code, arguments[0].getInternalName(), components);
      default -> throw new Unmeterable("has a method of records that no compiler makes");
    }
    return code.list();
  }

  private static List<Component> components(InvokeDynamicInsnNode site, JoinedTexts texts) {
    Object[] given = site.bsmArgs;
    if (given.length < COMPONENTS || !(given[1] instanceof String names)) {
      throw new Unmeterable("has a method of records without names");
    }
    // The constructor of a record has a parameter for each; call sites may name one list again.
    if (given.length - COMPONENTS > CodeLimits.MOST_PARAMETERS) {
      throw new Unmeterable(
          "has a method of records with %d components, at most %d are taken"
              .formatted(given.length - COMPONENTS, CodeLimits.MOST_PARAMETERS));
    }
    texts.take(names.length());
    String[] split = names.isEmpty() ? new String[0] : names.split(";", -1);
    if (split.length != given.length - COMPONENTS) {
      throw new Unmeterable("has a method of records with another number of names");
    }
    List<Component> components = new ArrayList<>();
    for (int i = 0; i < split.length; i++) {
      if (!(given[COMPONENTS + i] instanceof Handle handle)
          || handle.getTag() != Opcodes.H_GETFIELD) {
        throw new Unmeterable("has a method of records that reads something else than fields");
      }
      components.add(new Component(handle, split[i]));
    }
    return components;
  }

  private static String simpleName(Type type) {
    String name = type.getInternalName();
    String last = name.substring(name.lastIndexOf('/') + 1);
    String simple = last.substring(last.lastIndexOf('$') + 1);
    int digits = 0;
    // A class within a method has a number before its name.
    while (digits < simple.length() - 1 && Character.isDigit(simple.charAt(digits))) {
      digits++;
    }
    return simple.substring(digits);
  }

  private static void text(Code code, String name, List<Component> components) {
    String builder = "java/lang/StringBuilder";
    code.type(Opcodes.NEW, builder).op(Opcodes.DUP).add(Calls.constructor(builder, "()V"));
    String before = name + "[";
    for (Component component : components) {
      append(code, before + component.name() + "=");
      appendValue(component.load(code, 0), component.type());
      before = ", ";
    }
    append(code, components.isEmpty() ? before + "]" : "]");
    code.callVirtual(builder, "toString", "()Ljava/lang/String;").op(Opcodes.ARETURN);
  }

  /** JDKs differ in the text of a number with a fraction; its hexadecimal text is specified. */
  private static void appendValue(Code code, Type type) {
    boolean fraction = type.getSort() == Type.FLOAT || type.getSort() == Type.DOUBLE;
    if (fraction) {
      code.callStatic(FRACTIONS, "toString", "(" + type + ")Ljava/lang/String;");
    }
    Concatenation.append(code, fraction ? Type.getObjectType("java/lang/String") : type);
  }

  private static void append(Code code, String text) {
    Concatenation.append(code.constant(text), Type.getObjectType("java/lang/String"));
  }

  private static void hash(Code code, List<Component> components) {
    code.push(0);
    for (Component component : components) {
      Type type = component.type();
      code.push(PRIME).op(Opcodes.IMUL);
      component.load(code, 0);
      code.callStatic(home(type), "hashCode", "(" + general(type) + ")I").op(Opcodes.IADD);
    }
    code.op(Opcodes.IRETURN);
  }

  private static void compare(Code code, String owner, List<Component> components) {
    LabelNode different = new LabelNode();
    code.load(1).type(Opcodes.INSTANCEOF, owner).jump(Opcodes.IFEQ, different);
    code.load(1).type(Opcodes.CHECKCAST, owner).store(1);
    for (Component component : components) {
      component.load(code, 0);
      component.load(code, 1);
      Type type = component.type();
      switch (type.getSort()) {
        case Type.OBJECT, Type.ARRAY ->
            code.callStatic(home(type), "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z")
                .jump(Opcodes.IFEQ, different);
        case Type.LONG -> code.op(Opcodes.LCMP).jump(Opcodes.IFNE, different);
        case Type.FLOAT, Type.DOUBLE ->
            code.callStatic(home(type), "compare", "(" + type + type + ")I")
                .jump(Opcodes.IFNE, different);
        default -> code.jump(Opcodes.IF_ICMPNE, different);
      }
    }
    code.push(1).op(Opcodes.IRETURN).add(different).push(0).op(Opcodes.IRETURN);
  }

  /** The class with static {@code hashCode} and comparisons for values of a type. */
  private static String home(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> "java/lang/Boolean";
      case Type.BYTE -> "java/lang/Byte";
      case Type.SHORT -> "java/lang/Short";
      case Type.CHAR -> "java/lang/Character";
      case Type.INT -> "java/lang/Integer";
      case Type.LONG -> "java/lang/Long";
      case Type.FLOAT -> "java/lang/Float";
      case Type.DOUBLE -> "java/lang/Double";
      default -> "java/util/Objects";
    };
  }

  private static String general(Type type) {
    boolean primitive = type.getSort() < Type.ARRAY;
    return primitive ? type.getDescriptor() : "Ljava/lang/Object;";
  }
}

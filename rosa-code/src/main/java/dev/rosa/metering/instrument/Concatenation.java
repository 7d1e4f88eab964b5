package dev.rosa.metering.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Concatenation of strings by a builder, in place of the JDK's own code, which pays nothing and
 * differs from JDK to JDK. Stateless.
 */
final class Concatenation {

  static final String FACTORY = "java/lang/invoke/StringConcatFactory";

  private static final String BUILDER = "java/lang/StringBuilder";
  private static final String STRING = "java/lang/String";
  private static final char ARGUMENT = '\1';
  private static final char CONSTANT = '\2';

  private Concatenation() {}

  /** The body of a static method with the descriptor of the call site. */
  static InsnList body(InvokeDynamicInsnNode site, JoinedTexts texts) {
    Code code = new Code();
    code.type(Opcodes.NEW, BUILDER).op(Opcodes.DUP);
    code.add(Calls.constructor(BUILDER, "()V"));
    Type[] arguments = Type.getArgumentTypes(site.desc);
    int argument = 0;
    int variable = 0;
    for (Object part : parts(site, arguments.length, texts)) {
      if (part != null) {
        append(code.constant(part), Type.getObjectType(STRING));
      } else {
        Type type = arguments[argument++];
        append(code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable)), type);
        variable += type.getSize();
      }
    }
    code.callVirtual(BUILDER, "toString", "()Ljava/lang/String;").op(Opcodes.ARETURN);
    return code.list();
  }

  /** Texts, and null for each argument. */
  private static List<String> parts(InvokeDynamicInsnNode site, int arguments, JoinedTexts texts) {
    List<String> parts = new ArrayList<>();
    if (!site.bsm.getName().equals("makeConcatWithConstants")) {
      for (int i = 0; i < arguments; i++) {
        parts.add(null);
      }
      return parts;
    }
    if (site.bsmArgs.length == 0 || !(site.bsmArgs[0] instanceof String recipe)) {
      throw new Unmeterable("concatenates text without a recipe");
    }
    texts.take(recipe.length());
    if (recipe.chars().filter(c -> c == ARGUMENT).count() != arguments) {
      throw new Unmeterable("concatenates text by a recipe of another number of values");
    }
    StringBuilder text = new StringBuilder();
    int constant = 1;
    for (int i = 0; i < recipe.length(); i++) {
      char c = recipe.charAt(i);
      if (c == CONSTANT) {
        String named = constant(site.bsmArgs, constant++).toString();
        texts.take(named.length());
        text.append(named);
      } else if (c == ARGUMENT) {
        flush(text, parts);
        parts.add(null);
      } else {
        text.append(c);
      }
    }
    flush(text, parts);
    return parts;
  }

  private static Object constant(Object[] constants, int index) {
    if (index >= constants.length
        || !(constants[index] instanceof String || constants[index] instanceof Integer)) {
      throw new Unmeterable("concatenates text with a constant that is no text and no int");
    }
    return constants[index];
  }

  private static void flush(StringBuilder text, List<String> parts) {
    if (text.length() > 0) {
      parts.add(text.toString());
      text.setLength(0);
    }
  }

  /** Appends the topmost value to the builder below it. */
  static Code append(Code code, Type type) {
    String parameter =
        switch (type.getSort()) {
          case Type.BYTE, Type.SHORT -> "I";
          case Type.OBJECT, Type.ARRAY ->
              type.getInternalName().equals(STRING) ? "Ljava/lang/String;" : "Ljava/lang/Object;";
          default -> type.getDescriptor();
        };
    return code.callVirtual(BUILDER, "append", "(" + parameter + ")Ljava/lang/StringBuilder;");
  }
}

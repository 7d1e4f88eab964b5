package dev.rosa.code;

import dev.rosa.bundle.GeneratedBundle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Hostile bundles whose code a JVM meets for the first time in their first packet, and interprets
 * there: thousands of small methods, or members that take long to find. Stateless.
 */
final class ColdClassFiles {

  private static final String OBJECT = "java/lang/Object";
  private static final String APPLICATION = "dev/rosa/api/ActiveApplication";
  private static final int PUBLIC = Opcodes.ACC_PUBLIC;

  private static final int CLASSES = 4;
  private static final int METHODS = 1_000;

  /** Instructions of a kind in one method, which stays within the limit of its code. */
  private static final int IN_A_ROW = 500;

  private static final int CHAIN = 9;
  private static final int FIELDS = 900;

  private ColdClassFiles() {}

  /** Bundles by name. */
  static Map<String, byte[]> bundles() {
    Map<String, byte[]> bundles = new LinkedHashMap<>();
    bundles.put("cold-methods", methods(PUBLIC | Opcodes.ACC_STATIC));
    bundles.put("cold-methods-that-pay", methods(PUBLIC));
    bundles.put("cold-fields", fields());
    return bundles;
  }

  private static GeneratedBundle type(
      GeneratedBundle bundle, String name, String parent, Consumer<ClassWriter> members) {
    String[] interfaces = name.equals("a/App") ? new String[] {APPLICATION} : new String[0];
    return bundle.type(
        PUBLIC | Opcodes.ACC_SUPER,
        name,
        parent,
        interfaces,
        writer -> {
          GeneratedBundle.method(writer, "<init>", "()V", code -> constructParent(code, parent));
          members.accept(writer);
        });
  }

  private static void constructParent(MethodVisitor code, String parent) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
  }

  private static void make(MethodVisitor code, String type, int variable) {
    code.visitTypeInsn(Opcodes.NEW, type);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
    code.visitVarInsn(Opcodes.ASTORE, variable);
  }

  /** All methods one after the other, again and again: none of them is soon compiled. */
  private static byte[] methods(int access) {
    GeneratedBundle bundle = new GeneratedBundle();
    for (int i = 0; i < CLASSES; i++) {
      String name = "a/B" + i;
      type(bundle, name, OBJECT, writer -> methods(writer, name, access));
    }
    return type(bundle, "a/App", OBJECT, ColdClassFiles::callAllForEver).jar();
  }

  private static void methods(ClassWriter writer, String name, int access) {
    for (int i = 0; i < METHODS; i++) {
      MethodVisitor code = writer.visitMethod(access, "m" + i, "()V", null, null);
      code.visitCode();
      code.visitInsn(Opcodes.RETURN);
      code.visitMaxs(0, 1);
      code.visitEnd();
    }
    boolean fixed = (access & Opcodes.ACC_STATIC) != 0;
    for (int from = 0; from < METHODS; from += IN_A_ROW) {
      int first = from;
      GeneratedBundle.method(
          writer, "row" + from, "()V", code -> callRow(code, name, first, fixed));
    }
  }

  private static void callRow(MethodVisitor code, String name, int first, boolean fixed) {
    for (int i = first; i < first + IN_A_ROW; i++) {
      if (fixed) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, name, "m" + i, "()V", false);
      } else {
        call(code, 0, name, "m" + i);
      }
    }
  }

  private static void call(MethodVisitor code, int variable, String owner, String name) {
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, "()V", false);
  }

  private static void callAllForEver(ClassWriter writer) {
    onPacket(
        writer,
        code -> {
          Object[] locals = new Object[2 + CLASSES];
          locals[0] = "a/App";
          locals[1] = "dev/rosa/api/Packet";
          for (int i = 0; i < CLASSES; i++) {
            locals[2 + i] = "a/B" + i;
            make(code, "a/B" + i, 2 + i);
          }
          Label loop = new Label();
          code.visitLabel(loop);
          code.visitFrame(Opcodes.F_FULL, locals.length, locals, 0, new Object[0]);
          for (int i = 0; i < CLASSES * METHODS / IN_A_ROW; i++) {
            int type = i % CLASSES;
            call(code, 2 + type, "a/B" + type, "row" + i / CLASSES * IN_A_ROW);
          }
          code.visitInsn(Opcodes.ICONST_0);
          code.visitJumpInsn(Opcodes.IFEQ, loop);
        });
  }

  private static void onPacket(ClassWriter writer, Consumer<MethodVisitor> body) {
    GeneratedBundle.method(writer, "onPacket", "(Ldev/rosa/api/Packet;)V", body);
  }

  /** Some JVMs look through all fields of all superclasses for each field that a class names. */
  private static byte[] fields() {
    GeneratedBundle bundle = new GeneratedBundle();
    String parent = OBJECT;
    for (int i = 0; i < CHAIN; i++) {
      String prefix = i == 0 ? "g" : "f";
      type(bundle, "a/C" + i, parent, writer -> fields(writer, prefix));
      parent = "a/C" + i;
    }
    String last = parent;
    return type(bundle, "a/App", OBJECT, writer -> readEach(writer, last)).jar();
  }

  private static void fields(ClassWriter writer, String prefix) {
    for (int i = 0; i < FIELDS; i++) {
      writer.visitField(PUBLIC, prefix + i, "I", null, null).visitEnd();
    }
  }

  /** All fields of the first class of the chain, by the names of its heirs. */
  private static void readEach(ClassWriter writer, String last) {
    String descriptor = "(L" + last + ";)V";
    onPacket(
        writer,
        code -> {
          make(code, last, 2);
          for (int i = CHAIN / 2; i < CHAIN; i++) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ALOAD, 2);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/App", "read" + i, descriptor, false);
          }
        });
    for (int i = CHAIN / 2; i < CHAIN; i++) {
      String owner = "a/C" + i;
      GeneratedBundle.method(writer, "read" + i, descriptor, code -> readAll(code, owner));
    }
  }

  private static void readAll(MethodVisitor code, String owner) {
    for (int i = 0; i < FIELDS; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 1);
      code.visitFieldInsn(Opcodes.GETFIELD, owner, "g" + i, "I");
      code.visitInsn(Opcodes.POP);
    }
  }
}

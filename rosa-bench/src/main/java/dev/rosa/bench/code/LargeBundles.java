package dev.rosa.bench.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Bundles near the limits of admission, each with very many of something. Stateless. */
final class LargeBundles {

  private static final String MANIFEST = "Manifest-Version: 1.0\r\nRosa-Entry-Class: a.C0\r\n\r\n";

  private static final String OBJECT = "java/lang/Object";
  private static final int METHODS = 20;
  private static final int SLOTS = 4;

  private LargeBundles() {}

  static byte[] calls(int classes) {
    return jar(
        classes, writer -> each(writer, METHODS, code -> repeat(code, 1_100, LargeBundles::call)));
  }

  static byte[] branches(int classes) {
    return jar(
        classes, writer -> each(writer, METHODS, code -> repeat(code, 600, LargeBundles::branch)));
  }

  static byte[] methods(int classes) {
    return jar(classes, writer -> each(writer, 1_000, code -> {}));
  }

  static byte[] handlers(int classes) {
    return jar(
        classes, writer -> each(writer, METHODS, code -> repeat(code, 100, LargeBundles::handler)));
  }

  static byte[] straight(int classes) {
    return jar(
        classes,
        writer -> each(writer, 40, code -> repeat(code, 5_900, c -> c.visitInsn(Opcodes.NOP))));
  }

  private static void call(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, OBJECT, "hashCode", "()I", false);
    code.visitInsn(Opcodes.POP);
  }

  private static void branch(MethodVisitor code) {
    Label next = new Label();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitJumpInsn(Opcodes.IFEQ, next);
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(next);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }

  private static void handler(MethodVisitor code) {
    Label start = new Label();
    Label handler = new Label();
    code.visitTryCatchBlock(start, handler, handler, "java/lang/RuntimeException");
    code.visitLabel(start);
    repeat(code, 3, LargeBundles::call);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(handler);
    code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/RuntimeException"});
    code.visitInsn(Opcodes.POP);
  }

  private static void repeat(MethodVisitor code, int times, Consumer<MethodVisitor> part) {
    for (int i = 0; i < times; i++) {
      part.accept(code);
    }
  }

  private static void each(ClassWriter writer, int methods, Consumer<MethodVisitor> body) {
    for (int i = 0; i < methods; i++) {
      method(writer, "m" + i, "()V", body);
    }
  }

  private static void method(
      ClassWriter writer, String name, String descriptor, Consumer<MethodVisitor> body) {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    code.visitCode();
    body.accept(code);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(SLOTS, SLOTS);
    code.visitEnd();
  }

  private static byte[] jar(int classes, Consumer<ClassWriter> members) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      put(zip, "META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < classes; i++) {
        put(zip, "a/C" + i + ".class", type("a/C" + i, members));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    zip.closeEntry();
  }

  private static byte[] type(String name, Consumer<ClassWriter> members) {
    ClassWriter writer = new ClassWriter(0);
    String[] interfaces = {"dev/rosa/api/ActiveApplication"};
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
    writer.visit(Opcodes.V17, access, name, null, OBJECT, interfaces);
    method(writer, "<init>", "()V", LargeBundles::superConstructor);
    method(writer, "onPacket", "(Ldev/rosa/api/Packet;)V", code -> {});
    members.accept(writer);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void superConstructor(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
  }
}

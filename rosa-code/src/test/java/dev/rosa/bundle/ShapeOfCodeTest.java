package dev.rosa.bundle;

import static dev.rosa.bundle.GeneratedBundle.method;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.admission.Admission;
import dev.rosa.bundle.admission.CodeLimits;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Shapes of methods that no compiler writes, and their limits. */
class ShapeOfCodeTest {

  private static final int PUBLIC = Opcodes.ACC_PUBLIC;

  /** Members of a class, and what its refusal says. */
  private record Odd(String refusal, Consumer<ClassWriter> members) {
    @Override
    public String toString() {
      return refusal;
    }
  }

  private static Odd code(String refusal, Consumer<MethodVisitor> body) {
    return new Odd(
        "a.App.run (source file unknown, line unknown) " + refusal,
        writer -> method(writer, "run", "()V", body));
  }

  private static List<Odd> oddities() {
    return List.of(
        code("has an exception handler that covers itself", ShapeOfCodeTest::coversItself),
        code("has an exception handler before the code", ShapeOfCodeTest::handlerBefore),
        code("has exception handlers whose ranges overlap in part", ShapeOfCodeTest::overlap),
        code("has 129 exception handlers, at most 128 are taken", ShapeOfCodeTest::handlers),
        code("has 6001 bytes of code, at most 6000 are taken", body -> nops(body, 6_000)),
        new Odd(
            "a.App.run (source file unknown, line unknown) has 41 words of parameters, at most 40",
            writer -> method(writer, "run", "(" + "I".repeat(41) + ")V", code -> {})),
        new Odd(
            "has 16500 labels of switches times words of locals, at most 16384 are taken",
            writer -> bigSwitch(writer, 66, 250)),
        new Odd(
            "a.App.big (source file unknown, line unknown) has 256 words of locals, at most 255",
            writer -> sized(writer, 0, 256)),
        new Odd(
            "a.App.big (source file unknown, line unknown) has 256 words of stack, at most 255",
            writer -> sized(writer, 256, 1)),
        new Odd("a.App has 1026 methods, at most 1024 are taken", writer -> methods(writer, 1_024)),
        new Odd(
            "a.App has 257 lambdas, joined texts and records, at most 256",
            writer -> callSites(writer, 257)),
        new Odd("constants, at most 8192 are taken", ShapeOfCodeTest::constants));
  }

  private static void coversItself(MethodVisitor code) {
    Label start = new Label();
    Label handler = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitLabel(start);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitLabel(handler);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(end);
  }

  private static void handlerBefore(MethodVisitor code) {
    Label start = new Label();
    Label handler = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitLabel(handler);
    code.visitInsn(Opcodes.POP);
    code.visitLabel(start);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(end);
  }

  private static void overlap(MethodVisitor code) {
    Label[] at = {new Label(), new Label(), new Label(), new Label()};
    Label handler = new Label();
    code.visitTryCatchBlock(at[0], at[2], handler, null);
    code.visitTryCatchBlock(at[1], at[3], handler, null);
    for (Label label : at) {
      code.visitLabel(label);
      code.visitInsn(Opcodes.NOP);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(handler);
    code.visitInsn(Opcodes.POP);
  }

  private static void handlers(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    for (int i = 0; i < 129; i++) {
      code.visitTryCatchBlock(start, end, handler, null);
    }
    code.visitLabel(start);
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(handler);
    code.visitInsn(Opcodes.POP);
  }

  private static void nops(MethodVisitor code, int count) {
    for (int i = 0; i < count; i++) {
      code.visitInsn(Opcodes.NOP);
    }
  }

  private static void sized(ClassWriter writer, int stack, int locals) {
    MethodVisitor code = writer.visitMethod(PUBLIC, "big", "()V", null, null);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(stack, locals);
  }

  private static void bigSwitch(ClassWriter writer, int labels, int locals) {
    MethodVisitor code = writer.visitMethod(PUBLIC, "big", "()V", null, null);
    Label end = new Label();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitTableSwitchInsn(
        0, labels - 1, end, Collections.nCopies(labels, end).toArray(Label[]::new));
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, locals);
  }

  private static void methods(ClassWriter writer, int count) {
    for (int i = 0; i < count; i++) {
      method(writer, "m" + i, "()V", code -> {});
    }
  }

  private static void callSites(ClassWriter writer, int count) {
    Handle factory =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/LambdaMetafactory",
            "metafactory",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
                + "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                + "Ljava/lang/invoke/CallSite;",
            false);
    Handle drop = new Handle(Opcodes.H_INVOKEVIRTUAL, "a/App", "run", "()V", false);
    Type nothing = Type.getMethodType("()V");
    method(
        writer,
        "run",
        "()V",
        code -> {
          for (int i = 0; i < count; i++) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitInvokeDynamicInsn(
                "run", "(La/App;)Ljava/lang/Runnable;", factory, nothing, drop, nothing);
            code.visitInsn(Opcodes.POP);
          }
        });
  }

  private static void constants(ClassWriter writer) {
    for (int i = 0; i < 8_200; i++) {
      writer.newConst(1_000_000 + i);
    }
  }

  private static String refusal(Consumer<ClassWriter> members) {
    byte[] jar = new GeneratedBundle().application(PUBLIC, "java/lang/Object", members).jar();
    Admission admission = new Admission(BundleLimits.defaults());
    return assertThrows(BundleException.class, () -> admission.admit(jar, () -> false))
        .getMessage();
  }

  @ParameterizedTest
  @MethodSource("oddities")
  void shouldRefuseWhenNoCompilerWritesThat(Odd odd) {
    String message = refusal(odd.members);
    assertTrue(message.contains(odd.refusal), message);
  }

  @Test
  void shouldRefuseWhenCallSitesOfAllClassesAreTooMany() {
    GeneratedBundle bundle = new GeneratedBundle();
    for (int i = 0; i < 3; i++) {
      bundle.type(
          PUBLIC | Opcodes.ACC_SUPER,
          "a/B" + i,
          "a/App",
          new String[0],
          writer -> callSites(writer, CodeLimits.MOST_CALL_SITES));
    }
    bundle.application(
        PUBLIC, "java/lang/Object", writer -> method(writer, "run", "()V", code -> {}));
    Admission admission = new Admission(BundleLimits.defaults());
    assertEquals(
        "the bundle has 768 lambdas, joined texts and records in all, at most 512 are taken",
        assertThrows(BundleException.class, () -> admission.admit(bundle.jar(), () -> false))
            .getMessage());
  }

  @Test
  void shouldRefuseWhenConstantsOfAllClassesAreTooMany() {
    GeneratedBundle bundle = new GeneratedBundle();
    for (int i = 0; i < 9; i++) {
      bundle.type(
          PUBLIC | Opcodes.ACC_SUPER,
          "a/B" + i,
          "java/lang/Object",
          new String[0],
          writer -> IntStream.range(0, 8_000).forEach(writer::newConst));
    }
    Admission admission = new Admission(BundleLimits.defaults());
    String message =
        assertThrows(BundleException.class, () -> admission.admit(bundle.jar(), () -> false))
            .getMessage();
    assertTrue(message.endsWith("constants in all, at most 65536 are taken"), message);
  }

  @Test
  void shouldRefuseWhenMethodsOfAllClassesAreTooMany() {
    GeneratedBundle bundle = new GeneratedBundle();
    for (int i = 0; i < 5; i++) {
      bundle.type(
          PUBLIC | Opcodes.ACC_SUPER,
          "a/B" + i,
          "java/lang/Object",
          new String[0],
          writer -> methods(writer, 1_000));
    }
    Admission admission = new Admission(BundleLimits.defaults());
    assertEquals(
        "the bundle has 5002 methods in all, at most 4096 are taken",
        assertThrows(BundleException.class, () -> admission.admit(bundle.jar(), () -> false))
            .getMessage());
  }

  @Test
  void shouldRefuseWhenCodeOfAllClassesIsTooLong() {
    GeneratedBundle bundle = new GeneratedBundle();
    for (int i = 0; i < 5; i++) {
      bundle.type(
          PUBLIC | Opcodes.ACC_SUPER,
          "a/B" + i,
          "java/lang/Object",
          new String[0],
          writer -> {
            for (int m = 0; m < 40; m++) {
              method(writer, "run" + m, "()V", code -> nops(code, 5_900));
            }
          });
    }
    Admission admission = new Admission(BundleLimits.defaults());
    String message =
        assertThrows(BundleException.class, () -> admission.admit(bundle.jar(), () -> false))
            .getMessage();
    assertEquals("the bundle has 1180206 bytes of code in all, at most 524288 are taken", message);
  }

  @Test
  void shouldNameTheLineOfCodeThatNoJvmTakes() {
    byte[] jar =
        new GeneratedBundle()
            .application(
                PUBLIC,
                "java/lang/Object",
                writer -> {
                  writer.visitSource("App.java", null);
                  method(writer, "run", "()V", ShapeOfCodeTest::underflowInLineEight);
                })
            .jar();
    Admission admission = new Admission(BundleLimits.defaults());
    assertEquals(
        "a.App.run (App.java:8) has code that no JVM takes: Operand stack underflow",
        assertThrows(BundleException.class, () -> admission.admit(jar, () -> false)).getMessage());
  }

  private static void underflowInLineEight(MethodVisitor code) {
    for (int line = 7; line <= 9; line++) {
      Label start = new Label();
      code.visitLabel(start);
      code.visitLineNumber(line, start);
      code.visitInsn(line == 8 ? Opcodes.POP : Opcodes.NOP);
    }
  }

  /** Class files for Java 8 may write final fields from any method of their class. */
  @Test
  void shouldRefuseWhenOldClassWritesItsConstantsLater() {
    GeneratedBundle bundle = new GeneratedBundle();
    bundle.file("a/B.class", oldClass());
    Admission admission = new Admission(BundleLimits.defaults());
    String message =
        assertThrows(BundleException.class, () -> admission.admit(bundle.jar(), () -> false))
            .getMessage();
    assertTrue(message.contains("writes the static field kept outside of its class's"), message);
  }

  private static byte[] oldClass() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, PUBLIC | Opcodes.ACC_SUPER, "a/B", null, "java/lang/Object", null);
    writer.visitField(Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, "kept", "I", null, null);
    method(
        writer,
        "run",
        "()V",
        code -> {
          code.visitInsn(Opcodes.ICONST_1);
          code.visitFieldInsn(Opcodes.PUTSTATIC, "a/B", "kept", "I");
        });
    writer.visitEnd();
    return writer.toByteArray();
  }
}

package dev.rosa.bundle;

import static dev.rosa.bundle.CheckCostTest.refusal;
import static dev.rosa.bundle.CheckCostTest.steps;
import static dev.rosa.bundle.GeneratedBundle.method;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Bounds on what ASM does again and again with a bundle's lines, descriptors and constants. */
class RepeatedWorkTest {

  private static final int PUBLIC = Opcodes.ACC_PUBLIC;

  /** A kilobyte of jar has ten thousands, which ASM would copy again and again. */
  @Test
  void shouldRefuseWhenAnInstructionHasManyLines() throws BundleException {
    assertEquals("a/B.class has 65 lines of one instruction, at most 64 are taken", lined(65, 1));
    assertEquals("a/B.class has 65 lines of one instruction, at most 64 are taken", lined(33, 2));
    assertTrue(steps(withLines(64, 1)) > 0);
  }

  private static String lined(int lines, int tables) {
    return refusal(withLines(lines, tables));
  }

  /** A method whose first instruction has so many lines, in each of some tables. */
  private static GeneratedBundle withLines(int lines, int tables) {
    return new GeneratedBundle()
        .type(
            PUBLIC,
            "a/B",
            "java/lang/Object",
            new String[0],
            writer -> method(writer, "run", "()V", code -> lines(code, lines, tables)));
  }

  private static void lines(MethodVisitor code, int lines, int tables) {
    Label first = new Label();
    code.visitLabel(first);
    for (int i = 0; i < lines; i++) {
      code.visitLineNumber(7, first);
    }
    for (int i = 1; i < tables; i++) {
      code.visitAttribute(new MoreLines(lines));
    }
  }

  private static final class MoreLines extends Attribute {
    private final int lines;

    MoreLines(int lines) {
      super("LineNumberTable");
      this.lines = lines;
    }

    @Override
    public boolean isCodeAttribute() {
      return true;
    }

    @Override
    protected ByteVector write(ClassWriter writer, byte[] code, int length, int stack, int locals) {
      ByteVector bytes = new ByteVector().putShort(lines);
      for (int i = 0; i < lines; i++) {
        bytes.putShort(0).putShort(8);
      }
      return bytes;
    }
  }

  @Test
  void shouldChargeEachUseOfALongDescriptor() throws BundleException {
    String parameter = "a/" + "b".repeat(180);
    String descriptor = "(" + ("L" + parameter + ";").repeat(20) + ")V";
    long one = steps(calling(parameter, descriptor, 1));
    long perCall = (steps(calling(parameter, descriptor, 101)) - one) / 100;
    assertTrue(perCall > descriptor.length(), () -> "steps per call: " + perCall);
  }

  private static GeneratedBundle calling(String parameter, String descriptor, int calls) {
    return new GeneratedBundle()
        .heir(parameter, "java/lang/Object")
        .application(
            PUBLIC,
            "java/lang/Object",
            writer -> {
              method(writer, "called", descriptor, code -> {});
              method(writer, "calling", "()V", code -> call(code, descriptor, calls));
            });
  }

  private static void call(MethodVisitor code, String descriptor, int calls) {
    for (int i = 0; i < calls; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      for (int argument = 0; argument < 20; argument++) {
        code.visitInsn(Opcodes.ACONST_NULL);
      }
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/App", "called", descriptor, false);
    }
  }

  private static GeneratedBundle constants(IntFunction<Object> constant, int count) {
    return new GeneratedBundle()
        .application(
            PUBLIC,
            "java/lang/Object",
            writer -> IntStream.range(0, count).mapToObj(constant).forEach(writer::newConst));
  }

  /** A text for each number, all of one hash code. */
  private static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 12; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  /** ASM would look through all of them for each instruction that names one. */
  @Test
  void shouldRefuseWhenConstantsShareOneHashCode() throws BundleException {
    assertEquals(
        "a.App has 3000 constants of one hash code, at most 128 are taken; give them other names or"
            + " values",
        refusal(constants(RepeatedWorkTest::colliding, 3_000)));
    assertTrue(refusal(constants(i -> i * 16_447, 3_000)).contains("constants of one hash code"));
    assertTrue(refusal(constants(i -> i * 8_223L, 3_000)).contains("constants of one hash code"));
    assertTrue(steps(constants(i -> "text " + i, 3_000)) > 0);
    assertTrue(steps(constants(i -> i * 1_000, 3_000)) > 0);
    assertTrue(steps(constants(i -> (double) i, 3_000)) > 0);
  }

  @Test
  void shouldRefuseWhenFieldsShareOneHashCode() {
    GeneratedBundle bundle =
        new GeneratedBundle()
            .application(
                PUBLIC,
                "java/lang/Object",
                writer ->
                    IntStream.range(0, 1_000)
                        .forEach(i -> writer.newField("a/App", colliding(i), "I")));
    assertTrue(refusal(bundle).contains("constants of one hash code"), () -> refusal(bundle));
  }
}

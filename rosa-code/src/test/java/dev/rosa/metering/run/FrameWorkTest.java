package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.GeneratedBundle;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The types of variables are found anew once code is metered: that has a bound. */
class FrameWorkTest {

  private static final int CHAIN = 60;
  private static final int FIRST = 2;

  /**
   * A bundle with a method whose variables hand their values, of other types each, round a loop.
   */
  private static GeneratedBundle shifting(int variables, int joins, int methods) {
    GeneratedBundle bundle = new GeneratedBundle();
    bundle.heir("a/C0", "java/lang/Object");
    for (int i = 1; i < CHAIN; i++) {
      bundle.heir("a/C" + i, "a/C" + (i - 1));
    }
    return bundle.application(
        Opcodes.ACC_PUBLIC,
        "java/lang/Object",
        writer -> {
          for (int i = 0; i < CHAIN; i++) {
            writer.visitField(Opcodes.ACC_PUBLIC, "f" + i, "La/C" + i + ";", null, null).visitEnd();
          }
          for (int i = 0; i < methods; i++) {
            shift(writer, "shift" + i, variables, joins);
          }
        });
  }

  private static void shift(ClassWriter writer, String name, int variables, int joins) {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, name, "(I)V", null, null);
    code.visitCode();
    for (int i = FIRST; i < variables; i++) {
      String type = "a/C" + i % CHAIN;
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, "a/App", "f" + i % CHAIN, "L" + type + ";");
      code.visitVarInsn(Opcodes.ASTORE, i);
    }
    Object[] types = new Object[variables];
    Arrays.fill(types, "java/lang/Object");
    types[0] = "a/App";
    types[1] = Opcodes.INTEGER;
    Label loop = new Label();
    code.visitLabel(loop);
    code.visitFrame(Opcodes.F_FULL, variables, types, 0, new Object[0]);
    for (int i = variables - 1; i > FIRST; i--) {
      code.visitVarInsn(Opcodes.ALOAD, i - 1);
      code.visitVarInsn(Opcodes.ASTORE, i);
    }
    for (int i = 0; i < joins; i++) {
      Label join = new Label();
      code.visitVarInsn(Opcodes.ILOAD, 1);
      code.visitJumpInsn(Opcodes.IFEQ, join);
      code.visitInsn(Opcodes.NOP);
      code.visitLabel(join);
      code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitJumpInsn(Opcodes.IFNE, loop);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(2, variables);
    code.visitEnd();
  }

  private static String refusal(GeneratedBundle bundle) {
    byte[] jar = bundle.jar();
    return assertThrows(BundleException.class, () -> MeteredBundle.load(jar)).getMessage();
  }

  @Test
  void shouldRefuseTypesThatMoveRoundALoopForManyTurns() {
    assertEquals(
        "a.App has a method whose variables change their types too often in its loops; divide it",
        refusal(shifting(60, 8, 1)));
  }

  @Test
  void shouldTakeTypesThatChangeInAFewTurns() throws BundleException {
    assertEquals(CHAIN + 1, MeteredBundle.load(shifting(4, 8, 1).jar()).files().size());
  }

  @Test
  void shouldRefuseWhenAllMethodsTogetherHaveTooManyJumpsForTheirVariables() {
    String refusal = refusal(joining(1_000, 43));
    assertTrue(refusal.endsWith("the bundle has too many jumps and variables"), refusal);
  }

  private static GeneratedBundle joining(int joins, int methods) {
    return new GeneratedBundle()
        .application(
            Opcodes.ACC_PUBLIC,
            "java/lang/Object",
            writer -> {
              for (int i = 0; i < methods; i++) {
                GeneratedBundle.method(writer, "join" + i, "(I)V", code -> join(code, joins));
              }
            });
  }

  private static void join(MethodVisitor code, int joins) {
    for (int i = 0; i < joins; i++) {
      Label join = new Label();
      code.visitVarInsn(Opcodes.ILOAD, 1);
      code.visitJumpInsn(Opcodes.IFEQ, join);
      code.visitInsn(Opcodes.NOP);
      code.visitLabel(join);
      code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }
  }
}

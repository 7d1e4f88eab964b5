package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.GeneratedBundle;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Enums whose constants the JDK cannot tell at loading. It asks their {@code values} again later,
 * for a packet, and keeps that answer for as long as the code is loaded.
 */
@Tag("jdk")
class ConstantsOfEnumsTest {

  private static final String ENUM = "a/E";
  private static final int MANY = 100_000;

  @Test
  void shouldRefuseEnumThatTellsItsConstantsToPacketsOnly() {
    byte[] jar = bundle(writer -> values(writer, ConstantsOfEnumsTest::throwAtFirst));
    assertThrows(
        BundleException.class, () -> MeteredBundle.load(jar).initialise(MeteredBundle.LOADING));
  }

  @Test
  void shouldRefuseEnumThatTellsMoreConstantsThanAClassHasFields() {
    byte[] jar = bundle(writer -> values(writer, code -> {}));
    assertThrows(
        BundleException.class, () -> MeteredBundle.load(jar).initialise(MeteredBundle.LOADING));
  }

  @Test
  void shouldRefuseEnumWithoutValues() {
    byte[] jar = bundle(writer -> {});
    assertThrows(
        BundleException.class, () -> MeteredBundle.load(jar).initialise(MeteredBundle.LOADING));
  }

  private static byte[] bundle(Consumer<ClassWriter> members) {
    return new GeneratedBundle()
        .type(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER | Opcodes.ACC_FINAL | Opcodes.ACC_ENUM,
            ENUM,
            "java/lang/Enum",
            new String[0],
            members)
        .jar();
  }

  private static void values(ClassWriter writer, Consumer<MethodVisitor> start) {
    int shared = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(shared, "STATE", "[I", null, null);
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    init.visitCode();
    init.visitInsn(Opcodes.ICONST_1);
    init.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
    init.visitFieldInsn(Opcodes.PUTSTATIC, ENUM, "STATE", "[I");
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(1, 0);
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "values", "()[La/E;", null, null);
    code.visitCode();
    start.accept(code);
    code.visitLdcInsn(MANY);
    code.visitTypeInsn(Opcodes.ANEWARRAY, ENUM);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(4, 0);
  }

  /** Throws as long as the array of the enum is as it was made. */
  private static void throwAtFirst(MethodVisitor code) {
    Label later = new Label();
    code.visitFieldInsn(Opcodes.GETSTATIC, ENUM, "STATE", "[I");
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.IALOAD);
    code.visitJumpInsn(Opcodes.IFNE, later);
    code.visitTypeInsn(Opcodes.NEW, "java/lang/IllegalStateException");
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, "java/lang/IllegalStateException", "<init>", "()V", false);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(later);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }
}

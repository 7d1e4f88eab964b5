package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.admission.Admission;
import dev.rosa.testkit.CompiledBundle;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Enums, whose constants all workers share: what a packet could hang on one would stay for as long
 * as the code is loaded, with any budget of an instance.
 */
@Tag("jdk")
class SharedEnumsTest {

  private static final String ENUM = "a/E";
  private static final String CONSTRUCTOR = "(Ljava/lang/String;I[B)V";

  private static final String REFUSAL =
      "a.App.onPacket (source file unknown, line unknown) makes an object of the enum a.E outside"
          + " of a static initialiser; use a field of the application's instance, or"
          + " packet.sessionState()";

  @Test
  void shouldRefuseAnEnumThatAPacketMakes() {
    byte[] jar =
        bundle(
            code -> {
              made(code);
              code.visitInsn(Opcodes.POP);
            });
    assertEquals(REFUSAL, refusal(jar));
  }

  @Test
  void shouldRefuseAnEnumThatAPacketMakesByAMethodReference() {
    byte[] jar =
        bundle(
            code -> {
              code.visitInvokeDynamicInsn(
                  "apply",
                  "()Ljava/util/function/Function;",
                  new Handle(
                      Opcodes.H_INVOKESTATIC,
                      "java/lang/invoke/LambdaMetafactory",
                      "metafactory",
                      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                          + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
                          + "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                          + "Ljava/lang/invoke/CallSite;",
                      false),
                  Type.getMethodType("(Ljava/lang/Object;)Ljava/lang/Object;"),
                  new Handle(Opcodes.H_NEWINVOKESPECIAL, ENUM, "<init>", "([B)V", false),
                  Type.getMethodType("([B)La/E;"));
              code.visitInsn(Opcodes.POP);
            });
    assertEquals(REFUSAL, refusal(jar));
  }

  @Test
  void shouldTakeEnumsAsCompilersWriteThem() {
    byte[] jar =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                public class App implements dev.rosa.api.ActiveApplication {
                  enum Kind {
                    ONE(1), OTHER(2) { @Override int weight() { return 3; } };
                    private final int weight;
                    Kind(int weight) { this.weight = weight; }
                    int weight() { return weight; }
                  }
                  @Override public void onPacket(dev.rosa.api.Packet packet) {
                    for (Kind kind : Kind.values()) {
                      packet.sessionState().set(kind.ordinal(), kind.weight());
                    }
                  }
                }
                """)
            .jar();
    assertDoesNotThrow(() -> admit(jar));
  }

  private static void admit(byte[] jar) throws BundleException {
    CodeBundle unused = new Admission(BundleLimits.defaults()).admit(jar, () -> false);
  }

  private static String refusal(byte[] jar) {
    return assertThrows(BundleException.class, () -> admit(jar)).getMessage();
  }

  /** A bundle whose enum hangs each new object, with an array, on its constant. */
  private static byte[] bundle(Consumer<MethodVisitor> onPacket) {
    return new GeneratedBundle()
        .type(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER | Opcodes.ACC_FINAL | Opcodes.ACC_ENUM,
            ENUM,
            "java/lang/Enum",
            new String[0],
            SharedEnumsTest::chainingEnum)
        .type(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
            "a/App",
            "java/lang/Object",
            new String[] {"dev/rosa/api/ActiveApplication"},
            writer -> {
              GeneratedBundle.method(
                  writer, "<init>", "()V", code -> call(code, "java/lang/Object", "()V"));
              GeneratedBundle.method(writer, "onPacket", "(Ldev/rosa/api/Packet;)V", onPacket);
            })
        .jar();
  }

  private static void chainingEnum(ClassWriter writer) {
    int shared = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_ENUM;
    writer.visitField(shared, "A", "La/E;", null, null);
    writer.visitField(Opcodes.ACC_FINAL, "kept", "[B", null, null);
    writer.visitField(Opcodes.ACC_FINAL, "next", "La/E;", null, null);
    GeneratedBundle.method(writer, "<init>", CONSTRUCTOR, SharedEnumsTest::hangOnConstant);
    GeneratedBundle.method(writer, "<init>", "([B)V", SharedEnumsTest::constructorOfReference);
  }

  /** The constructor of a name, a number and the array; writes fields of the constant, too. */
  private static void hangOnConstant(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, "java/lang/Enum", "<init>", "(Ljava/lang/String;I)V", false);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitFieldInsn(Opcodes.PUTFIELD, ENUM, "kept", "[B");
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETSTATIC, ENUM, "A", "La/E;");
    code.visitFieldInsn(Opcodes.GETFIELD, ENUM, "next", "La/E;");
    code.visitFieldInsn(Opcodes.PUTFIELD, ENUM, "next", "La/E;");
    code.visitFieldInsn(Opcodes.GETSTATIC, ENUM, "A", "La/E;");
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.PUTFIELD, ENUM, "next", "La/E;");
  }

  private static void constructorOfReference(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitLdcInsn("x");
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, ENUM, "<init>", CONSTRUCTOR, false);
  }

  private static void call(MethodVisitor code, String parent, String descriptor) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", descriptor, false);
  }

  private static void made(MethodVisitor code) {
    code.visitTypeInsn(Opcodes.NEW, ENUM);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BYTE);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, ENUM, "<init>", "([B)V", false);
  }
}

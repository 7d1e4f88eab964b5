package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.GeneratedBundle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Texts that any number of members or call sites of a class file share: a kilobyte of jar would
 * take metering minutes, or gigabytes, if it took them apart for each.
 */
class WithoutReflectionTest {

  private static final int LONG = 60_000;
  private static final String NESTED = "La/App" + ".nested".repeat(20) + ";";
  private static final String VISIBLE = "La/Visible;";

  private static String metered(GeneratedBundle bundle) throws BundleException {
    byte[] file = MeteredBundle.load(bundle.jar()).files().get("a.App");
    return new String(file, StandardCharsets.ISO_8859_1);
  }

  @Test
  void shouldLeaveOutWhatOnlyReflectionAndDebuggersRead() throws Exception {
    GeneratedBundle bundle =
        new GeneratedBundle()
            .application(
                Opcodes.ACC_PUBLIC,
                "java/lang/Object",
                WithoutReflectionTest::withAllThatReflectionReads);
    String file = metered(bundle);
    List<String> left =
        List.of("Signature", "nested", "Visible", "LocalVariable", "Exceptions", "reflected");
    assertEquals(List.of(), left.stream().filter(file::contains).toList());
    assertTrue(file.contains("LineNumberTable"), "places of faults stay");
  }

  private static void withAllThatReflectionReads(ClassWriter writer) {
    writer.visitAnnotation(VISIBLE, true).visitEnd();
    FieldVisitor field = writer.visitField(0, "count", "I", NESTED, null);
    field.visitAnnotation(VISIBLE, false).visitEnd();
    field.visitEnd();
    MethodVisitor method =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC, "leaf", "()V", "()" + NESTED, new String[] {"java/lang/Error"});
    method.visitParameter("reflected", 0);
    method.visitAnnotation(VISIBLE, true).visitEnd();
    method.visitCode();
    Label start = new Label();
    method.visitLabel(start);
    method.visitLineNumber(7, start);
    method.visitInsn(Opcodes.RETURN);
    Label end = new Label();
    method.visitLabel(end);
    method.visitLocalVariable("reflected", "La/App;", NESTED, start, end, 0);
    method.visitMaxs(0, 1);
    method.visitEnd();
  }

  private static GeneratedBundle joining(Object... constants) {
    Handle factory =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/StringConcatFactory",
            "makeConcatWithConstants",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                + "Ljava/lang/invoke/MethodType;Ljava/lang/String;[Ljava/lang/Object;)"
                + "Ljava/lang/invoke/CallSite;",
            false);
    return new GeneratedBundle()
        .application(
            Opcodes.ACC_PUBLIC,
            "java/lang/Object",
            writer ->
                GeneratedBundle.method(
                    writer,
                    "joining",
                    "()V",
                    code -> {
                      code.visitInvokeDynamicInsn(
                          "makeConcatWithConstants", "()Ljava/lang/String;", factory, constants);
                      code.visitInsn(Opcodes.POP);
                    }));
  }

  private static Object[] recipeOf(int times) {
    Object[] constants = new Object[1 + times];
    Arrays.fill(constants, "x".repeat(LONG));
    constants[0] = "\2".repeat(times);
    return constants;
  }

  @ParameterizedTest
  @ValueSource(ints = {18, 4_000})
  void shouldRefuseATextThatACallSiteNamesAgainAndAgain(int times) {
    byte[] jar = joining(recipeOf(times)).jar();
    assertEquals(
        "a.App.joining joins a text too many: those of the bundle have more than 1048576 letters"
            + " in all",
        assertThrows(BundleException.class, () -> MeteredBundle.load(jar)).getMessage());
  }

  @Test
  void shouldTakeATextWithConstants() throws Exception {
    assertTrue(metered(joining("\2 and \2", "one", "another")).contains("one and another"));
  }
}

package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.GeneratedBundle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

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

  private static String refusal(GeneratedBundle bundle) {
    byte[] jar = bundle.jar();
    return assertThrows(BundleException.class, () -> MeteredBundle.load(jar)).getMessage();
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

  /** Each part is five instructions or so, and the call sites of a bundle may share them. */
  @Test
  void shouldRefuseARecipeThatHasMoreValuesThanItsCallSite() {
    assertEquals(
        "a.App.joining concatenates text by a recipe of another number of values",
        refusal(joining("a\1".repeat(1_000))));
  }

  private static GeneratedBundle recordOf(int components) {
    Handle factory =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/runtime/ObjectMethods",
            "bootstrap",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                + "Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;"
                + "[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;",
            false);
    Object[] arguments = new Object[2 + components];
    Arrays.fill(arguments, new Handle(Opcodes.H_GETFIELD, "a/App", "one", "I", false));
    arguments[0] = Type.getObjectType("a/App");
    arguments[1] = ";".repeat(components - 1);
    return application(
        writer -> {
          writer.visitField(0, "one", "I", null, null).visitEnd();
          GeneratedBundle.method(
              writer,
              "hash",
              "()V",
              code -> {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitInvokeDynamicInsn("hashCode", "(La/App;)I", factory, arguments);
                code.visitInsn(Opcodes.POP);
              });
        });
  }

  @Test
  void shouldRefuseARecordWithMoreComponentsThanItsConstructorTakes() throws Exception {
    assertEquals(
        "a.App.hash has a method of records with 41 components, at most 40 are taken",
        refusal(recordOf(41)));
    assertTrue(metered(recordOf(40)).contains("rosa-record-0"));
  }

  @Test
  void shouldMakeOneMethodForAllArraysOfArraysOfAType() throws Exception {
    String file =
        metered(
            application(
                writer ->
                    GeneratedBundle.method(
                        writer, "arrays", "()V", WithoutReflectionTest::arraysOfArrays)));
    assertTrue(file.contains("rosa-arrays-1"), "one for each number of lengths");
    assertFalse(file.contains("rosa-arrays-2"));
  }

  private static void arraysOfArrays(MethodVisitor code) {
    for (int i = 0; i < 6; i++) {
      int lengths = 1 + i % 2;
      code.visitInsn(Opcodes.ICONST_1);
      code.visitInsn(Opcodes.ICONST_1);
      code.visitMultiANewArrayInsn("[[I", lengths);
      code.visitInsn(lengths == 1 ? Opcodes.POP2 : Opcodes.POP);
    }
  }

  private static GeneratedBundle application(Consumer<ClassWriter> members) {
    return new GeneratedBundle().application(Opcodes.ACC_PUBLIC, "java/lang/Object", members);
  }

  @Test
  void shouldTakeATextWithConstants() throws Exception {
    assertTrue(metered(joining("\2 and \2", "one", "another")).contains("one and another"));
  }
}

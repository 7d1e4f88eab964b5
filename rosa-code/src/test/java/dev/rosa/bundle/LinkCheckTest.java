package dev.rosa.bundle;

import static dev.rosa.bundle.GeneratedBundle.method;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that no JVM loads are refused where they are published. */
@Tag("jdk")
class LinkCheckTest {

  /** Instructions that no JVM takes, and what the refusal says. */
  private record Broken(String refusal, Consumer<MethodVisitor> body) {
    @Override
    public String toString() {
      return refusal;
    }
  }

  private static List<Broken> brokenMethods() {
    return List.of(
        new Broken("has the instruction 0xa8, which no JVM takes", LinkCheckTest::subroutine),
        new Broken("Expecting a stackmap frame", code -> code.visitLabel(branch(code))),
        new Broken("Inconsistent stackmap frames", LinkCheckTest::wrongFrame),
        new Broken("Operand stack underflow", code -> code.visitInsn(Opcodes.POP)),
        new Broken("Bad type on operand stack", LinkCheckTest::numberAsObject),
        new Broken("Bad local variable type", code -> code.visitVarInsn(Opcodes.ILOAD, 5)),
        new Broken("Local variable table overflow", code -> code.visitVarInsn(Opcodes.ALOAD, 9)),
        new Broken("Operand stack overflow", LinkCheckTest::push));
  }

  private static void subroutine(MethodVisitor code) {
    Label next = new Label();
    code.visitJumpInsn(Opcodes.JSR, next);
    code.visitLabel(next);
    code.visitInsn(Opcodes.POP);
  }

  private static Label branch(MethodVisitor code) {
    Label target = new Label();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitJumpInsn(Opcodes.IFEQ, target);
    return target;
  }

  private static void wrongFrame(MethodVisitor code) {
    code.visitLabel(branch(code));
    code.visitFrame(Opcodes.F_APPEND, 1, new Object[] {Opcodes.INTEGER}, 0, null);
    code.visitInsn(Opcodes.NOP);
  }

  private static void numberAsObject(MethodVisitor code) {
    code.visitInsn(Opcodes.ICONST_0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/App", "hashCode", "()I", false);
    code.visitInsn(Opcodes.POP);
  }

  private static void push(MethodVisitor code) {
    for (int i = 0; i < 9; i++) {
      code.visitInsn(Opcodes.ICONST_0);
    }
  }

  private static GeneratedBundle bundle(Consumer<ClassWriter> members) {
    return new GeneratedBundle().application(Opcodes.ACC_PUBLIC, "java/lang/Object", members);
  }

  private static void admit(GeneratedBundle bundle) throws BundleException {
    CodeBundle opened = CodeBundle.open(bundle.jar(), BundleLimits.defaults());
    AllowList allowList = AllowList.builtIn();
    new AllowListVerifier(allowList).verify(opened);
    LinkCheck.link(opened, allowList, () -> false);
  }

  private static void assertRefused(GeneratedBundle bundle, String expected) {
    String message = assertThrows(BundleException.class, () -> admit(bundle)).getMessage();
    assertTrue(message.contains(expected), message);
    assertFalse(message.contains("\n"), message);
  }

  @ParameterizedTest
  @MethodSource("brokenMethods")
  void shouldRefuseWhenMethodDoesNotVerify(Broken broken) {
    assertRefused(bundle(writer -> method(writer, "run", "()V", broken.body)), broken.refusal);
  }

  @Test
  void shouldRefuseWhenBytesFollowClass() {
    GeneratedBundle bundle = new GeneratedBundle();
    byte[] app = bundle.file("a/App.class");
    bundle.file("a/App.class", Arrays.copyOf(app, app.length + 3));
    assertRefused(bundle, "a/App.class is not a valid class file: 3 bytes follow it");
  }

  @Test
  void shouldLinkNoFurtherClassWhenTheAnswerIsNoLongerWanted() throws Exception {
    GeneratedBundle bundle = bundle(members -> {}).heir("a/B", "java/lang/Object");
    CodeBundle opened = CodeBundle.open(bundle.heir("a/C", "a/B").jar(), BundleLimits.defaults());
    Iterator<Boolean> answers = List.of(false, true).iterator();
    String message =
        assertThrows(
                BundleException.class,
                () -> LinkCheck.link(opened, AllowList.builtIn(), answers::next))
            .getMessage();
    assertTrue(message.endsWith(" is not linked: the caller has gone"), message);
    assertFalse(answers.hasNext());
  }

  @Test
  void shouldRefuseWhenMagicIsWrong() {
    GeneratedBundle bundle = new GeneratedBundle();
    byte[] app = bundle.file("a/App.class");
    app[3] = 0;
    assertRefused(bundle.file("a/App.class", app), "a/App.class is not a class file");
  }

  @Test
  void shouldRefuseWhenMemberIsDeclaredTwice() {
    assertRefused(
        bundle(
            writer -> {
              method(writer, "run", "()V", code -> {});
              method(writer, "run", "()V", code -> {});
            }),
        "a/App.class declares run()V twice");
    assertRefused(
        bundle(
            writer -> {
              writer.visitField(0, "f", "I", null, null);
              writer.visitField(0, "f", "I", null, null);
            }),
        "a/App.class declares fI twice");
  }

  @Test
  void shouldRefuseWhenMethodHasNoCode() {
    assertRefused(
        bundle(writer -> writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "()V", null, null)),
        "is not a class that a JVM loads: Absent Code attribute");
  }

  @Test
  void shouldRefuseWhenAccessFlagsContradictEachOther() {
    GeneratedBundle bundle = new GeneratedBundle();
    int access = Opcodes.ACC_FINAL | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SUPER;
    bundle.type(access, "a/B", "java/lang/Object", new String[0], writer -> {});
    assertRefused(bundle, "a.B is not a class that a JVM loads: Illegal class modifiers");
  }

  @Test
  void shouldRefuseWhenSuperclassIsFinal() {
    GeneratedBundle bundle = new GeneratedBundle();
    assertRefused(
        bundle
            .type(
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                "a/F",
                "java/lang/Object",
                new String[0],
                writer -> {})
            .type(Opcodes.ACC_SUPER, "a/G", "a/F", new String[0], writer -> {}),
        "is not a class that a JVM loads");
  }

  @Test
  void shouldRefuseWhenNameHoldsDescriptor() {
    assertRefused(
        bundle(writer -> writer.visitField(0, "clone()", "Ljava/lang/Object;", null, null)),
        "has a field named 'clone()', expected a name without any of .;[/()");
    assertRefused(
        bundle(writer -> method(writer, "a.b", "()V", code -> {})),
        "has a method named 'a.b', expected a name without any of .;[/()<>");
  }

  /** Sets a property of the test's own JVM, if it ever runs; not on the list, so only linked. */
  @Test
  void shouldRunNothingWhenLinked() throws BundleException {
    GeneratedBundle bundle =
        bundle(
            writer -> {
              MethodVisitor code =
                  writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
              code.visitLdcInsn("rosa.test.linked");
              code.visitInsn(Opcodes.DUP);
              code.visitMethodInsn(
                  Opcodes.INVOKESTATIC,
                  "java/lang/System",
                  "setProperty",
                  "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
                  false);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
              code.visitMaxs(2, 0);
            });
    CodeBundle opened = CodeBundle.open(bundle.jar(), BundleLimits.defaults());
    assertDoesNotThrow(() -> LinkCheck.link(opened, AllowList.builtIn(), () -> false));
    assertNull(System.getProperty("rosa.test.linked"));
    assertEquals("a.App", opened.entryClass());
  }
}

package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** A JVM looks up what code names while a packet waits: names, and steps to find them, are few. */
class LookUpsTest {

  private static final int PUBLIC = Opcodes.ACC_PUBLIC;
  private static final int INTERFACE = PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
  private static final int CONSTANT = PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;

  private static void verify(GeneratedBundle bundle) throws BundleException {
    new AllowListVerifier().verify(CodeBundle.open(bundle.jar(), BundleLimits.defaults()));
  }

  private static String refusal(GeneratedBundle bundle) {
    return assertThrows(BundleException.class, () -> verify(bundle)).getMessage();
  }

  private static GeneratedBundle naming(GeneratedBundle bundle, int count, Consumer<Naming> names) {
    bundle.type(
        PUBLIC | Opcodes.ACC_SUPER,
        "a/Naming" + count,
        "java/lang/Object",
        new String[0],
        writer -> IntStream.range(0, count).forEach(i -> names.accept(new Naming(writer, i))));
    return bundle;
  }

  private record Naming(ClassWriter writer, int number) {}

  @Test
  void shouldRefuseWhenClassesNameTooManyMembers() throws BundleException {
    GeneratedBundle bundle = new GeneratedBundle();
    for (int count = 2_000; count < 2_004; count++) {
      naming(bundle, count, at -> at.writer.newField("a/App", "f" + at.number, "I"));
    }
    verify(bundle);
    naming(bundle, 200, at -> at.writer.newMethod("a/App", "m" + at.number, "()V", false));
    String refusal = refusal(bundle);
    assertTrue(refusal.startsWith("the bundle has 82"), refusal);
    assertTrue(
        refusal.endsWith(" names of classes and members in its classes, at most 8192 are taken"),
        refusal);
  }

  private static void fields(ClassWriter writer, int access, int count) {
    for (int i = 0; i < count; i++) {
      writer.visitField(access, "f" + i, "I", null, null).visitEnd();
    }
  }

  /** Some JVMs look through all fields of a class, and of its superclasses. */
  @Test
  void shouldRefuseWhenFieldsAreLookedForAmongVeryMany() {
    GeneratedBundle bundle = new GeneratedBundle();
    String parent = "java/lang/Object";
    for (int i = 0; i < 9; i++) {
      bundle.type(
          PUBLIC | Opcodes.ACC_SUPER | Opcodes.ACC_ABSTRACT,
          "a/C" + i,
          parent,
          new String[0],
          writer -> fields(writer, PUBLIC, 900));
      parent = "a/C" + i;
    }
    GeneratedBundle few = naming(bundle, 100, at -> at.writer.newField("a/C8", "f1", "I"));
    assertDoesNotThrow(() -> verify(few));
    naming(bundle, 1_000, at -> at.writer.newField("a/C8", "g" + at.number, "I"));
    assertTooManySteps(refusal(bundle));
  }

  private static void assertTooManySteps(String refusal) {
    assertTrue(
        refusal.endsWith(
            " fields and supertypes through which a JVM looks for members, at most 1048576 are"
                + " taken"),
        refusal);
  }

  /** It comes to an interface by each way that leads there. */
  @Test
  void shouldRefuseWhenFieldsAreLookedForByVeryManyWays() {
    GeneratedBundle bundle = new GeneratedBundle();
    String[] below = {};
    for (int level = 0; level < 8; level++) {
      String[] names = {"a/L" + level, "a/R" + level};
      for (String name : names) {
        bundle.type(
            INTERFACE, name, "java/lang/Object", below, writer -> fields(writer, CONSTANT, 50));
      }
      below = names;
    }
    naming(bundle, 100, at -> at.writer.newField("a/L7", "g" + at.number, "I"));
    assertTooManySteps(refusal(bundle));
  }

  @Test
  void shouldCountMethodsByTypesAndNotByFields() throws BundleException {
    GeneratedBundle bundle = new GeneratedBundle();
    bundle.type(
        PUBLIC | Opcodes.ACC_SUPER | Opcodes.ACC_ABSTRACT,
        "a/C",
        "java/lang/Object",
        new String[0],
        writer -> fields(writer, PUBLIC, 4_000));
    naming(bundle, 2_000, at -> at.writer.newMethod("a/C", "m" + at.number, "()V", false));
    verify(bundle);
    naming(bundle, 400, at -> at.writer.newField("a/C", "g" + at.number, "I"));
    assertTooManySteps(refusal(bundle));
  }
}

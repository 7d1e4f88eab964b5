package dev.rosa.bundle;

import static dev.rosa.bundle.GeneratedBundle.method;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.admission.Refusal;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Bounds on the cost of checking a bundle: all of them are counted, none is a time. */
class CheckCostTest {

  private static final int PUBLIC = Opcodes.ACC_PUBLIC;
  private static final int METHODS = 1_000;
  private static final String INHERITS_TOO_MUCH = "inherits too much";
  private static final int INTERFACE = PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;

  /** Interfaces of the JDK that code may implement, with many methods; collections are not. */
  private static final String[] IMPLEMENTABLE = {
    "java/util/Comparator",
    "java/util/Iterator",
    "java/lang/Iterable",
    "java/lang/CharSequence",
    "java/util/function/BinaryOperator",
    "java/util/function/UnaryOperator",
    "java/util/function/Predicate"
  };

  private static Consumer<MethodVisitor> calls(int count, String owner) {
    return code -> {
      for (int i = 0; i < count; i++) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, "hashCode", "()I", false);
        code.visitInsn(Opcodes.POP);
      }
    };
  }

  private static void verify(GeneratedBundle bundle, StepBudget budget) throws BundleException {
    new AllowListVerifier().verify(CodeBundle.open(bundle.jar(), BundleLimits.defaults()), budget);
  }

  private static StepBudget budget() {
    return new StepBudget(StepBudget.STEPS, () -> false);
  }

  static String refusal(GeneratedBundle bundle) {
    return assertThrows(BundleException.class, () -> verify(bundle, budget())).getMessage();
  }

  @Test
  void shouldRefuseWhenClassNamesOneInterfaceManyTimes() {
    String[] runnables = Collections.nCopies(58_000, "java/lang/Runnable").toArray(String[]::new);
    GeneratedBundle bundle = new GeneratedBundle();
    bundle.type(
        PUBLIC,
        "a/B",
        "java/lang/Object",
        runnables,
        writer -> method(writer, "run", "()V", calls(12_000, "a/B")));
    assertEquals("a/B.class has 58000 interfaces, at most 64 are taken", refusal(bundle));
    bundle.type(
        PUBLIC,
        "a/B",
        "java/lang/Object",
        new String[] {"java/lang/Runnable", "java/lang/Runnable"},
        writer -> {});
    assertEquals("a/B.class names an interface twice", refusal(bundle));
  }

  private static GeneratedBundle chain(int classes) {
    GeneratedBundle bundle = new GeneratedBundle().heir("a/C1", "java/lang/Object");
    for (int i = 2; i <= classes; i++) {
      bundle.heir("a/C" + i, "a/C" + (i - 1));
    }
    return bundle;
  }

  @Test
  void shouldRefuseWhenSuperclassesAreHundreds() {
    assertTrue(refusal(chain(500)).contains("has more than 64 generations of parents"));
  }

  @Test
  void shouldRefuseWhenClassesAreTheirOwnParents() {
    GeneratedBundle bundle = chain(1).heir("a/X", "a/Y").heir("a/Y", "a/X").heir("a/W", "a/X");
    assertTrue(refusal(bundle).contains("is its own parent"));
  }

  @Test
  void shouldLookUpEachMemberOnceWhenItIsUsedManyTimes() throws BundleException {
    GeneratedBundle bundle = chain(60);
    bundle.application(
        PUBLIC,
        "a/C60",
        writer -> {
          for (int i = 0; i < 12; i++) {
            method(writer, "run" + i, "()V", calls(METHODS, "a/App"));
          }
        });
    StepBudget budget = budget();
    verify(bundle, budget);
    assertTrue(budget.left() > StepBudget.STEPS * 9 / 10, () -> "left: " + budget.left());
  }

  /** Pairs of interfaces that each extend both of the pair before; the first extend the parents. */
  private static GeneratedBundle diamonds(int levels, int heirs, String... parents) {
    GeneratedBundle bundle = new GeneratedBundle();
    String[] below = parents;
    for (int level = 0; level < levels; level++) {
      String[] names = {"a/L" + level, "a/R" + level};
      for (String name : names) {
        bundle.type(INTERFACE, name, "java/lang/Object", below, writer -> {});
      }
      below = names;
    }
    for (int i = 0; i < heirs; i++) {
      bundle.type(
          PUBLIC | Opcodes.ACC_ABSTRACT, "a/C" + i, "java/lang/Object", below, writer -> {});
    }
    return bundle;
  }

  @Test
  void shouldRefuseWhenInterfacesLeadToEachOtherInTooManyWays() {
    String refusal = refusal(diamonds(40, 0, "java/lang/Runnable", "java/lang/Comparable"));
    assertTrue(refusal.contains("leads to its parents in more than 4096 ways"), refusal);
  }

  /** Their own methods are what a JVM links then, not those of the bundle. */
  @Test
  void shouldCountMethodsOfInterfacesOfTheJdkOnEachWayToThem() throws BundleException {
    long many = steps(diamonds(8, 1, "java/util/Comparator"));
    long few = steps(diamonds(8, 1, "java/lang/Runnable"));
    assertTrue(many > 4 * few, () -> many + " and " + few);
  }

  static long steps(GeneratedBundle bundle) throws BundleException {
    StepBudget budget = budget();
    verify(bundle, budget);
    return StepBudget.STEPS - budget.left();
  }

  @Test
  void shouldRefuseWhenManyClassesTakeSomeOfTheTimeEach() {
    String refusal = refusal(diamonds(6, 400, IMPLEMENTABLE));
    assertTrue(refusal.contains("is too expensive to check"), refusal);
  }

  @Test
  void shouldCountInheritedMethodsWhenSuperclassIsOfTheJdk() throws BundleException {
    long perMethod =
        (stepsOfHeir("java/lang/RuntimeException") - stepsOfHeir("java/lang/Object")) / METHODS;
    assertTrue(perMethod > 15, () -> "steps per method: " + perMethod);
  }

  private static long stepsOfHeir(String parent) throws BundleException {
    Consumer<ClassWriter> methods =
        writer -> {
          for (int i = 0; i < METHODS; i++) {
            method(writer, "m" + i, "()V", code -> {});
          }
        };
    return steps(new GeneratedBundle().application(PUBLIC, parent, methods));
  }

  @Test
  void shouldChargeLittleWhenClassHasThreeParentsOfTheJdk() throws BundleException {
    StepBudget budget = budget();
    verify(
        diamonds(0, 100, "java/util/Comparator", "java/util/Iterator", "java/lang/CharSequence"),
        budget);
    assertTrue(budget.left() > StepBudget.STEPS * 8 / 10, () -> "left: " + budget.left());
  }

  @Test
  void shouldRefuseWhenClassInheritsTooManyMethods() {
    assertTrue(refusal(generations(60, 800)).contains(INHERITS_TOO_MUCH));
  }

  @Test
  void shouldRefuseWhenClassesInheritTooManyMethods() {
    assertTrue(refusal(generations(60, 350)).contains("is too expensive to check"));
  }

  private static GeneratedBundle generations(int classes, int methods) {
    GeneratedBundle bundle = new GeneratedBundle();
    for (int i = 0; i < classes; i++) {
      int generation = i;
      String parent = i == 0 ? "java/lang/Object" : "a/C" + (i - 1);
      bundle.type(
          PUBLIC,
          "a/C" + i,
          parent,
          new String[0],
          writer -> {
            for (int m = 0; m < methods; m++) {
              method(writer, "m" + generation + "x" + m, "()V", code -> {});
            }
          });
    }
    return bundle;
  }

  private static byte[] returning(int dimensions) {
    return returning("[".repeat(dimensions), "a/B");
  }

  private static byte[] returning(String array, String name) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, PUBLIC, "a/B", null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(
            PUBLIC | Opcodes.ACC_STATIC,
            "same",
            "(" + array + "L" + name + ";)" + array + "Ljava/lang/Object;",
            null,
            null);
    code.visitCode();
    for (int i = 0; i < METHODS; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitInsn(Opcodes.ARETURN);
    }
    code.visitMaxs(1, 1);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** A JVM's type checker goes from one dimension to the next at each comparison. */
  @Test
  void shouldRefuseWhenAnArrayTypeHasManyDimensions() {
    Refusal refusal = assertThrows(Refusal.class, () -> ClassFileLayout.steps(returning(9)));
    assertEquals("has 9 dimensions of an array type, at most 8 are taken", refusal.getMessage());
  }

  @Test
  void shouldRefuseWhenTheClassOfAnArrayHasALongName() {
    Refusal refusal =
        assertThrows(Refusal.class, () -> ClassFileLayout.steps(returning("[", "b".repeat(1_025))));
    assertEquals("has 1025 bytes of a class's name, at most 1024 are taken", refusal.getMessage());
    assertTrue(ClassFileLayout.steps(returning("[", "b".repeat(1_024))) > 0);
  }

  @Test
  void shouldRefuseWhenAClassHasALongName() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, PUBLIC, "a/B", null, "java/lang/Object", null);
    writer.newClass("b".repeat(1_025));
    writer.visitEnd();
    assertThrows(Refusal.class, () -> ClassFileLayout.steps(writer.toByteArray()));
  }

  @Test
  void shouldTakeLongTextThatIsNoType() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, PUBLIC, "a/B", null, "java/lang/Object", null);
    writer.newConst("[L. " + "orem ".repeat(1_000) + ";");
    writer.visitEnd();
    assertTrue(ClassFileLayout.steps(writer.toByteArray()) > 0);
  }

  @Test
  void shouldChargeForTheDimensionsOfArrayTypes() {
    long flat = ClassFileLayout.steps(returning(0));
    assertTrue(ClassFileLayout.steps(returning(8)) > 7 * flat, () -> "flat: " + flat);
  }

  @Test
  void shouldRefuseWhenEveryInstructionIsGuardedByManyHandlers() {
    GeneratedBundle bundle = new GeneratedBundle();
    bundle.application(
        PUBLIC, "java/lang/Object", writer -> method(writer, "run", "()V", CheckCostTest::tries));
    assertTrue(refusal(bundle).contains("is too expensive to check"));
  }

  private static void tries(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    for (int i = 0; i < 3_000; i++) {
      code.visitTryCatchBlock(start, end, end, "java/lang/RuntimeException");
    }
    code.visitLabel(start);
    for (int i = 0; i < 60_000; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitLabel(end);
  }

  /** A JVM reads them recursively: where its stack ends, so does the process. */
  @Test
  void shouldRefuseWhenAnnotationsAreNested() {
    GeneratedBundle bundle = new GeneratedBundle();
    bundle.application(
        PUBLIC, "java/lang/Object", writer -> writer.visitAttribute(new NestedArrays(60_000)));
    assertEquals(
        "a/App.class has 180013 bytes of RuntimeVisibleAnnotations, at most 2048 are taken",
        refusal(bundle));
  }

  private static final class NestedArrays extends Attribute {
    private final int depth;

    NestedArrays(int depth) {
      super("RuntimeVisibleAnnotations");
      this.depth = depth;
    }

    @Override
    protected ByteVector write(ClassWriter writer, byte[] code, int length, int stack, int locals) {
      ByteVector bytes = new ByteVector();
      bytes.putShort(1).putShort(writer.newUTF8("La/X;")).putShort(1).putShort(writer.newUTF8("v"));
      for (int i = 0; i < depth; i++) {
        bytes.putByte('[').putShort(1);
      }
      return bytes.putByte('I').putShort(writer.newConst(1)).putShort(0);
    }
  }

  @Test
  void shouldRefuseWhenMethodHasMoreSlotsThanAnyCompilerMakes() {
    GeneratedBundle bundle = new GeneratedBundle();
    bundle.application(
        PUBLIC,
        "java/lang/Object",
        writer -> {
          MethodVisitor code = writer.visitMethod(PUBLIC, "run", "()V", null, null);
          code.visitInsn(Opcodes.RETURN);
          code.visitMaxs(0, 60_000);
        });
    assertEquals(
        "a/App.class has 60000 stack words or locals, at most 1024 are taken", refusal(bundle));
  }

  @Test
  void shouldStopWhenAnswerIsNoLongerWanted() {
    GeneratedBundle bundle = chain(60);
    bundle.application(
        PUBLIC, "a/C60", writer -> method(writer, "run", "()V", calls(12_000, "a/App")));
    AtomicInteger looks = new AtomicInteger();
    StepBudget budget = new StepBudget(StepBudget.STEPS, () -> looks.incrementAndGet() > 2);
    String message = assertThrows(BundleException.class, () -> verify(bundle, budget)).getMessage();
    assertTrue(message.contains("is not checked to its end"), message);
    assertTrue(budget.left() > StepBudget.STEPS * 9 / 10);
  }
}

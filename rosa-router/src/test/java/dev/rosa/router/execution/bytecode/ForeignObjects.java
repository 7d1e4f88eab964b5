package dev.rosa.router.execution.bytecode;

import dev.rosa.router.execution.ThrownByCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Data flow, through one method, of values whose class a bundle may have defined. These are
 * throwables that are caught, taken or returned as one of the types that code can extend, causes of
 * those, and applications. Collects every use of one that could run a method of it, or could hand
 * it to something that does so.
 */
final class ForeignObjects extends BasicInterpreter {

  private static final String APPLICATION = "dev/rosa/api/ActiveApplication";

  /** Types that a throwable of a bundle can be caught as, and those that carry one. */
  private static final Set<String> TYPES =
      Set.of(
          "java/lang/Throwable",
          "java/lang/Exception",
          "java/lang/RuntimeException",
          "java/lang/Error",
          "java/lang/LinkageError",
          "java/lang/IncompatibleClassChangeError",
          "java/lang/ExceptionInInitializerError",
          "java/lang/BootstrapMethodError",
          "java/lang/reflect/InvocationTargetException",
          "java/util/concurrent/ExecutionException",
          "java/util/concurrent/CompletionException",
          APPLICATION);

  /** Those carry another's object, and are the JDK's own: that may be taken out. */
  private static final Set<String> CARRIERS =
      Set.of(
          "java/lang/ExceptionInInitializerError",
          "java/lang/reflect/InvocationTargetException",
          "java/util/concurrent/ExecutionException",
          "java/util/concurrent/CompletionException");

  private static final String WORDS = Type.getInternalName(ThrownByCode.class);
  private static final String OWN_PACKAGE = "dev/rosa/router/";

  /** Runs metered bundles; the same rule holds for its classes. */
  private static final String RUNS = "dev/rosa/metering/run/";

  /** A value whose class a bundle may have defined. */
  private static final class Foreign extends BasicValue {
    Foreign(Type type) {
      super(type);
    }
  }

  private static final int ASM_API = Opcodes.ASM9;

  private final List<String> uses = new ArrayList<>();

  private ForeignObjects() {
    super(ASM_API);
  }

  /** Forbidden uses of such values in a method. */
  static List<String> usesIn(String owner, MethodNode method) throws AnalyzerException {
    ForeignObjects objects = new ForeignObjects();
    new Analyzer<>(objects).analyze(owner, method);
    return objects.uses.stream().distinct().toList();
  }

  private static boolean isForeign(BasicValue value) {
    return value instanceof Foreign;
  }

  private void report(String use) {
    uses.add(use);
  }

  @Override
  public BasicValue newValue(Type type) {
    return type != null && type.getSort() == Type.OBJECT && TYPES.contains(type.getInternalName())
        ? new Foreign(type)
        : super.newValue(type);
  }

  /** A handler of several types is one handler for each. */
  @Override
  public BasicValue newExceptionValue(
      TryCatchBlockNode block, Frame<BasicValue> handler, Type exceptionType) {
    String caught = block.type == null ? "java/lang/Throwable" : block.type;
    return TYPES.contains(caught)
        ? new Foreign(Type.getObjectType(caught))
        : super.newExceptionValue(block, handler, exceptionType);
  }

  /** An object that the method makes itself is none. */
  @Override
  public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    return instruction.getOpcode() == Opcodes.NEW
        ? BasicValue.REFERENCE_VALUE
        : super.newOperation(instruction);
  }

  @Override
  public BasicValue merge(BasicValue one, BasicValue other) {
    if (isForeign(one) && isForeign(other)) {
      return one;
    }
    return isForeign(one) ? one : isForeign(other) ? other : super.merge(one, other);
  }

  @Override
  public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
      throws AnalyzerException {
    if (isForeign(value) && instruction.getOpcode() == Opcodes.PUTSTATIC) {
      report("keeps it in a static field");
    }
    return super.unaryOperation(instruction, value);
  }

  @Override
  public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue one, BasicValue two)
      throws AnalyzerException {
    if (instruction.getOpcode() == Opcodes.PUTFIELD && isForeign(two) && !isApplication(two)) {
      report("keeps it in a field");
    }
    return super.binaryOperation(instruction, one, two);
  }

  @Override
  public BasicValue ternaryOperation(
      AbstractInsnNode instruction, BasicValue array, BasicValue index, BasicValue value)
      throws AnalyzerException {
    if (isForeign(value)) {
      report("puts it into an array");
    }
    return super.ternaryOperation(instruction, array, index, value);
  }

  @Override
  public BasicValue naryOperation(AbstractInsnNode instruction, List<? extends BasicValue> values)
      throws AnalyzerException {
    for (int i = 0; i < values.size(); i++) {
      if (isForeign(values.get(i)) && !isHarmless(instruction, values, i)) {
        report(nameOf(instruction));
      }
    }
    return instruction instanceof MethodInsnNode call && call.owner.equals(WORDS)
        ? BasicValue.REFERENCE_VALUE
        : super.naryOperation(instruction, values);
  }

  private static String nameOf(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      return "calls " + call.owner.replace('/', '.') + "." + call.name;
    }
    return "gives it to a lambda or a text";
  }

  private static boolean isHarmless(
      AbstractInsnNode instruction, List<? extends BasicValue> values, int index) {
    if (!(instruction instanceof MethodInsnNode call)) {
      return false;
    }
    boolean receiver = index == 0 && call.getOpcode() != Opcodes.INVOKESTATIC;
    if (call.name.equals("addSuppressed")) {
      return true; // Final, and calls nothing: javac writes it for resources that are to be closed.
    } else if (receiver) {
      return call.name.equals("getClass")
          || call.owner.equals(APPLICATION)
          || (call.name.equals("getCause") && isCarrier(values.get(0)));
    }
    // Methods of the package are looked at themselves, what their parameters may be included.
    return call.owner.equals(WORDS)
        || call.owner.startsWith(OWN_PACKAGE)
        || call.owner.startsWith(RUNS);
  }

  private static boolean isCarrier(BasicValue value) {
    return CARRIERS.contains(value.getType().getInternalName());
  }

  private static boolean isApplication(BasicValue value) {
    return value.getType().getInternalName().equals(APPLICATION);
  }
}

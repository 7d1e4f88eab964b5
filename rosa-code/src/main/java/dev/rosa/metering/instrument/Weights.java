package dev.rosa.metering.instrument;

import dev.rosa.bundle.Price;
import dev.rosa.bundle.Price.Call;
import dev.rosa.bundle.Price.Constant;
import dev.rosa.metering.Sizes;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Weights of the instructions of one bundle: 1, and more for what takes a processor much longer
 * (PROTOCOL §4). Comes after {@link Replacements}.
 */
final class Weights {

  private static final int DIVISION = 4;
  private static final int LONG_DIVISION = 8;

  /** A processor may take 150 cycles where a factor or the product is near zero (subnormal). */
  private static final int FLOAT_PRODUCT = 32;

  private static final int FLOAT_DIVISION = 40;

  /** It is made by steps, in a number that the exponents give; longest for numbers near zero. */
  private static final int FLOAT_REMAINDER = 300;

  /** The exponents of {@code double} are eight times as far apart. */
  private static final int DOUBLE_REMAINDER = 2_400;

  /** A collector may have to note that an old object has another one: it waits for the memory. */
  private static final int REFERENCE_STORE = 20;

  /**
   * Cases of a switch that cost a unit: a compiler that only compiles fast compares them one by
   * one.
   */
  private static final int CASES_PER_UNIT = 2;

  /** A call of an interface's method whose classes change at each call, beside a call. */
  private static final int INTERFACE_CALL = 8;

  /**
   * A call of the bundle's own method: until a JVM has compiled both methods, a tenth of a
   * microsecond. Code with thousands of methods is interpreted for many packets.
   */
  private static final int CALL = 16;

  /** The charges at the entry of a method that pays for itself, which take as long again. */
  static final int ENTRY = 16;

  /** A new array: an interpreter leaves it to the JVM. */
  private static final int ARRAY = 5;

  /** A copy of an array, which an interpreter makes as a call of native code. */
  private static final int CLONE = 16;

  /** A lambda: the call site, once it is linked. */
  private static final int LAMBDA = 4;

  /** The words of an exception's text, beside names. */
  private static final int TEXT_BYTES = 512;

  /** A text may have each of two names twice, in two bytes a letter. */
  private static final int BYTES_PER_LETTER = 8;

  private final BundleTypes types;
  private final PricedCalls calls;
  private final Leaves leaves;
  private final TypeTests tests;
  private final int textBytes;
  private final Set<String> overridable = new HashSet<>();

  Weights(BundleTypes types, PricedCalls calls) {
    this.types = types;
    this.calls = calls;
    this.leaves = new Leaves(types, this);
    this.tests = new TypeTests(types);
    int longest = 0;
    for (ClassNode type : types.all()) {
      noteMethods(type);
      longest = Math.max(longest, longestName(type));
    }
    this.textBytes = TEXT_BYTES + BYTES_PER_LETTER * longest;
  }

  /** A member outside that may lead to one of these methods charges as the bundle's own. */
  private void noteMethods(ClassNode type) {
    for (MethodNode method : type.methods) {
      overridable.add(method.name + method.desc);
    }
  }

  /** Letters of the longest name that an exception of the JVM may have: a type's or a method's. */
  private static int longestName(ClassNode type) {
    int most = type.name.length();
    for (MethodNode method : type.methods) {
      most = Math.max(most, method.name.length() + method.desc.length());
      for (AbstractInsnNode node : method.instructions) {
        if (node instanceof TypeInsnNode named) {
          // An array has one letter for each level there, and two in the text.
          most = Math.max(most, 2 * named.desc.lastIndexOf('[') + 2 + named.desc.length());
        }
      }
    }
    return most;
  }

  /** Memory of the text of an exception that the JVM makes. */
  int textBytes() {
    return textBytes;
  }

  Leaves leaves() {
    return leaves;
  }

  Weight of(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    return switch (opcode) {
      case -1 -> Weight.NONE;
      case Opcodes.IDIV, Opcodes.IREM -> Weight.units(DIVISION);
      case Opcodes.LDIV, Opcodes.LREM -> Weight.units(LONG_DIVISION);
      case Opcodes.FMUL, Opcodes.DMUL -> Weight.units(FLOAT_PRODUCT);
      case Opcodes.FDIV, Opcodes.DDIV -> Weight.units(FLOAT_DIVISION);
      case Opcodes.FREM -> Weight.units(FLOAT_REMAINDER);
      case Opcodes.DREM -> Weight.units(DOUBLE_REMAINDER);
      case Opcodes.NEW -> Weight.allocating(1, instanceBytes(((TypeInsnNode) node).desc));
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> array(node);
      case Opcodes.CHECKCAST, Opcodes.INSTANCEOF ->
          Weight.units(tests.units(((TypeInsnNode) node).desc));
      case Opcodes.AASTORE -> Weight.units(REFERENCE_STORE + tests.looks());
      case Opcodes.PUTFIELD, Opcodes.PUTSTATIC -> store((FieldInsnNode) node);
      case Opcodes.TABLESWITCH -> cases(((TableSwitchInsnNode) node).labels.size());
      case Opcodes.LOOKUPSWITCH -> cases(((LookupSwitchInsnNode) node).labels.size());
      case Opcodes.INVOKEDYNAMIC -> lambda((InvokeDynamicInsnNode) node);
      default -> node instanceof MethodInsnNode call ? call(call) : Weight.units(1);
    };
  }

  private static Weight cases(int labels) {
    return Weight.units(1 + labels / CASES_PER_UNIT);
  }

  private static Weight store(FieldInsnNode field) {
    int sort = Type.getType(field.desc).getSort();
    boolean reference = sort == Type.OBJECT || sort == Type.ARRAY;
    return Weight.units(reference ? REFERENCE_STORE : 1);
  }

  /** Prices of constructors outside include the object, but for that of Object. */
  private long instanceBytes(String type) {
    boolean plain = type.equals("java/lang/Object") || types.isOwn(type);
    return plain ? types.instanceBytes(type) : 0;
  }

  private static Weight array(AbstractInsnNode node) {
    int length = Replacements.constantLength(node);
    return length < 0
        ? Weight.units(ARRAY)
        : Weight.allocating(ARRAY, Sizes.array(length, Replacements.elementBytes(node)));
  }

  private static Weight lambda(InvokeDynamicInsnNode site) {
    int captured = Type.getArgumentTypes(site.desc).length;
    return captured == 0
        ? Weight.units(LAMBDA)
        : Weight.allocating(LAMBDA, Sizes.HEADER + (long) captured * Sizes.REFERENCE);
  }

  private Weight call(MethodInsnNode call) {
    if (PricedCalls.isMetering(call)) {
      return Weight.charging(1);
    } else if (calls.isOwn(call)) {
      return own(call);
    } else if (call.owner.startsWith("[") && call.name.equals("clone")) {
      return Weight.units(CLONE);
    }
    Price price = calls.price(call);
    if (price instanceof Constant constant) {
      Weight weight = Weight.allocating(constant.units(), constant.bytes());
      return mayReturn(call) ? weight.and(Weight.charging(0)) : weight;
    }
    return Weight.charging(price instanceof Call outside ? outside.units() : 1);
  }

  /** True if a constant member may be one that the bundle overrides. */
  private boolean mayReturn(MethodInsnNode call) {
    return call.getOpcode() != Opcodes.INVOKESTATIC
        && !PricedCalls.isConstructor(call)
        && overridable.contains(call.name + call.desc)
        && !OutsideClasses.isFinal(types.outsideClass(call.owner));
  }

  private Weight own(MethodInsnNode call) {
    boolean byInterface = call.getOpcode() == Opcodes.INVOKEINTERFACE;
    int units = CALL + (byInterface ? INTERFACE_CALL + tests.looks() : 0);
    Weight leaf = leaves.weight(call);
    return leaf == null ? Weight.charging(units) : leaf.and(Weight.units(units));
  }
}

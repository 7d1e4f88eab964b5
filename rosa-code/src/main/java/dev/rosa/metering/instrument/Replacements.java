package dev.rosa.metering.instrument;

import dev.rosa.bundle.Price;
import dev.rosa.bundle.Price.Prepaid;
import dev.rosa.bundle.Price.Twin;
import dev.rosa.metering.Sizes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Replacement, in one class, of what the JVM or the JDK would do without paying: by twins, by
 * static methods of the class, or by the same with a charge in front. Charges by length are calls
 * of {@code dev.rosa.metering}; the rest is left to {@link MethodMeter}.
 */
final class Replacements {

  private final BundleTypes types;
  private final PricedCalls calls;
  private final Synthetics synthetics;
  private final JoinedTexts texts;

  /** Methods that make arrays of arrays, by their type and the number of lengths. */
  private final Map<String, MethodNode> arrays = new HashMap<>();

  Replacements(BundleTypes types, PricedCalls calls, Synthetics synthetics, JoinedTexts texts) {
    this.types = types;
    this.calls = calls;
    this.synthetics = synthetics;
    this.texts = texts;
  }

  /** Replaces call sites that the JVM would link by code of its own. */
  void replaceDynamic(MethodNode method) {
    for (AbstractInsnNode node : method.instructions.toArray()) {
      if (node instanceof InvokeDynamicInsnNode site) {
        replaceDynamic(method.instructions, site);
      }
    }
  }

  private void replaceDynamic(InsnList list, InvokeDynamicInsnNode site) {
    switch (site.bsm.getOwner()) {
      case Concatenation.FACTORY -> call(list, site, "text", Concatenation.body(site, texts));
      case RecordMethods.FACTORY -> call(list, site, "record", RecordMethods.body(site, texts));
      default -> {
        MethodReferences.redirect(site, calls, synthetics);
        list.set(site, Calls.of(synthetics.handle(synthetics.addSite(site))));
      }
    }
  }

  private void call(InsnList list, InvokeDynamicInsnNode site, String kind, InsnList body) {
    MethodNode made = synthetics.add(kind, site.desc, body);
    list.set(site, Calls.of(synthetics.handle(made)));
  }

  /** Replaces calls that have a twin, and charges arrays. Comes after the other. */
  void replaceCalls(MethodNode method) {
    InsnList list = method.instructions;
    Map<MethodInsnNode, TypeInsnNode> creations = null;
    for (AbstractInsnNode node : list.toArray()) {
      if (node instanceof MethodInsnNode call && !PricedCalls.isMetering(call)) {
        if (isCreation(call) && calls.price(call) instanceof Twin) {
          creations = creations == null ? Creations.in(method) : creations;
        }
        replaceCall(list, call, creations == null ? null : creations.get(call));
      } else if (node instanceof MultiANewArrayInsnNode making) {
        list.set(making, Calls.of(synthetics.handle(maker(making))));
      } else {
        chargeArray(list, node);
      }
    }
  }

  private boolean isCreation(MethodInsnNode call) {
    return call.name.equals(Calls.CONSTRUCTOR) && !types.isOwn(call.owner);
  }

  /**
   * Replaces a call that leaves the bundle, if it is to be replaced.
   *
   * @param creation of the object, if the call is of a constructor with a twin
   */
  private void replaceCall(InsnList list, MethodInsnNode call, TypeInsnNode creation) {
    if (calls.isOwn(call)) {
      return;
    }
    if (call.owner.startsWith("[") && call.name.equals("clone")) {
      list.insertBefore(call, charge(Opcodes.DUP, "copy", "(Ljava/lang/Object;)V"));
      return;
    }
    Price price = calls.price(call);
    if (price instanceof Prepaid paid) {
      list.insertBefore(call, Calls.toStatic(paid.owner(), paid.name(), "()V"));
    } else if (price instanceof Twin twin && PricedCalls.isConstructor(call)) {
      if (creation == null) {
        throw new Unmeterable("extends a class that active code may only make objects of");
      }
      removeCreation(list, creation, call);
      list.set(call, call(twin));
    } else if (price instanceof Twin twin) {
      list.set(call, call(twin));
    }
  }

  /**
   * Removes {@code new} and {@code dup}, in place of which the twin gives the object. Compilers put
   * both references into variables while a {@code switch} with {@code try} makes an argument: then
   * nothing is put there, and taken from below the object.
   */
  private static void removeCreation(InsnList list, TypeInsnNode creation, MethodInsnNode call) {
    AbstractInsnNode dup = creation.getNext();
    if (dup.getNext() != null && dup.getNext().getOpcode() == Opcodes.ASTORE) {
      list.set(creation, new InsnNode(Opcodes.ACONST_NULL));
      Code drop = new Code();
      drop.op(Opcodes.SWAP).op(Opcodes.POP).op(Opcodes.SWAP).op(Opcodes.POP);
      list.insert(call, drop.list());
    } else {
      list.remove(dup);
      list.remove(creation);
    }
  }

  private static MethodInsnNode call(Twin twin) {
    return Calls.toStatic(twin.owner(), twin.name(), twin.descriptor());
  }

  private static InsnList charge(int before, String name, String descriptor) {
    return new Code().op(before).callStatic(Code.METER, name, descriptor).list();
  }

  private static void chargeArray(InsnList list, AbstractInsnNode node) {
    int bytes = elementBytes(node);
    if (bytes > 0 && constantLength(node) < 0) {
      InsnList charge =
          new Code().op(Opcodes.DUP).push(bytes).callStatic(Code.METER, "array", "(II)V").list();
      list.insertBefore(node, charge);
    }
  }

  /** Bytes of an element of the array that the instruction makes; 0 if it makes none. */
  static int elementBytes(AbstractInsnNode node) {
    return switch (node.getOpcode()) {
      case Opcodes.ANEWARRAY -> Sizes.REFERENCE;
      case Opcodes.NEWARRAY ->
          switch (((IntInsnNode) node).operand) {
            case Opcodes.T_BOOLEAN, Opcodes.T_BYTE -> 1;
            case Opcodes.T_CHAR, Opcodes.T_SHORT -> Short.BYTES;
            case Opcodes.T_INT, Opcodes.T_FLOAT -> Integer.BYTES;
            default -> Long.BYTES;
          };
      default -> 0;
    };
  }

  /** The length of an array that is made, if the instruction before says it; else negative. */
  static int constantLength(AbstractInsnNode node) {
    AbstractInsnNode before = node.getPrevious();
    if (before instanceof IntInsnNode push && push.getOpcode() != Opcodes.NEWARRAY) {
      return push.operand;
    }
    int opcode = before == null ? -1 : before.getOpcode();
    boolean small = opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5;
    return small ? opcode - Opcodes.ICONST_0 : -1;
  }

  /** One for all that make the same: code may have ten thousands of them. */
  private MethodNode maker(MultiANewArrayInsnNode node) {
    String made = node.dims + node.desc;
    MethodNode known = arrays.get(made);
    if (known == null) {
      known = arraysOfArrays(node);
      arrays.put(made, known);
    }
    return known;
  }

  /** A method with the lengths as parameters, which pays for all levels and makes them. */
  private MethodNode arraysOfArrays(MultiANewArrayInsnNode node) {
    Type array = Type.getType(node.desc);
    Type[] lengths = new Type[node.dims];
    Arrays.fill(lengths, Type.INT_TYPE);
    Code code = new Code().constant(0L);
    for (int level = node.dims - 1; level >= 0; level--) {
      code.loadInt(level).callStatic(Code.SIZES, "arrays", "(JI)J");
    }
    code.constant(0L);
    for (int level = node.dims - 1; level >= 0; level--) {
      boolean last = level == array.getDimensions() - 1;
      int bytes = last ? BundleTypes.elementBytes(array.getElementType().getSort()) : 0;
      code.loadInt(level)
          .push(bytes == 0 ? Sizes.REFERENCE : bytes)
          .callStatic(Code.SIZES, "level", "(JII)J");
    }
    code.callStatic(Code.METER, "arrays", "(JJ)V")
        .loadParameters(lengths)
        .add(new MultiANewArrayInsnNode(node.desc, node.dims))
        .op(Opcodes.ARETURN);
    return synthetics.add("arrays", Type.getMethodDescriptor(array, lengths), code.list());
  }
}

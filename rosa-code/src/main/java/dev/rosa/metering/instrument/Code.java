package dev.rosa.metering.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Writer of a list of instructions. One method's. */
final class Code {

  static final String METER = "dev/rosa/metering/Meter";
  static final String SIZES = "dev/rosa/metering/Sizes";
  private static final int MOST_BY_CONSTANT = 5;

  private final InsnList list = new InsnList();

  /** The instructions; the writer is empty afterwards. */
  InsnList list() {
    return list;
  }

  Code add(AbstractInsnNode node) {
    list.add(node);
    return this;
  }

  /** Takes the instructions of another list. */
  Code add(InsnList instructions) {
    list.add(instructions);
    return this;
  }

  /** An instruction without operands. */
  Code op(int opcode) {
    return add(new InsnNode(opcode));
  }

  Code load(int variable) {
    return add(new VarInsnNode(Opcodes.ALOAD, variable));
  }

  Code store(int variable) {
    return add(new VarInsnNode(Opcodes.ASTORE, variable));
  }

  Code loadInt(int variable) {
    return add(new VarInsnNode(Opcodes.ILOAD, variable));
  }

  Code storeInt(int variable) {
    return add(new VarInsnNode(Opcodes.ISTORE, variable));
  }

  Code push(int value) {
    if (value >= 0 && value <= MOST_BY_CONSTANT) {
      return op(Opcodes.ICONST_0 + value);
    } else if (value == (byte) value) {
      return add(new IntInsnNode(Opcodes.BIPUSH, value));
    } else if (value == (short) value) {
      return add(new IntInsnNode(Opcodes.SIPUSH, value));
    }
    return constant(value);
  }

  Code constant(Object value) {
    return add(new LdcInsnNode(value));
  }

  /** Zero, false or null. */
  Code nothing(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> op(Opcodes.LCONST_0);
      case Type.FLOAT -> op(Opcodes.FCONST_0);
      case Type.DOUBLE -> op(Opcodes.DCONST_0);
      case Type.OBJECT, Type.ARRAY -> op(Opcodes.ACONST_NULL);
      default -> op(Opcodes.ICONST_0);
    };
  }

  /** Subtracts from an int variable. */
  Code subtract(int variable, int amount) {
    if (amount <= -(int) Short.MIN_VALUE) {
      return add(new IincInsnNode(variable, -amount));
    }
    return loadInt(variable).push(amount).op(Opcodes.ISUB).storeInt(variable);
  }

  Code jump(int opcode, LabelNode target) {
    return add(new JumpInsnNode(opcode, target));
  }

  Code type(int opcode, String type) {
    return add(new TypeInsnNode(opcode, type));
  }

  Code getMeter(String field, String descriptor) {
    return add(new FieldInsnNode(Opcodes.GETFIELD, METER, field, descriptor));
  }

  Code putMeter(String field, String descriptor) {
    return add(new FieldInsnNode(Opcodes.PUTFIELD, METER, field, descriptor));
  }

  Code callMeter(String method, String descriptor) {
    return add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, METER, method, descriptor, false));
  }

  Code callStatic(String owner, String method, String descriptor) {
    return add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, method, descriptor, false));
  }

  Code callVirtual(String owner, String method, String descriptor) {
    return add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, method, descriptor, false));
  }

  /** Loads the parameters of a static method. */
  Code loadParameters(Type... types) {
    int variable = 0;
    for (Type type : types) {
      add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable));
      variable += type.getSize();
    }
    return this;
  }

  Code returned(Type type) {
    return op(type.getOpcode(Opcodes.IRETURN));
  }
}

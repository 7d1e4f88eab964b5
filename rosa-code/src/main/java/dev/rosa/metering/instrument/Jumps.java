package dev.rosa.metering.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Targets of jumps. Stateless. */
final class Jumps {

  private Jumps() {}

  /** The labels that an instruction may go to, but for the next instruction. */
  static List<LabelNode> targets(AbstractInsnNode instruction) {
    if (instruction instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    } else if (instruction instanceof TableSwitchInsnNode table) {
      return with(table.labels, table.dflt);
    } else if (instruction instanceof LookupSwitchInsnNode lookup) {
      return with(lookup.labels, lookup.dflt);
    }
    return List.of();
  }

  /** True for {@code tableswitch} and {@code lookupswitch}. */
  static boolean isSwitch(AbstractInsnNode instruction) {
    return instruction instanceof TableSwitchInsnNode
        || instruction instanceof LookupSwitchInsnNode;
  }

  /** True if the instruction in front of a place may go on to it without a jump. */
  static boolean mayGoOn(AbstractInsnNode place) {
    AbstractInsnNode before = place.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    int opcode = before == null ? Opcodes.NOP : before.getOpcode();
    boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    return opcode != Opcodes.GOTO && opcode != Opcodes.ATHROW && !returns && !isSwitch(before);
  }

  private static List<LabelNode> with(List<LabelNode> labels, LabelNode last) {
    List<LabelNode> all = new ArrayList<>(labels);
    all.add(last);
    return all;
  }
}

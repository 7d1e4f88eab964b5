package dev.rosa.metering.instrument;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Bound on the work of finding the types of a method's variables anew, once it is metered: at each
 * label, for each way that leads there, again and again while types change. Compilers write code
 * that takes two passes. Types that move from variable to variable in a loop would take hundreds.
 * Stateless.
 */
final class FrameWork {

  /** Words that are compared in one pass over all methods of a bundle; large ones reach a third. */
  static final long MOST_WORDS = 3_000_000;

  private static final int PASSES = 4;

  /** The library's measure for one comparison. */
  private static final int OPERATIONS_PER_WORD = 50;

  /** Words that metering may still add to the operand stack. */
  private static final int FURTHER_WORDS = 8;

  private FrameWork() {}

  /** Words that one pass over a method compares. */
  static long words(MethodNode method) {
    AbstractInsnNode[] nodes = method.instructions.toArray();
    Map<AbstractInsnNode, Integer> ways = new HashMap<>();
    int sum = 1;
    for (AbstractInsnNode node : nodes) {
      if (node instanceof LabelNode) {
        ways.put(node, sum);
        sum++;
      }
      int targets = Jumps.targets(node).size();
      sum += targets == 0 ? 0 : 1 + targets;
    }
    long all = sum;
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      all += 1L + ways.get(block.end) - ways.get(block.start);
    }
    return all * (method.maxLocals + method.maxStack + FURTHER_WORDS);
  }

  /** Operations that the library may take for a method that compares so many words in one pass. */
  static long operations(long words) {
    return words * PASSES * OPERATIONS_PER_WORD;
  }
}

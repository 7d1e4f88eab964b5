package dev.rosa.metering.instrument;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Pairs of {@code new} and the constructor's call in a method, as compilers of Java nest them. A
 * pair that is wrong nevertheless is found by the JVM's verifier. Stateless.
 */
final class Creations {

  private Creations() {}

  /**
   * The instruction {@code new}, which a {@code dup} follows, for each call of a constructor.
   *
   * @throws Unmeterable if the method is nested in another way
   */
  static Map<MethodInsnNode, TypeInsnNode> in(MethodNode method) {
    Map<MethodInsnNode, TypeInsnNode> pairs = new HashMap<>();
    Deque<TypeInsnNode> open = new ArrayDeque<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() == Opcodes.NEW) {
        require(node.getNext() != null && node.getNext().getOpcode() == Opcodes.DUP);
        open.push((TypeInsnNode) node);
      } else if (node instanceof MethodInsnNode call && call.name.equals(Calls.CONSTRUCTOR)) {
        if (!open.isEmpty() && open.peek().desc.equals(call.owner)) {
          pairs.put(call, open.pop());
        } else {
          // Of this or of its superclass.
          require(open.isEmpty() && method.name.equals(Calls.CONSTRUCTOR));
        }
      }
    }
    require(open.isEmpty());
    return pairs;
  }

  private static void require(boolean nested) {
    if (!nested) {
      throw new Unmeterable("makes objects in an order that no compiler of Java has");
    }
  }
}

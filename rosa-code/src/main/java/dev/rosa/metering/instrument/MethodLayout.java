package dev.rosa.metering.instrument;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Instructions of one method before it is metered, with their weights and the spans that jumps
 * repeat. What a span has is paid when it is jumped back, and all of the method at its entry: so no
 * instruction runs that is not paid.
 */
final class MethodLayout {

  /**
   * Units for a switch that jumps back. The interpreter does not count such jumps as a loop, so
   * that it may go on for the whole budget without being compiled.
   */
  private static final int SWITCH_BACK = 16;

  private final MethodNode method;
  private final AbstractInsnNode[] nodes;
  private final Weight[] weights;
  private final int[] unitsBefore;
  private final int[] chargesBefore;
  private final Map<AbstractInsnNode, Integer> places = new HashMap<>();

  /** Weight of the whole method. */
  private Weight total = Weight.NONE;

  private boolean loopsByItself;

  MethodLayout(MethodNode method, Weights prices) {
    this.method = method;
    this.nodes = method.instructions.toArray();
    this.weights = new Weight[nodes.length];
    this.unitsBefore = new int[nodes.length + 1];
    this.chargesBefore = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      weights[i] = prices.of(nodes[i]);
      total = total.and(weights[i]);
      unitsBefore[i + 1] = Weight.sum(unitsBefore[i], weights[i].units());
      chargesBefore[i + 1] = chargesBefore[i] + (weights[i].charges() ? 1 : 0);
      places.put(nodes[i], i);
    }
    for (int i = 0; i < nodes.length; i++) {
      int start = repeatedFrom(i);
      loopsByItself |= start <= i && chargesBefore[start] == chargesBefore[i + 1];
    }
  }

  AbstractInsnNode[] nodes() {
    return nodes;
  }

  Weight weight(int place) {
    return weights[place];
  }

  Weight total() {
    return total;
  }

  /** True if it has a loop in which nothing else charges. */
  boolean loopsByItself() {
    return loopsByItself;
  }

  /** Units that the instruction repeats if it jumps back; 0 if it does not. */
  int span(int place) {
    int start = repeatedFrom(place);
    if (start > place) {
      return 0;
    }
    int units = unitsBefore[place + 1] - unitsBefore[start];
    return Jumps.isSwitch(nodes[place]) ? Weight.sum(units, SWITCH_BACK) : units;
  }

  /** The first place that it jumps back to, or one behind it. */
  private int repeatedFrom(int place) {
    int first = place + 1;
    for (LabelNode target : Jumps.targets(nodes[place])) {
      first = Math.min(first, places.get(target));
    }
    return first;
  }

  /** Units that handlers at this label repeat of what they cover. */
  int span(LabelNode handler) {
    int start = places.get(handler);
    int end = start;
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (block.handler == handler) {
        end = Math.max(end, places.get(block.end));
      }
    }
    return unitsBefore[end] - unitsBefore[start];
  }
}

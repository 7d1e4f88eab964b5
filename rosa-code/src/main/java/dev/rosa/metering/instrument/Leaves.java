package dev.rosa.metering.instrument;

import dev.rosa.metering.instrument.BundleTypes.Declared;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Search for leaves: small methods whose callers pay for them, and which so need no instruments.
 * They have no loop and no handler, call other leaves only, and cannot be reached but by a call
 * that names them. One bundle's.
 */
final class Leaves {

  private static final int MOST_UNITS = 160;

  /** Calls from leaf to leaf that are followed. */
  private static final int MOST_DEPTH = 16;

  private final BundleTypes types;
  private final Weights weights;

  /** Methods that something else than a call in the bundle may reach, by class and signature. */
  private final Set<String> reached = new HashSet<>();

  /** Methods with their weights; nothing for those that are no leaves, or are looked at now. */
  private final Map<MethodNode, Optional<Weight>> known = new HashMap<>();

  private int depth;

  Leaves(BundleTypes types, Weights weights) {
    this.types = types;
    this.weights = weights;
    for (ClassNode type : types.all()) {
      for (MethodNode method : type.methods) {
        noteHandles(method);
      }
    }
  }

  private void noteHandles(MethodNode method) {
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof InvokeDynamicInsnNode site) {
        for (Object argument : site.bsmArgs) {
          if (argument instanceof Handle handle) {
            reached.add(handle.getName() + handle.getDesc());
          }
        }
      }
    }
  }

  /** The router starts the bundle by this constructor. */
  static boolean isConstructorWithoutArguments(MethodNode method) {
    return method.name.equals(Calls.CONSTRUCTOR) && method.desc.equals("()V");
  }

  /** The weight of what is called if it is a leaf for certain, else null. */
  Weight weight(MethodInsnNode call) {
    Declared target = types.find(call.owner, call.name, call.desc);
    return target == null ? null : weight(target.owner(), target.method());
  }

  /** The weight of a method if it is a leaf, else null. */
  Weight weight(ClassNode owner, MethodNode method) {
    Optional<Weight> weight = known.get(method);
    if (weight == null) {
      known.put(method, Optional.empty());
      depth++;
      weight = Optional.ofNullable(find(owner, method));
      depth--;
      known.put(method, weight);
    }
    return weight.orElse(null);
  }

  private Weight find(ClassNode owner, MethodNode method) {
    boolean hasCode = method.instructions.size() > 0;
    if (!hasCode
        || depth > MOST_DEPTH
        || !method.tryCatchBlocks.isEmpty()
        || !isReachedByCallsOnly(owner, method)) {
      return null;
    }
    Weight sum = Weight.NONE;
    Set<LabelNode> behind = new HashSet<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof LabelNode label) {
        behind.add(label);
      }
      sum = sum.and(weights.of(node));
      boolean loops = Jumps.targets(node).stream().anyMatch(behind::contains);
      if (loops || sum.charges() || sum.units() > MOST_UNITS) {
        return null;
      }
    }
    return sum.and(new Weight(0, 0, sum.words() + Frames.words(method), false));
  }

  private boolean isReachedByCallsOnly(ClassNode owner, MethodNode method) {
    if (reached.contains(method.name + method.desc) || method.name.equals(Calls.INITIALISER)) {
      return false;
    }
    boolean constructor = method.name.equals(Calls.CONSTRUCTOR);
    if (constructor) {
      return !isConstructorWithoutArguments(method) || !implementsSomething(owner);
    }
    int fixed = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;
    return (method.access & fixed) != 0 || (isFinal(owner) && !overrides(owner, method));
  }

  /** True for every class that the router may start. */
  private boolean implementsSomething(ClassNode owner) {
    return types.ancestors(owner.name).contains("dev/rosa/api/ActiveApplication");
  }

  /** An heir of a class could give a final method of it to an interface. */
  private static boolean isFinal(ClassNode owner) {
    return (owner.access & Opcodes.ACC_FINAL) != 0;
  }

  private boolean overrides(ClassNode owner, MethodNode method) {
    for (String ancestor : types.ancestors(owner.name)) {
      boolean declares =
          types.isOwn(ancestor)
              ? !ancestor.equals(owner.name) && types.declares(ancestor, method)
              : OutsideClasses.mayDeclare(ancestor, method.name, method.desc);
      if (declares) {
        return true;
      }
    }
    return false;
  }
}

package dev.rosa.metering.instrument;

import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Insertion of charges into one method. Fuel is charged at its entry and where it jumps back, stack
 * at its entry, memory before each object. A method with a loop in which nothing else charges keeps
 * its fuel in a variable, writes it back around calls that charge, and has a handler round it:
 * without that one an exception would give fuel back. All others charge the meter's field.
 *
 * <p>Exhaustion cannot be caught: each handler begins with a call, outside of every range, that
 * throws it again.
 */
final class MethodMeter {

  private static final int METER_WORDS = 4;

  private final MethodNode method;
  private final InsnList list;
  private final MethodLayout layout;
  private final int frameWords;
  private final int textBytes;

  /**
   * Variables: the meter, fuel in local mode, words of stack below this frame, and an exception on
   * its way to a handler.
   */
  private final int meter;

  private final int fuel;
  private final int stack;
  private final int caught;
  private final boolean local;

  /** Callees see the stack, or a handler sets it. */
  private final boolean deep;

  /** It runs within other code, which may keep its fuel in a variable. */
  private final boolean initialiser;

  private final LabelNode start = new LabelNode();
  private final LabelNode end = new LabelNode();

  MethodMeter(MethodNode method, Weights weights) {
    this.method = method;
    this.list = method.instructions;
    this.layout = new MethodLayout(method, weights);
    this.textBytes = weights.textBytes();
    this.frameWords = Frames.words(method) + layout.total().words();
    this.meter = method.maxLocals;
    this.fuel = meter + 1;
    this.stack = meter + 2;
    this.caught = meter + 3;
    // Until the superclass's constructor has run, no handler can be round it.
    this.local = layout.loopsByItself() && !method.name.equals(Calls.CONSTRUCTOR);
    this.initialiser = method.name.equals(Calls.INITIALISER);
    this.deep = layout.total().charges() || !method.tryCatchBlocks.isEmpty();
  }

  void insert() {
    AbstractInsnNode[] nodes = layout.nodes();
    for (int i = 0; i < nodes.length; i++) {
      charge(i, nodes[i]);
    }
    InsnList handlers = handlers();
    list.insert(entry());
    list.add(end);
    list.add(handlers);
    if (local || initialiser) {
      addOuterHandler();
    }
    method.maxLocals += METER_WORDS;
  }

  private void charge(int place, AbstractInsnNode node) {
    Weight weight = layout.weight(place);
    int span = layout.span(place);
    if (span > 0) {
      list.insertBefore(node, local ? chargeVariable(span) : chargeField(span));
    }
    if (weight.bytes() > 0) {
      list.insertBefore(node, chargeMemory(weight.bytes()));
    }
    int opcode = node.getOpcode();
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      list.insertBefore(node, leave());
    } else if (local && weight.charges()) {
      list.insertBefore(node, writeBack(new Code()).list());
      list.insert(node, readAgain());
    }
  }

  private InsnList entry() {
    Code code = new Code();
    LabelNode enough = new LabelNode();
    code.callStatic(Code.METER, "current", "()Ldev/rosa/metering/Meter;").store(meter);
    code.load(meter).getMeter("stack", "I").push(frameWords).op(Opcodes.ISUB);
    code.storeInt(stack).loadInt(stack).jump(Opcodes.IFGE, enough);
    die(code, "noStack").add(enough);
    if (deep) {
      code.load(meter).loadInt(stack).putMeter("stack", "I");
    }
    if (initialiser) {
      code.load(meter).callMeter("enterInitialiser", "()V");
    }
    int units = Weight.sum(layout.total().units(), Weights.ENTRY);
    if (local) {
      code.add(readAgain()).add(chargeVariable(units));
    } else {
      code.add(chargeField(units));
    }
    return code.add(start).list();
  }

  private InsnList readAgain() {
    return new Code().load(meter).getMeter("fuel", "I").storeInt(fuel).list();
  }

  private Code writeBack(Code code) {
    return code.load(meter).loadInt(fuel).putMeter("fuel", "I");
  }

  private InsnList chargeVariable(int units) {
    LabelNode enough = new LabelNode();
    Code code = new Code().subtract(fuel, units).loadInt(fuel).jump(Opcodes.IFGE, enough);
    return die(code, "noFuel").add(enough).list();
  }

  private InsnList chargeField(int units) {
    LabelNode enough = new LabelNode();
    Code code = new Code().load(meter).load(meter).getMeter("fuel", "I").push(units);
    code.op(Opcodes.ISUB).op(Opcodes.DUP_X1).putMeter("fuel", "I").jump(Opcodes.IFGE, enough);
    return die(code, "noFuel").add(enough).list();
  }

  private InsnList chargeMemory(int bytes) {
    LabelNode enough = new LabelNode();
    Code code = new Code().load(meter).load(meter).getMeter("memory", "J");
    code.constant((long) bytes).op(Opcodes.LSUB).op(Opcodes.DUP2_X1).putMeter("memory", "J");
    code.op(Opcodes.LCONST_0).op(Opcodes.LCMP).jump(Opcodes.IFGE, enough);
    if (local) {
      writeBack(code);
    }
    return die(code, "noMemory").add(enough).list();
  }

  private Code die(Code code, String signal) {
    return code.load(meter).callMeter(signal, "()Ldev/rosa/metering/Exhausted;").op(Opcodes.ATHROW);
  }

  private InsnList leave() {
    Code code = new Code();
    if (local) {
      writeBack(code);
    }
    if (initialiser) {
      code.load(meter).callMeter("leaveInitialiser", "()V");
    }
    if (deep) {
      code.load(meter).loadInt(stack).push(frameWords).op(Opcodes.IADD).putMeter("stack", "I");
    }
    return code.list();
  }

  /** The beginnings of the method's own handlers, which no range covers. */
  private InsnList handlers() {
    Map<LabelNode, LabelNode> beginnings = new LinkedHashMap<>();
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      beginnings.computeIfAbsent(block.handler, handler -> new LabelNode());
    }
    Code code = new Code();
    beginnings.forEach((handler, beginning) -> begin(code.add(beginning), handler));
    method.tryCatchBlocks.forEach(block -> block.handler = beginnings.get(block.handler));
    return code.list();
  }

  private void begin(Code code, LabelNode handler) {
    code.store(caught).load(meter);
    if (local) {
      code.loadInt(fuel);
    } else {
      code.push(Integer.MAX_VALUE);
    }
    code.loadInt(stack).push(layout.span(handler)).push(textBytes).load(caught);
    code.callMeter("caught", "(IIIILjava/lang/Throwable;)I");
    if (local) {
      code.storeInt(fuel);
    } else {
      code.op(Opcodes.POP);
    }
    code.jump(Opcodes.GOTO, before(handler));
  }

  /**
   * A place before a handler, which loads its exception. A jump back takes nothing along on the
   * operand stack: else no loop of the method would be compiled while it runs ({@link
   * StackedLoops}).
   */
  private LabelNode before(LabelNode handler) {
    LabelNode before = new LabelNode();
    Code code = new Code();
    if (Jumps.mayGoOn(handler)) {
      code.jump(Opcodes.GOTO, handler);
    }
    list.insertBefore(handler, code.add(before).load(caught).list());
    return before;
  }

  private void addOuterHandler() {
    LabelNode handler = new LabelNode();
    list.add(handler);
    Code code = new Code();
    if (local) {
      code.load(meter).loadInt(fuel).callMeter("left", "(I)V");
    }
    if (initialiser) {
      code.load(meter).callMeter("leaveInitialiser", "()V");
    }
    list.add(code.list());
    list.add(new Code().op(Opcodes.ATHROW).list());
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
  }
}

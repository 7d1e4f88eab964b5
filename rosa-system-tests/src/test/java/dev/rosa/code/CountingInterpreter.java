package dev.rosa.code;

import dev.rosa.api.Packet;
import dev.rosa.api.SessionState;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Interpreter of the class files that {@link ProgramWriter} makes in its plain style, which counts
 * the instructions that it executes. It shares no code with metering. One thread's.
 */
final class CountingInterpreter {

  /** Object of a class of the program. */
  private static final class Instance {
    private final String type;
    private final Map<String, Object> fields = new HashMap<>();

    Instance(String type) {
      this.type = type;
    }
  }

  /** Exception of the program on its way to a handler. */
  private static final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Object value;

    Thrown(Object value) {
      super(null, null, false, false);
      this.value = value;
    }
  }

  /** Least price of a member of the code API. */
  private static final int UNITS_PER_CALL = 10;

  /** Price of a call of the program's own method, beside the instruction. */
  private static final int UNITS_PER_OWN_CALL = 15;

  /** Price of an exception that code makes. */
  private static final int UNITS_PER_EXCEPTION = 60;

  /** Price of one that it catches. */
  private static final int UNITS_PER_CATCH = 24_000;

  private final Map<String, ClassNode> classes = new HashMap<>();
  private final Instance application;
  private long executed;
  private long priced;

  CountingInterpreter(Map<String, byte[]> classFiles, String entryClass) {
    for (byte[] file : classFiles.values()) {
      ClassNode node = new ClassNode();
      new ClassReader(file).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      classes.put(node.name, node);
    }
    application = new Instance(entryClass.replace('.', '/'));
    call(application.type, "<init>", "()V", new Object[] {application});
  }

  /** Runs the program on a packet; returns the instructions that this took. */
  long run(Packet packet) {
    executed = 0;
    priced = 0;
    call(
        application.type,
        "onPacket",
        "(Ldev/rosa/api/Packet;)V",
        new Object[] {application, packet});
    return executed;
  }

  /** Units, by the price list, of the calls and exceptions of the last run. */
  long priced() {
    return priced;
  }

  private Object call(String owner, String name, String descriptor, Object[] arguments) {
    for (MethodNode method : classes.get(owner).methods) {
      if (method.name.equals(name) && method.desc.equals(descriptor)) {
        return new Frame(method, arguments).run();
      }
    }
    throw new IllegalStateException("no method " + owner + "." + name + descriptor);
  }

  /** Activation of one method. */
  private final class Frame {
    private final MethodNode method;
    private final Object[] locals;
    private final ArrayDeque<Object> stack = new ArrayDeque<>();
    private AbstractInsnNode at;
    private Object result;

    Frame(MethodNode method, Object[] arguments) {
      this.method = method;
      this.locals = new Object[method.maxLocals];
      System.arraycopy(arguments, 0, locals, 0, arguments.length);
      this.at = method.instructions.getFirst();
    }

    Object run() {
      while (at != null) {
        AbstractInsnNode current = at;
        at = current.getNext();
        if (current.getOpcode() >= 0) {
          executed++;
          try {
            execute(current);
          } catch (Thrown thrown) {
            handle(current, thrown);
          } catch (ArithmeticException | IndexOutOfBoundsException e) {
            handle(current, new Thrown(e));
          }
        }
      }
      return result;
    }

    private void handle(AbstractInsnNode thrower, Thrown thrown) {
      int position = method.instructions.indexOf(thrower);
      for (TryCatchBlockNode block : method.tryCatchBlocks) {
        boolean covers =
            position >= method.instructions.indexOf(block.start)
                && position < method.instructions.indexOf(block.end);
        if (covers && (block.type == null || isA(thrown.value, block.type))) {
          priced += UNITS_PER_CATCH;
          stack.clear();
          stack.push(thrown.value);
          at = block.handler;
          return;
        }
      }
      throw thrown;
    }

    private int popInt() {
      return (Integer) stack.pop();
    }

    private void jump(LabelNode label) {
      at = label;
    }

    private void execute(AbstractInsnNode node) {
      int opcode = node.getOpcode();
      if (node instanceof VarInsnNode var) {
        if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
          stack.push(nonNull(locals[var.var]));
        } else {
          locals[var.var] = stack.pop();
        }
      } else if (node instanceof IincInsnNode iinc) {
        locals[iinc.var] = (Integer) locals[iinc.var] + iinc.incr;
      } else if (node instanceof IntInsnNode operand) {
        stack.push(opcode == Opcodes.NEWARRAY ? array(operand.operand, popInt()) : operand.operand);
      } else if (node instanceof LdcInsnNode constant) {
        stack.push(constant.cst);
      } else if (node instanceof JumpInsnNode jump) {
        jump(opcode, jump.label);
      } else if (node instanceof TableSwitchInsnNode table) {
        int key = popInt();
        boolean within = key >= table.min && key <= table.max;
        jump(within ? table.labels.get(key - table.min) : table.dflt);
      } else if (node instanceof LookupSwitchInsnNode lookup) {
        int index = lookup.keys.indexOf(popInt());
        jump(index < 0 ? lookup.dflt : lookup.labels.get(index));
      } else if (node instanceof FieldInsnNode field) {
        field(opcode, field);
      } else if (node instanceof MethodInsnNode called) {
        invoke(called);
      } else if (node instanceof TypeInsnNode type) {
        type(opcode, type.desc);
      } else {
        plain(opcode);
      }
    }

    private void jump(int opcode, LabelNode label) {
      if (opcode == Opcodes.GOTO) {
        jump(label);
        return;
      }
      if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
        boolean isNull = stack.pop() == NULL;
        if (isNull == (opcode == Opcodes.IFNULL)) {
          jump(label);
        }
        return;
      }
      boolean two = opcode >= Opcodes.IF_ICMPEQ;
      int right = two ? popInt() : 0;
      int left = popInt();
      boolean taken =
          switch (two ? opcode - (Opcodes.IF_ICMPEQ - Opcodes.IFEQ) : opcode) {
            case Opcodes.IFEQ -> left == right;
            case Opcodes.IFNE -> left != right;
            case Opcodes.IFLT -> left < right;
            case Opcodes.IFGE -> left >= right;
            case Opcodes.IFGT -> left > right;
            default -> left <= right;
          };
      if (taken) {
        jump(label);
      }
    }

    private void field(int opcode, FieldInsnNode field) {
      if (opcode == Opcodes.GETFIELD) {
        Instance owner = (Instance) stack.pop();
        stack.push(owner.fields.getOrDefault(field.name, 0));
      } else if (opcode == Opcodes.PUTFIELD) {
        Object value = stack.pop();
        ((Instance) stack.pop()).fields.put(field.name, value);
      } else {
        throw new IllegalStateException("static field " + field.name);
      }
    }

    private void type(int opcode, String type) {
      if (opcode == Opcodes.NEW) {
        // Programs make no other objects than exceptions.
        priced += UNITS_PER_EXCEPTION;
        stack.push(classes.containsKey(type) ? new Instance(type) : OutsideThrowables.make(type));
      } else if (opcode != Opcodes.CHECKCAST) {
        throw new IllegalStateException("instruction " + opcode);
      }
    }

    private void invoke(MethodInsnNode called) {
      int count = org.objectweb.asm.Type.getArgumentTypes(called.desc).length;
      int receiver = called.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
      Object[] arguments = new Object[count + receiver];
      for (int i = arguments.length - 1; i >= 0; i--) {
        arguments[i] = stack.pop();
      }
      priced += classes.containsKey(called.owner) ? UNITS_PER_OWN_CALL : 0;
      Object returned =
          classes.containsKey(called.owner)
              ? call(called.owner, called.name, called.desc, arguments)
              : outside(called, arguments);
      if (!called.desc.endsWith(")V")) {
        stack.push(returned);
      }
    }

    private void plain(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        result = opcode == Opcodes.RETURN ? null : stack.pop();
        at = null;
      } else if (opcode == Opcodes.ATHROW) {
        throw new Thrown(stack.pop());
      } else if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
        stack.push(opcode - Opcodes.ICONST_0);
      } else if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
        stack.push((long) (opcode - Opcodes.LCONST_0));
      } else if (opcode == Opcodes.ACONST_NULL) {
        stack.push(NULL);
      } else {
        IntegerInstructions.execute(opcode, stack);
      }
    }
  }

  /** Stands for null on stacks, which take none. */
  private static final Object NULL = new Object();

  private static Object nonNull(Object value) {
    return value == null ? NULL : value;
  }

  private static Object array(int type, int length) {
    return switch (type) {
      case Opcodes.T_INT -> new int[length];
      case Opcodes.T_BYTE -> new byte[length];
      default -> throw new IllegalStateException("array of " + type);
    };
  }

  private boolean isA(Object value, String type) {
    if (value instanceof Instance instance) {
      return type.equals(instance.type)
          || OutsideThrowables.isA(classes.get(instance.type).superName, type);
    }
    return OutsideThrowables.isA(value.getClass().getName().replace('.', '/'), type);
  }

  /** Calls what a program uses of the code API and of the JDK. */
  private Object outside(MethodInsnNode called, Object[] arguments) {
    if (called.name.equals("<init>")) {
      return null;
    }
    priced += UNITS_PER_CALL;
    if (called.owner.equals("java/lang/Math")) {
      return Math.min((Integer) arguments[0], (Integer) arguments[1]);
    }
    if (arguments[0] instanceof Packet packet && called.owner.equals("dev/rosa/api/Packet")) {
      return packet(packet, called.name, arguments);
    }
    ((SessionState) arguments[0]).set((Integer) arguments[1], (Long) arguments[2]);
    return null;
  }

  private static Object packet(Packet packet, String name, Object[] arguments) {
    return switch (name) {
      case "payloadLength" -> packet.payloadLength();
      case "sessionState" -> packet.sessionState();
      case "copyPayload" -> {
        packet.copyPayload(
            (Integer) arguments[1],
            (byte[]) arguments[2],
            (Integer) arguments[3],
            (Integer) arguments[4]);
        yield null;
      }
      case "replacePayload" -> {
        packet.replacePayload(
            (byte[]) arguments[1], (Integer) arguments[2], (Integer) arguments[3]);
        yield null;
      }
      default -> throw new IllegalStateException("call of " + name);
    };
  }
}

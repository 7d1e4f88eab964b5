package dev.rosa.code;

import java.util.Deque;
import org.objectweb.asm.Opcodes;

/** Instructions on whole numbers and arrays of them, on a stack of boxed values. Stateless. */
final class IntegerInstructions {

  private IntegerInstructions() {}

  static void execute(int opcode, Deque<Object> stack) {
    switch (opcode) {
      case Opcodes.POP -> stack.pop();
      case Opcodes.DUP -> stack.push(stack.peek());
      case Opcodes.DUP_X1 -> insert(stack, 1);
      case Opcodes.DUP_X2 -> insert(stack, 2);
      case Opcodes.DUP2 -> duplicateTwo(stack);
      case Opcodes.INEG -> stack.push(-number(stack));
      case Opcodes.I2L -> stack.push((long) number(stack));
      case Opcodes.I2B -> stack.push((int) (byte) number(stack));
      case Opcodes.IALOAD, Opcodes.BALOAD -> load(stack);
      case Opcodes.IASTORE, Opcodes.BASTORE -> store(stack);
      case Opcodes.ARRAYLENGTH -> stack.push(java.lang.reflect.Array.getLength(stack.pop()));
      default -> {
        int right = number(stack);
        stack.push(binary(opcode, number(stack), right));
      }
    }
  }

  private static int number(Deque<Object> stack) {
    return (Integer) stack.pop();
  }

  private static void insert(Deque<Object> stack, int below) {
    Object top = stack.pop();
    Object[] between = new Object[below];
    for (int i = 0; i < below; i++) {
      between[i] = stack.pop();
    }
    stack.push(top);
    for (int i = below - 1; i >= 0; i--) {
      stack.push(between[i]);
    }
    stack.push(top);
  }

  private static void duplicateTwo(Deque<Object> stack) {
    Object top = stack.pop();
    Object below = stack.peek();
    stack.push(top);
    stack.push(below);
    stack.push(top);
  }

  private static void load(Deque<Object> stack) {
    int index = number(stack);
    Object array = stack.pop();
    stack.push(array instanceof int[] ints ? ints[index] : (int) ((byte[]) array)[index]);
  }

  private static void store(Deque<Object> stack) {
    int value = number(stack);
    int index = number(stack);
    Object array = stack.pop();
    if (array instanceof int[] ints) {
      ints[index] = value;
    } else {
      ((byte[]) array)[index] = (byte) value;
    }
  }

  private static int binary(int opcode, int left, int right) {
    return switch (opcode) {
      case Opcodes.IADD -> left + right;
      case Opcodes.ISUB -> left - right;
      case Opcodes.IMUL -> left * right;
      case Opcodes.IDIV -> left / right;
      case Opcodes.IREM -> left % right;
      case Opcodes.IAND -> left & right;
      case Opcodes.IOR -> left | right;
      case Opcodes.IXOR -> left ^ right;
      case Opcodes.ISHL -> left << right;
      case Opcodes.ISHR -> left >> right;
      case Opcodes.IUSHR -> left >>> right;
      default -> throw new IllegalStateException("instruction " + opcode);
    };
  }
}

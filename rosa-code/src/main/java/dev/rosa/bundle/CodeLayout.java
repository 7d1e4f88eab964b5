package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.nio.ByteBuffer;

/**
 * Check of one method's Code attribute (JVMS §4.7.3), with a count of the steps that a JVM's type
 * checker takes for it. At each branch the type checker looks for the target's stack map frame, one
 * frame after the other, and compares every local and stack word. In a try block it does so at each
 * instruction for each handler.
 */
final class CodeLayout {

  /** Most locals, and most stack words; compilers stay below 256. */
  private static final int MOST_SLOTS = 1_024;

  private static final int MOST_ARGUMENT_WORDS = 255;

  /**
   * Most source lines of one instruction; compilers write one. ASM copies those that it has at
   * every fourth.
   */
  private static final int MOST_LINES = 64;

  /** Two class names that differ are looked up in the class loader. */
  private static final int STEPS_PER_REFERENCE = 30;

  private static final int STEPS_PER_BYTE = 20;
  private static final int STEPS_PER_LINE_NUMBER_BYTE = 16;
  private static final int FRAMES_PER_STEP = 2;
  private static final int STEPS_PER_COMPARISON = 16;

  private static final int TABLE_SWITCH = 0xaa;
  private static final int LOOKUP_SWITCH = 0xab;
  private static final int WIDE = 0xc4;
  private static final int IINC = 0x84;

  /**
   * Bytes of an instruction with its operands, by opcode; 0: none, or one that no JVM takes in
   * class files of version 51 and later (jsr, ret). The switches and wide are handled apart.
   */
  private static final String LENGTHS =
      "1111111111111111" // nop … dconst_1
          + "2323322222111111" // bipush … lload_1
          + "1111111111111111" // lload_2 … laload
          + "1111112222211111" // faload … lstore_0
          + "1111111111111111" // lstore_1 … iastore
          + "1111111111111111" // lastore … swap
          + "1111111111111111" // iadd … ddiv
          + "1111111111111111" // irem … land
          + "1111311111111111" // ior … d2l
          + "1111111113333333" // d2f … if_icmpeq
          + "3333333300001111" // if_icmpne … dreturn
          + "1133333335532311" // areturn … athrow
          + "3311043350"; // checkcast … jsr_w

  private final ByteBuffer code;
  private final ClassFileLayout classFile;
  private int frames;
  private int frameBytes;
  private int variables;
  private int variableTypes;
  private int lineNumberBytes;

  /** Source lines by place in the code; empty: there is no table of them. */
  private int[] lines = {};

  private CodeLayout(ByteBuffer code, ClassFileLayout classFile) {
    this.code = code;
    this.classFile = classFile;
  }

  /**
   * Steps that this method takes.
   *
   * @throws Refusal if it has more of something than a limit here allows
   */
  static long steps(ByteBuffer code, ClassFileLayout classFile) {
    return new CodeLayout(code, classFile).walk();
  }

  private long walk() {
    int stack = unsignedShort();
    int locals = unsignedShort();
    ClassFileLayout.requireAtMost(MOST_SLOTS, Math.max(stack, locals), "stack words or locals");
    ByteBuffer instructions = ClassFileLayout.content(code);
    int branches = branches(instructions);
    int handlers = unsignedShort();
    long guarded = 0;
    for (int i = 0; i < handlers; i++) {
      int start = unsignedShort();
      guarded += Math.max(0, unsignedShort() - start);
      code.getInt();
    }
    attributes(instructions.capacity());
    int references = Math.min(stack + locals, MOST_ARGUMENT_WORDS + frameBytes / 3);
    long comparison =
        STEPS_PER_COMPARISON + frames / FRAMES_PER_STEP + (long) STEPS_PER_REFERENCE * references;
    return (long) STEPS_PER_BYTE * instructions.capacity()
        + (branches + guarded) * comparison
        + (long) instructions.capacity() * handlers
        + (long) frames * locals
        + (long) STEPS_PER_LINE_NUMBER_BYTE * lineNumberBytes
        + (long) variables * variableTypes;
  }

  /** Branch targets in all: a switch has many. */
  private static int branches(ByteBuffer instructions) {
    int branches = 0;
    while (instructions.hasRemaining()) {
      int start = instructions.position();
      int opcode = Byte.toUnsignedInt(instructions.get());
      if (opcode == TABLE_SWITCH || opcode == LOOKUP_SWITCH) {
        branches += 1 + switchTargets(instructions, opcode);
      } else if (opcode == WIDE) {
        int bytes = Byte.toUnsignedInt(instructions.get()) == IINC ? 6 : 4;
        instructions.position(start + bytes);
      } else {
        branches += isBranch(opcode) ? 1 : 0;
        instructions.position(start + length(opcode));
      }
    }
    return branches;
  }

  private static int length(int opcode) {
    int length = opcode < LENGTHS.length() ? LENGTHS.charAt(opcode) - '0' : 0;
    if (length == 0) {
      throw new Refusal("has the instruction 0x%02x, which no JVM takes".formatted(opcode));
    }
    return length;
  }

  /** The conditional branches and goto; ifnull, ifnonnull and goto_w. */
  private static boolean isBranch(int opcode) {
    return (opcode >= 0x99 && opcode <= 0xa7) || (opcode >= 0xc6 && opcode <= 0xc8);
  }

  private static int switchTargets(ByteBuffer instructions, int opcode) {
    // Operands are aligned to four bytes from the method's start.
    instructions.position((instructions.position() + 3) & ~3);
    instructions.getInt();
    int first = instructions.getInt();
    long targets = opcode == LOOKUP_SWITCH ? first : (long) instructions.getInt() - first + 1;
    int bytesPerTarget = opcode == LOOKUP_SWITCH ? 8 : 4;
    if (targets < 0 || targets * bytesPerTarget > instructions.remaining()) {
      throw new Refusal("has a switch that does not fit its method");
    }
    instructions.position(instructions.position() + (int) targets * bytesPerTarget);
    return (int) targets;
  }

  private void attributes(int codeBytes) {
    int count = unsignedShort();
    for (int i = 0; i < count; i++) {
      String name = classFile.utf8(unsignedShort());
      ByteBuffer content = ClassFileLayout.content(code);
      switch (name) {
        case "StackMapTable" -> {
          frames += Short.toUnsignedInt(content.getShort());
          frameBytes += content.capacity();
        }
        case "LocalVariableTable" -> variables += content.capacity() / 10;
        case "LocalVariableTypeTable" -> variableTypes += content.capacity() / 10;
        case "LineNumberTable" -> lineNumbers(content, codeBytes);
        default -> classFile.checkSize(name, content.capacity());
      }
    }
    if (code.hasRemaining()) {
      throw new Refusal("is not a valid class file: a method's code has bytes behind it");
    }
  }

  private void lineNumbers(ByteBuffer table, int codeBytes) {
    lineNumberBytes += table.capacity();
    lines = lines.length == 0 ? new int[codeBytes + 1] : lines;
    int count = Short.toUnsignedInt(table.getShort());
    for (int i = 0; i < count; i++) {
      int place = Short.toUnsignedInt(table.getShort());
      table.getShort();
      lines[place]++;
      ClassFileLayout.requireAtMost(MOST_LINES, lines[place], "lines of one instruction");
    }
  }

  private int unsignedShort() {
    return Short.toUnsignedInt(code.getShort());
  }
}

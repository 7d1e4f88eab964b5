package dev.rosa.kernel.bpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Assembler of eBPF programs with labels. Each method appends an instruction and returns this
 * assembler. Numbers are 64 bits wide in registers. Not thread-safe.
 */
public final class BpfAssembler {

  /** Bytes of an encoded instruction ({@code struct bpf_insn}). */
  public static final int INSTRUCTION_BYTES = 8;

  /**
   * Registers. R0 is the result of calls and of the program; R1 to R5 are the arguments of calls
   * and lost by them; R6 to R9 are kept; R10 is the end of the stack of 512 bytes, and read only.
   */
  public enum Register {
    R0,
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
    R9,
    R10
  }

  /** Widths of loads and stores. */
  public enum Width {
    WORD(0x00, 4),
    HALF(0x08, 2),
    BYTE(0x10, 1),
    LONG(0x18, 8);

    private final int code;
    private final int bytes;

    Width(int code, int bytes) {
      this.code = code;
      this.bytes = bytes;
    }

    /** Bytes that are loaded or stored. */
    public int bytes() {
      return bytes;
    }
  }

  /** Conditions of jumps; numbers are compared without a sign. */
  public enum Condition {
    EQUAL(0x10),
    GREATER(0x20),
    GREATER_OR_EQUAL(0x30),
    NOT_EQUAL(0x50);

    private final int code;

    Condition(int code) {
      this.code = code;
    }
  }

  /**
   * Place in a program, to jump to. It belongs to one assembler. The kernel takes jumps backward
   * only where it sees that they end.
   */
  public static final class Label {
    private int place = -1;
  }

  private static final int LOAD = 0x61;
  private static final int STORE = 0x63;
  private static final int STORE_CONSTANT = 0x62;
  private static final int LOAD_MAP = 0x18;
  private static final int ADD_CONSTANT = 0x07;
  private static final int ADD = 0x0f;
  private static final int SUBTRACT = 0x1f;
  private static final int OR = 0x4f;
  private static final int AND_CONSTANT = 0x57;
  private static final int OR_CONSTANT = 0x47;
  private static final int SHIFT_LEFT = 0x67;
  private static final int SHIFT_RIGHT = 0x77;
  private static final int SET_WORD = 0xbc;
  private static final int FROM_BIG_ENDIAN = 0xdc;
  private static final int ATOMIC_LONG = 0xdb;
  private static final int SET_CONSTANT = 0xb7;
  private static final int SET = 0xbf;
  private static final int JUMP = 0x05;
  private static final int WITH_REGISTER = 0x08;
  private static final int CALL = 0x85;
  private static final int EXIT = 0x95;

  /** What {@link #ATOMIC_LONG} does. */
  private static final int ATOMIC_FETCH_AND = 0x51;

  private static final int COMPARE_EXCHANGE = 0xf1;

  /** Says that the constant of {@link #LOAD_MAP} is a map's descriptor. */
  private static final int PSEUDO_MAP = 1;

  /** An instruction; its offset follows from the label, if there is one. */
  private record Instruction(
      int code, int destination, int source, int offset, int constant, Label target) {}

  private final List<Instruction> instructions = new ArrayList<>();

  /** Loads from the memory at an address and an offset in bytes. */
  public BpfAssembler load(Width width, Register into, Register address, int offset) {
    return add(LOAD | width.code, into.ordinal(), address.ordinal(), offset, 0);
  }

  /** Stores a register's lowest bytes. */
  public BpfAssembler store(Width width, Register address, int offset, Register from) {
    return add(STORE | width.code, address.ordinal(), from.ordinal(), offset, 0);
  }

  /** Stores a constant. */
  public BpfAssembler storeConstant(Width width, Register address, int offset, int constant) {
    return add(STORE_CONSTANT | width.code, address.ordinal(), 0, offset, constant);
  }

  /** Copies a register. */
  public BpfAssembler set(Register into, Register from) {
    return add(SET, into.ordinal(), from.ordinal(), 0, 0);
  }

  /** Sets a register to a constant, which keeps its sign. */
  public BpfAssembler setConstant(Register into, int constant) {
    return add(SET_CONSTANT, into.ordinal(), 0, 0, constant);
  }

  /** Adds a register to another one. */
  public BpfAssembler add(Register to, Register what) {
    return add(ADD, to.ordinal(), what.ordinal(), 0, 0);
  }

  /** Adds a constant, which keeps its sign. */
  public BpfAssembler addConstant(Register to, int constant) {
    return add(ADD_CONSTANT, to.ordinal(), 0, 0, constant);
  }

  /** Clears the bits of a register that a constant does not have; its sign fills the high half. */
  public BpfAssembler andConstant(Register to, int constant) {
    return add(AND_CONSTANT, to.ordinal(), 0, 0, constant);
  }

  /** Sets the bits of a register that a constant has, which keeps its sign. */
  public BpfAssembler orConstant(Register to, int constant) {
    return add(OR_CONSTANT, to.ordinal(), 0, 0, constant);
  }

  /** Sets the bits of a register that another one has. */
  public BpfAssembler or(Register to, Register what) {
    return add(OR, to.ordinal(), what.ordinal(), 0, 0);
  }

  /** Subtracts a register from another one. */
  public BpfAssembler subtract(Register from, Register what) {
    return add(SUBTRACT, from.ordinal(), what.ordinal(), 0, 0);
  }

  /** Shifts a register to the left. */
  public BpfAssembler shiftLeft(Register what, int bits) {
    return add(SHIFT_LEFT, what.ordinal(), 0, 0, bits);
  }

  /** Shifts a register to the right; zeros come in. */
  public BpfAssembler shiftRight(Register what, int bits) {
    return add(SHIFT_RIGHT, what.ordinal(), 0, 0, bits);
  }

  /** Copies the lower 32 bits of a register; the upper ones become zero. */
  public BpfAssembler setWord(Register into, Register from) {
    return add(SET_WORD, into.ordinal(), from.ordinal(), 0, 0);
  }

  /** Takes the lowest bytes of a register, as they were loaded, for a number in network order. */
  public BpfAssembler fromNetwork(Width width, Register what) {
    return add(FROM_BIG_ENDIAN, what.ordinal(), 0, 0, width.bytes * Byte.SIZE);
  }

  /**
   * Clears bits of the 64 in memory that a register does not have, as one step; others see what was
   * written before it first. The register becomes what they were before.
   */
  public BpfAssembler atomicAnd(Register address, int offset, Register what) {
    return add(ATOMIC_LONG, address.ordinal(), what.ordinal(), offset, ATOMIC_FETCH_AND);
  }

  /**
   * Replaces 64 bits in memory by a register if they are what R0 is, as one step. R0 is what they
   * were before.
   */
  public BpfAssembler compareExchange(Register address, int offset, Register by) {
    return add(ATOMIC_LONG, address.ordinal(), by.ordinal(), offset, COMPARE_EXCHANGE);
  }

  /** Loads a map for a call. */
  public BpfAssembler loadMap(Register into, BpfMap map) {
    add(LOAD_MAP, into.ordinal(), PSEUDO_MAP, 0, map.descriptor());
    return add(0, 0, 0, 0, 0);
  }

  /** Calls a function of the kernel by its number in {@code enum bpf_func_id}. */
  public BpfAssembler call(int function) {
    return add(CALL, 0, 0, 0, function);
  }

  /** Jumps if a condition holds for a register and a constant, which keeps its sign. */
  public BpfAssembler jump(Condition condition, Register left, int constant, Label target) {
    return jump(JUMP | condition.code, left.ordinal(), 0, constant, target);
  }

  /** Jumps if a condition holds for two registers. */
  public BpfAssembler jump(Condition condition, Register left, Register right, Label target) {
    int code = JUMP | WITH_REGISTER | condition.code;
    return jump(code, left.ordinal(), right.ordinal(), 0, target);
  }

  /** Jumps. */
  public BpfAssembler jump(Label target) {
    return jump(JUMP, 0, 0, 0, target);
  }

  /** Ends the program; R0 is its result. */
  public BpfAssembler exit() {
    return add(EXIT, 0, 0, 0, 0);
  }

  /**
   * Names the next instruction's place.
   *
   * @throws IllegalStateException if the label names a place already
   */
  public BpfAssembler at(Label label) {
    if (label.place >= 0) {
      throw new IllegalStateException("label is at " + label.place + " already");
    }
    label.place = instructions.size();
    return this;
  }

  /**
   * The program as the kernel reads it, in the machine's byte order.
   *
   * @throws IllegalStateException if a label has no place, or one too far away
   */
  public byte[] assemble() {
    ByteBuffer bytes = ByteBuffer.allocate(instructions.size() * INSTRUCTION_BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < instructions.size(); at++) {
      Instruction one = instructions.get(at);
      bytes.put((byte) one.code).put((byte) (one.source << 4 | one.destination));
      bytes.putShort(offset(one, at)).putInt(one.constant);
    }
    return bytes.array();
  }

  private static short offset(Instruction one, int at) {
    if (one.target == null) {
      return (short) one.offset;
    }
    int distance = one.target.place - at - 1;
    if (one.target.place < 0 || distance != (short) distance) {
      throw new IllegalStateException("jump at " + at + " has no place within reach");
    }
    return (short) distance;
  }

  private BpfAssembler jump(int code, int left, int right, int constant, Label target) {
    instructions.add(new Instruction(code, left, right, 0, constant, target));
    return this;
  }

  private BpfAssembler add(int code, int destination, int source, int offset, int constant) {
    if (offset != (short) offset) {
      throw new IllegalArgumentException("offset has 16 bits, this is " + offset);
    }
    instructions.add(new Instruction(code, destination, source, offset, constant, null));
    return this;
  }
}

package dev.rosa.packetio;

import dev.rosa.kernel.OffHeap;
import java.util.ArrayList;
import java.util.List;

/**
 * Program of classic BPF in the making, which the kernel runs on every frame for a worker's socket.
 * Exactly one worker's program accepts a frame. Owned by one thread.
 */
abstract class FilterProgram {

  /** {@code struct sock_filter}: code, jump if true, jump if false, constant. */
  record Instruction(int code, int whenTrue, int whenFalse, int constant) {}

  static final int LD_W_ABS = 0x20;
  static final int LD_W_IND = 0x40;
  static final int LD_W_LEN = 0x80;
  static final int LD_H_ABS = 0x28;
  static final int LD_B_ABS = 0x30;
  static final int LDX_IMM = 0x01;
  static final int LDX_MEM = 0x61;
  static final int LDX_MSH = 0xb1;
  static final int ST = 0x02;
  static final int ADD = 0x04;
  static final int SUB = 0x14;
  static final int MUL = 0x24;
  static final int AND = 0x54;
  static final int LSH = 0x64;
  static final int RSH = 0x74;
  static final int MOD = 0x94;
  static final int XOR = 0xa4;
  static final int XOR_X = 0xac;
  static final int JA = 0x05;
  static final int JEQ = 0x15;
  static final int JGE = 0x35;
  static final int JGE_X = 0x3d;
  static final int TAX = 0x07;
  static final int RET = 0x06;

  /** Jump targets; forward only, so that they are resolved when the place is reached. */
  enum Place {
    NEXT,
    IPV4,
    IPV6,
    HOP_BY_HOP,
    TRANSPORT,
    NO_SESSION,
    ACCEPT,
    REJECT
  }

  /** An instruction whose jumps are still named. */
  private record Line(int code, int constant, Place whenTrue, Place whenFalse) {}

  static final int IP = RingReader.ETHERNET_HEADER;

  /** Odd numbers without a pattern: from the first bits of √2, √3 and √5 behind the point. */
  static final int[] SPREADERS = {0x6a09e667, 0xbb67ae85, 0x3c6ef373};

  private static final int ALL_BYTES = 0x40000;

  private final List<Line> lines = new ArrayList<>();
  private final int[] places = new int[Place.values().length];

  /** The same for the kernel. */
  static OffHeap encoded(List<Instruction> program) {
    OffHeap memory = OffHeap.allocate(program.size() * Long.BYTES);
    for (Instruction instruction : program) {
      memory
          .buffer()
          .putShort((short) instruction.code())
          .put((byte) instruction.whenTrue())
          .put((byte) instruction.whenFalse())
          .putInt(instruction.constant());
    }
    return memory;
  }

  /** Takes the frame if the hash in the accumulator is this worker's. */
  void choose(int worker, int workers) {
    line(MOD, workers);
    jump(JEQ, worker, Place.ACCEPT, Place.REJECT);
  }

  /** Ends the program: a frame that cannot be spread goes to the first worker. */
  void end(int worker) {
    at(Place.NO_SESSION);
    jump(JA, 0, worker == 0 ? Place.ACCEPT : Place.REJECT, Place.NEXT);
    at(Place.ACCEPT);
    line(RET, ALL_BYTES);
    at(Place.REJECT);
    line(RET, 0);
  }

  /** Mixes what the accumulator and the first place of scratch memory have into one hash. */
  void mix() {
    line(TAX, 0);
    line(RSH, 15);
    line(XOR_X, 0);
    line(LDX_MEM, 0);
    line(XOR_X, 0);
    line(MUL, SPREADERS[2]);
    line(TAX, 0);
    line(RSH, 16);
    line(XOR_X, 0);
  }

  final void line(int code, int constant) {
    lines.add(new Line(code, constant, Place.NEXT, Place.NEXT));
  }

  final void jump(int code, int constant, Place whenTrue, Place whenFalse) {
    lines.add(new Line(code, constant, whenTrue, whenFalse));
  }

  final void at(Place place) {
    places[place.ordinal()] = lines.size();
  }

  /** The program with its jumps as distances. */
  final List<Instruction> resolve() {
    List<Instruction> program = new ArrayList<>();
    for (Line line : lines) {
      int whenTrue = distance(program.size(), line.whenTrue());
      int whenFalse = distance(program.size(), line.whenFalse());
      program.add(
          line.code() == JA
              ? new Instruction(JA, 0, 0, whenTrue)
              : new Instruction(line.code(), whenTrue, whenFalse, line.constant()));
    }
    return program;
  }

  private int distance(int from, Place to) {
    return to == Place.NEXT ? 0 : places[to.ordinal()] - from - 1;
  }
}

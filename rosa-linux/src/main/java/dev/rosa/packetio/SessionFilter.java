package dev.rosa.packetio;

import dev.rosa.kernel.OffHeap;
import java.util.ArrayList;
import java.util.List;

/**
 * Assignment of active packets to workers, as a program of classic BPF that the kernel runs on
 * every frame for every worker's socket. Exactly one worker's program accepts a frame. The worker
 * follows from the session alone, spread by a seed that senders do not know. Frames without UDP go
 * to the first worker, frames without IP to none.
 *
 * <p>The kernel's own fan-out groups do not serve (ADR 0014). A socket in one cannot be bound again
 * when the interface comes back, and members change places when a link goes down. Their flow hash
 * takes in the UDP source port, which no tag covers. Its static methods keep no state.
 */
final class SessionFilter {

  /** {@code struct sock_filter}: code, jump if true, jump if false, constant. */
  record Instruction(int code, int whenTrue, int whenFalse, int constant) {}

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
  private enum Place {
    NEXT,
    IPV4,
    IPV6,
    HOP_BY_HOP,
    UDP,
    NO_SESSION,
    ACCEPT,
    REJECT
  }

  /** An instruction whose jumps are still named. */
  private record Line(int code, int constant, Place whenTrue, Place whenFalse) {}

  private static final int IP = RingReader.ETHERNET_HEADER;
  private static final int PROTOCOL_UDP = 17;
  private static final int SESSION = IP + 8 + 24;

  /** Odd numbers without a pattern: from the first bits of √2, √3 and √5 behind the point. */
  private static final int[] SPREADERS = {0x6a09e667, 0xbb67ae85, 0x3c6ef373};

  private static final int ALL_BYTES = 0x40000;

  private final List<Line> lines = new ArrayList<>();
  private final int[] places = new int[Place.values().length];

  private SessionFilter() {}

  /** The program of one of so many workers. */
  static List<Instruction> program(int worker, int workers, long seed) {
    SessionFilter filter = new SessionFilter();
    filter.line(LD_H_ABS, 12);
    filter.jump(JEQ, 0x0800, Place.IPV4, Place.NEXT);
    filter.jump(JEQ, 0x86dd, Place.IPV6, Place.REJECT);
    filter.findUdp(workers);
    if (workers > 1) {
      filter.hashSession(seed);
      filter.line(MOD, workers);
      filter.jump(JEQ, worker, Place.ACCEPT, Place.REJECT);
    }
    filter.at(Place.NO_SESSION);
    filter.jump(JA, 0, worker == 0 ? Place.ACCEPT : Place.REJECT, Place.NEXT);
    filter.at(Place.ACCEPT);
    filter.line(RET, ALL_BYTES);
    filter.at(Place.REJECT);
    filter.line(RET, 0);
    return filter.resolve();
  }

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

  /** Leaves the bytes of IP header in X, and makes sure that the session is there. */
  private void findUdp(int workers) {
    at(Place.IPV4);
    if (workers == 1) {
      at(Place.IPV6);
      return;
    }
    line(LDX_MSH, IP);
    line(LD_B_ABS, IP + 9);
    jump(JEQ, PROTOCOL_UDP, Place.UDP, Place.NO_SESSION);
    at(Place.IPV6);
    line(LDX_IMM, 40);
    line(LD_B_ABS, IP + 6);
    jump(JEQ, PROTOCOL_UDP, Place.UDP, Place.NEXT);
    jump(JEQ, 0, Place.HOP_BY_HOP, Place.NO_SESSION);
    at(Place.HOP_BY_HOP);
    line(LD_B_ABS, IP + 41);
    line(ADD, 1);
    line(LSH, 3);
    line(ADD, 40);
    line(TAX, 0);
    line(LD_B_ABS, IP + 40);
    jump(JEQ, PROTOCOL_UDP, Place.UDP, Place.NO_SESSION);
    at(Place.UDP);
    line(LD_W_LEN, 0);
    jump(JGE, SESSION + Long.BYTES, Place.NEXT, Place.NO_SESSION);
    line(SUB, SESSION + Long.BYTES);
    jump(JGE_X, 0, Place.NEXT, Place.NO_SESSION);
  }

  /** Two halves, each made into a hash of its own by the seed, then mixed. */
  private void hashSession(long seed) {
    line(LD_W_IND, SESSION);
    line(XOR, (int) (seed >>> 32));
    line(MUL, SPREADERS[0]);
    line(ST, 0);
    line(LD_W_IND, SESSION + Integer.BYTES);
    line(XOR, (int) seed);
    line(MUL, SPREADERS[1]);
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

  private void line(int code, int constant) {
    lines.add(new Line(code, constant, Place.NEXT, Place.NEXT));
  }

  private void jump(int code, int constant, Place whenTrue, Place whenFalse) {
    lines.add(new Line(code, constant, whenTrue, whenFalse));
  }

  private void at(Place place) {
    places[place.ordinal()] = lines.size();
  }

  private List<Instruction> resolve() {
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

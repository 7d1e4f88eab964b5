package dev.rosa.packetio;

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
final class SessionFilter extends FilterProgram {

  private static final int PROTOCOL_UDP = 17;
  private static final int SESSION = IP + 8 + 24;

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
      filter.choose(worker, workers);
    }
    filter.end(worker);
    return filter.resolve();
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
    jump(JEQ, PROTOCOL_UDP, Place.TRANSPORT, Place.NO_SESSION);
    at(Place.IPV6);
    line(LDX_IMM, 40);
    line(LD_B_ABS, IP + 6);
    jump(JEQ, PROTOCOL_UDP, Place.TRANSPORT, Place.NEXT);
    jump(JEQ, 0, Place.HOP_BY_HOP, Place.NO_SESSION);
    at(Place.HOP_BY_HOP);
    line(LD_B_ABS, IP + 41);
    line(ADD, 1);
    line(LSH, 3);
    line(ADD, 40);
    line(TAX, 0);
    line(LD_B_ABS, IP + 40);
    jump(JEQ, PROTOCOL_UDP, Place.TRANSPORT, Place.NO_SESSION);
    at(Place.TRANSPORT);
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
    mix();
  }
}

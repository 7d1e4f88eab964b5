package dev.rosa.packetio;

import java.util.List;

/**
 * Assignment of TCP connections to workers: both directions of a connection meet the same worker.
 * It follows from addresses and ports, spread by a seed that senders do not know. Frames without
 * TCP right behind the IP header go to the first worker, frames without IP to none. Its static
 * methods keep no state.
 */
final class FlowFilter extends FilterProgram {

  private static final int TCP = 6;

  private FlowFilter() {}

  /** The program of one of so many workers. */
  static List<Instruction> program(int worker, int workers, long seed) {
    FlowFilter filter = new FlowFilter();
    filter.line(LD_H_ABS, 12);
    filter.jump(JEQ, 0x0800, Place.IPV4, Place.NEXT);
    filter.jump(JEQ, 0x86dd, Place.IPV6, Place.REJECT);
    if (workers > 1) {
      filter.hashIpv4(seed);
      filter.hashIpv6(seed);
      filter.at(Place.TRANSPORT);
      filter.hashPorts(seed);
      filter.choose(worker, workers);
    } else {
      filter.at(Place.IPV4);
      filter.at(Place.IPV6);
    }
    filter.end(worker);
    return filter.resolve();
  }

  private void hashIpv4(long seed) {
    at(Place.IPV4);
    line(LD_B_ABS, IP + 9);
    jump(JEQ, TCP, Place.NEXT, Place.NO_SESSION);
    line(LD_W_ABS, IP + 12);
    line(TAX, 0);
    line(LD_W_ABS, IP + 16);
    line(XOR_X, 0);
    keep(seed);
    line(LDX_MSH, IP);
    jump(JA, 0, Place.TRANSPORT, Place.NEXT);
  }

  private void hashIpv6(long seed) {
    at(Place.IPV6);
    line(LD_B_ABS, IP + 6);
    jump(JEQ, TCP, Place.NEXT, Place.NO_SESSION);
    line(LD_W_ABS, IP + 8);
    for (int word = 1; word < 8; word++) {
      line(TAX, 0);
      line(LD_W_ABS, IP + 8 + word * Integer.BYTES);
      line(XOR_X, 0);
    }
    keep(seed);
    line(LDX_IMM, 40);
  }

  /** Makes a hash of the addresses by the seed, and keeps it. */
  private void keep(long seed) {
    line(XOR, (int) (seed >>> 32));
    line(MUL, SPREADERS[0]);
    line(ST, 0);
  }

  /** Both ports are in one word; their halves change places in the other direction. */
  private void hashPorts(long seed) {
    line(LD_W_IND, IP);
    line(TAX, 0);
    line(RSH, 16);
    line(XOR_X, 0);
    line(AND, 0xffff);
    line(XOR, (int) seed);
    line(MUL, SPREADERS[1]);
    mix();
  }
}

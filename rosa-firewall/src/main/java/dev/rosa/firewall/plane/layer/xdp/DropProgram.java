package dev.rosa.firewall.plane.layer.xdp;

import static dev.rosa.kernel.bpf.BpfAssembler.Condition.EQUAL;
import static dev.rosa.kernel.bpf.BpfAssembler.Condition.GREATER;
import static dev.rosa.kernel.bpf.BpfAssembler.Condition.NOT_EQUAL;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R0;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R1;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R10;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R2;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R6;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R7;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R8;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R9;
import static dev.rosa.kernel.bpf.BpfAssembler.Width.HALF;
import static dev.rosa.kernel.bpf.BpfAssembler.Width.LONG;
import static dev.rosa.kernel.bpf.BpfAssembler.Width.WORD;

import dev.rosa.firewall.plane.ban.Source.Family;
import dev.rosa.kernel.bpf.BpfAssembler;
import dev.rosa.kernel.bpf.BpfAssembler.Label;
import dev.rosa.kernel.bpf.BpfAssembler.Register;
import dev.rosa.kernel.bpf.BpfMap;

/**
 * XDP program that drops the frames of banned sources: the source MAC address is looked up, then
 * the source address of an untagged IPv4 or IPv6 packet, once for each prefix length in use. A ban
 * that has ended drops nothing. All other frames pass. Used once.
 *
 * <p>R6 is the context. R7 is the frame's beginning. R8 is its end, later the end of a ban. R9 is
 * the IPv4 address. Keys are on the stack.
 */
final class DropProgram {

  private static final int DROP = 1;
  private static final int PASS = 2;

  /** Numbers of {@code enum bpf_func_id}. */
  private static final int MAP_LOOKUP = 1;

  private static final int KTIME_NANOS = 5;
  private static final int BUFFER_LENGTH = 188;

  /** Offsets in {@code struct xdp_md}. */
  private static final int DATA = 0;

  private static final int DATA_END = 4;

  /** Offsets in a frame. */
  private static final int SOURCE_MAC = 6;

  private static final int ETHER_TYPE = 12;
  private static final int IP = 14;
  private static final int IPV4_SOURCE = IP + 12;
  private static final int IPV4_END = IP + 20;
  private static final int IPV6_SOURCE = IP + 8;
  private static final int IPV6_END = IP + 40;

  /** EtherTypes as a little-endian machine loads them. */
  private static final int ETHER_TYPE_IPV4 = 0x0008;

  private static final int ETHER_TYPE_IPV6 = 0xdd86;

  /** Key on the stack; the largest one has 20 bytes. */
  private static final int KEY = -24;

  private static final int ADDRESS = KEY + Integer.BYTES;

  private final BanMaps maps;
  private final BpfAssembler code = new BpfAssembler();
  private final Label pass = new Label();
  private final Label dropIp = new Label();
  private final Label dropMac = new Label();
  private final Label count = new Label();

  private DropProgram(BanMaps maps) {
    this.maps = maps;
  }

  /** The program's instructions for prefixes of these lengths. */
  static byte[] instructions(BanMaps maps, PrefixLengths lengths) {
    DropProgram program = new DropProgram(maps);
    program.begin();
    if (lengths.macs()) {
      program.lookUpMac();
    }
    program.lookUpAddress(lengths);
    program.end(lengths);
    return program.code.assemble();
  }

  private void begin() {
    code.set(R6, R1);
    code.load(WORD, R7, R6, DATA).load(WORD, R8, R6, DATA_END);
    requireBytes(IP);
  }

  /** Passes frames that are shorter. */
  private void requireBytes(int bytes) {
    code.set(R2, R7).addConstant(R2, bytes).jump(GREATER, R2, R8, pass);
  }

  private void lookUpMac() {
    code.load(WORD, R1, R7, SOURCE_MAC).store(WORD, R10, KEY, R1);
    code.load(HALF, R1, R7, SOURCE_MAC + 4).store(HALF, R10, KEY + 4, R1);
    code.storeConstant(HALF, R10, KEY + 6, 0);
    lookUp(maps.mac(), R9, dropMac);
  }

  /** Goes on at a label if the key's ban has not ended; a register keeps its end. */
  private void lookUp(BpfMap map, Register end, Label drop) {
    Label next = new Label();
    code.loadMap(R1, map).set(R2, R10).addConstant(R2, KEY).call(MAP_LOOKUP);
    code.jump(EQUAL, R0, 0, next);
    code.load(LONG, end, R0, 0).call(KTIME_NANOS);
    code.jump(GREATER, end, R0, drop);
    code.at(next);
  }

  private void lookUpAddress(PrefixLengths lengths) {
    Label notIpv4 = new Label();
    code.load(HALF, R1, R7, ETHER_TYPE);
    code.jump(NOT_EQUAL, R1, ETHER_TYPE_IPV4, notIpv4);
    lookUpIpv4(lengths);
    code.jump(pass);
    code.at(notIpv4);
    code.jump(NOT_EQUAL, R1, ETHER_TYPE_IPV6, pass);
    lookUpIpv6(lengths);
  }

  private void lookUpIpv4(PrefixLengths lengths) {
    requireBytes(IPV4_END);
    code.load(WORD, R9, R7, IPV4_SOURCE);
    for (int length : lengths.ipv4()) {
      code.andConstant(R9, wordMask(length)).store(WORD, R10, ADDRESS, R9);
      code.storeConstant(WORD, R10, KEY, length);
      lookUp(maps.ipv4(), R8, dropIp);
    }
  }

  private void lookUpIpv6(PrefixLengths lengths) {
    requireBytes(IPV6_END);
    for (int at = 0; at < Family.IPV6.bits() / Byte.SIZE; at += Integer.BYTES) {
      code.load(WORD, R1, R7, IPV6_SOURCE + at).store(WORD, R10, ADDRESS + at, R1);
    }
    for (int length : lengths.ipv6()) {
      mask(length);
      code.storeConstant(WORD, R10, KEY, length);
      lookUp(maps.ipv6(), R8, dropIp);
    }
  }

  /** Clears the bits of the IPv6 key beyond a length; those beyond a longer one are clear. */
  private void mask(int length) {
    for (int first = 0; first < Family.IPV6.bits(); first += Integer.SIZE) {
      int at = ADDRESS + first / Byte.SIZE;
      int bits = length - first;
      if (bits <= 0) {
        code.storeConstant(WORD, R10, at, 0);
      } else if (bits < Integer.SIZE) {
        code.load(WORD, R1, R10, at).andConstant(R1, wordMask(bits)).store(WORD, R10, at, R1);
      }
    }
  }

  /** The first bits of four bytes in network byte order, as a little-endian machine loads them. */
  static int wordMask(int bits) {
    return bits == 0 ? 0 : Integer.reverseBytes(-1 << (Integer.SIZE - bits));
  }

  /** The verifier refuses code that nothing leads to. */
  private void end(PrefixLengths lengths) {
    boolean addresses = !lengths.ipv4().isEmpty() || !lengths.ipv6().isEmpty();
    code.at(pass).setConstant(R0, PASS).exit();
    if (lengths.macs()) {
      code.at(dropMac).storeConstant(WORD, R10, KEY, BanMaps.MAC_COUNT);
      if (addresses) {
        code.jump(count);
      }
    }
    if (addresses) {
      code.at(dropIp).storeConstant(WORD, R10, KEY, BanMaps.IP_COUNT);
    }
    if (addresses || lengths.macs()) {
      countAndDrop();
    }
  }

  private void countAndDrop() {
    code.at(count);
    Label dropped = new Label();
    code.loadMap(R1, maps.counts()).set(R2, R10).addConstant(R2, KEY).call(MAP_LOOKUP);
    code.jump(EQUAL, R0, 0, dropped);
    code.set(R7, R0).set(R1, R6).call(BUFFER_LENGTH);
    code.load(LONG, R1, R7, Long.BYTES).add(R1, R0).store(LONG, R7, Long.BYTES, R1);
    code.load(LONG, R1, R7, 0).addConstant(R1, 1).store(LONG, R7, 0, R1);
    code.at(dropped).setConstant(R0, DROP).exit();
  }
}

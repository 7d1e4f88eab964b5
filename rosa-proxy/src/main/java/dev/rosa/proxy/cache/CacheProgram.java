package dev.rosa.proxy.cache;

import static dev.rosa.kernel.bpf.BpfAssembler.Condition.EQUAL;
import static dev.rosa.kernel.bpf.BpfAssembler.Condition.GREATER;
import static dev.rosa.kernel.bpf.BpfAssembler.Condition.GREATER_OR_EQUAL;
import static dev.rosa.kernel.bpf.BpfAssembler.Condition.NOT_EQUAL;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R0;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R1;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R10;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R2;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R3;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R4;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R5;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R6;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R7;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R8;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R9;
import static dev.rosa.kernel.bpf.BpfAssembler.Width.BYTE;
import static dev.rosa.kernel.bpf.BpfAssembler.Width.HALF;
import static dev.rosa.kernel.bpf.BpfAssembler.Width.LONG;
import static dev.rosa.kernel.bpf.BpfAssembler.Width.WORD;
import static dev.rosa.proxy.cache.CacheLayout.ARMED;
import static dev.rosa.proxy.cache.CacheLayout.BUSY;

import dev.rosa.kernel.bpf.BpfAssembler;
import dev.rosa.kernel.bpf.BpfAssembler.Label;
import dev.rosa.kernel.bpf.BpfAssembler.Register;
import dev.rosa.kernel.bpf.BpfMap;
import java.util.List;

/**
 * Program at the ingress of clients' links. A packet that is a whole request, the next one of an
 * armed connection, gets a mark by which nft lets it pass, if its verdict is known. All else that
 * the daemon may judge takes the connection from the program first: from then on none of it passes
 * here. Nothing is dropped.
 *
 * <p>At the ingress of servers' links, bytes and acknowledgements of the server of an armed
 * connection get the mark: no answer to it is awaited. Used once.
 *
 * <p>R6 is the context, R7 the connection, R8 the processor's memory, R9 the payload's length.
 */
final class CacheProgram {

  private static final int MAP_LOOKUP = 1;
  private static final int KTIME_NANOS = 5;
  private static final int LOAD_BYTES = 26;

  /** The next program, or the packet filter. */
  private static final int NEXT = -1;

  /** Offsets in {@code struct __sk_buff}. */
  private static final int PACKET_TYPE = 4;

  private static final int MARK = 8;
  private static final int PROTOCOL = 16;
  private static final int HAS_VLAN = 20;
  private static final int VLAN = 24;
  private static final int VLAN_NUMBER = 0xfff;

  /** EtherTypes as a little-endian machine loads them. */
  private static final int IPV4 = 0x0008;

  private static final int IPV6 = 0xdd86;

  private static final int ETHERNET = 14;
  private static final int IPV4_HEADER = 20;
  private static final int IPV6_HEADER = 40;
  private static final int TCP_HEADER = 20;
  private static final int TCP = 6;

  /** Flags of TCP that count, and the one that a plain segment has. */
  private static final int FLAGS = 0x37;

  private static final int SYN = 0x02;
  private static final int ACK = 0x10;

  /** The stack: headers, the connection's key, and numbers of eight bytes. */
  private static final int KEY = -CacheLayout.FLOW_KEY_BYTES;

  private static final int HEADERS = KEY - IPV6_HEADER - TCP_HEADER - 4;
  private static final int SEQUENCE = HEADERS - 8;
  private static final int ACKNOWLEDGED = SEQUENCE - 8;
  private static final int OFFSET = ACKNOWLEDGED - 8;
  private static final int SEGMENT_FLAGS = OFFSET - 8;
  private static final int GENERATION = SEGMENT_FLAGS - 8;
  private static final int NOW = GENERATION - 8;
  private static final int CLIENT = NOW - 8;
  private static final int INDEX = CLIENT - 8;
  private static final int COUNTED = INDEX - 8;
  private static final int FLOW = COUNTED - 8;

  private final CacheMaps maps;
  private final List<Integer> ports;
  private final int passMark;
  private final int returnMark;
  private final boolean isOfServers;
  private final BpfAssembler code = new BpfAssembler();
  private final Label next = new Label();
  private final Label judge = new Label();
  private final Label unbusy = new Label();
  private final Label disarm = new Label();
  private final Label count = new Label();

  private CacheProgram(CacheMaps maps, CacheStart.Place place, boolean isOfServers) {
    this.isOfServers = isOfServers;
    this.maps = maps;
    ports = place.ports();
    passMark = place.passMark();
    returnMark = place.returnMark();
  }

  /** Instructions of the program at links of servers. */
  static byte[] ofServers(CacheMaps maps, CacheStart.Place place) {
    CacheProgram program = new CacheProgram(maps, place, true);
    program.begin();
    program.findConnection();
    program.code.setConstant(R1, program.passMark).store(WORD, R6, MARK, R1);
    program.code.at(program.next).setConstant(R0, NEXT).exit();
    return program.code.assemble();
  }

  /** Instructions of the program at links of clients. */
  static byte[] ofClients(CacheMaps maps, CacheStart.Place place) {
    CacheProgram program = new CacheProgram(maps, place, false);
    program.begin();
    program.findConnection();
    program.checkOrder();
    program.checkClient();
    program.beginKey();
    program.readHead();
    program.findVerdict();
    program.pass();
    program.end();
    return program.code.assemble();
  }

  private void begin() {
    Label unmarked = new Label();
    Label ipv6 = new Label();
    Label untagged = new Label();
    code.set(R6, R1).load(WORD, R1, R6, MARK);
    code.jump(EQUAL, R1, returnMark, next).jump(NOT_EQUAL, R1, passMark, unmarked);
    // Nobody else gives that mark.
    code.setConstant(R1, 0).store(WORD, R6, MARK, R1).at(unmarked);
    code.load(WORD, R1, R6, PACKET_TYPE).jump(NOT_EQUAL, R1, 0, next);
    // A tag without a number is a priority alone.
    code.load(WORD, R1, R6, HAS_VLAN).jump(EQUAL, R1, 0, untagged);
    code.load(WORD, R1, R6, VLAN).andConstant(R1, VLAN_NUMBER).jump(NOT_EQUAL, R1, 0, next);
    code.at(untagged);
    code.load(WORD, R1, R6, PROTOCOL).jump(EQUAL, R1, IPV6, ipv6);
    code.jump(NOT_EQUAL, R1, IPV4, next);
    ipv4();
    code.jump(judge).at(ipv6);
    ipv6();
    code.at(judge);
  }

  private void loadHeaders(int bytes) {
    code.set(R1, R6).setConstant(R2, ETHERNET).set(R3, R10).addConstant(R3, HEADERS);
    code.setConstant(R4, bytes).call(LOAD_BYTES).jump(NOT_EQUAL, R0, 0, next);
  }

  private void ipv4() {
    loadHeaders(IPV4_HEADER + TCP_HEADER);
    code.load(BYTE, R1, R10, HEADERS).jump(NOT_EQUAL, R1, 0x45, next);
    // Fragments, in network order.
    code.load(HALF, R1, R10, HEADERS + 6).andConstant(R1, 0xff3f).jump(NOT_EQUAL, R1, 0, next);
    code.load(BYTE, R1, R10, HEADERS + 9).jump(NOT_EQUAL, R1, TCP, next);
    code.load(HALF, R9, R10, HEADERS + 2).fromNetwork(HALF, R9);
    Label longEnough = new Label();
    code.jump(GREATER_OR_EQUAL, R9, IPV4_HEADER + TCP_HEADER, longEnough).jump(next);
    code.at(longEnough).addConstant(R9, -IPV4_HEADER);
    mapped(KEY + source(), HEADERS + 12);
    mapped(KEY + CacheLayout.FLOW_SERVER - source(), HEADERS + 16);
    segment(HEADERS + IPV4_HEADER, ETHERNET + IPV4_HEADER, 4);
  }

  /** Where the source address is in the key; the destination is in the other half. */
  private int source() {
    return isOfServers ? CacheLayout.FLOW_SERVER : CacheLayout.FLOW_CLIENT;
  }

  /** An IPv4 address in the key, as IPv6 has it. */
  private void mapped(int to, int from) {
    code.storeConstant(LONG, R10, to, 0).storeConstant(WORD, R10, to + 8, 0xffff0000);
    code.load(WORD, R1, R10, from).store(WORD, R10, to + 12, R1);
  }

  private void ipv6() {
    loadHeaders(IPV6_HEADER + TCP_HEADER);
    code.load(BYTE, R1, R10, HEADERS + 6).jump(NOT_EQUAL, R1, TCP, next);
    code.load(HALF, R9, R10, HEADERS + 4).fromNetwork(HALF, R9);
    for (int at = 0; at < CacheLayout.CLIENT_KEY_BYTES; at += Long.BYTES) {
      code.load(LONG, R1, R10, HEADERS + 8 + at).store(LONG, R10, KEY + source() + at, R1);
      code.load(LONG, R1, R10, HEADERS + 24 + at);
      code.store(LONG, R10, KEY + CacheLayout.FLOW_SERVER - source() + at, R1);
    }
    segment(HEADERS + IPV6_HEADER, ETHERNET + IPV6_HEADER, 6);
  }

  /** Reads TCP's header; R9 is the length with it. A bare acknowledgement is of no concern. */
  private void segment(int at, int tcpOffset, int version) {
    Label known = new Label();
    Label notBare = new Label();
    int server = isOfServers ? at : at + 2;
    code.load(HALF, R1, R10, server).fromNetwork(HALF, R1);
    ports.forEach(port -> code.jump(EQUAL, R1, port, known));
    code.jump(next).at(known);
    code.load(HALF, R1, R10, server).store(HALF, R10, KEY + CacheLayout.FLOW_SERVER_PORT, R1);
    code.load(HALF, R1, R10, 2 * at + 2 - server);
    code.store(HALF, R10, KEY + CacheLayout.FLOW_PORTS, R1);
    code.storeConstant(WORD, R10, KEY + CacheLayout.FLOW_VERSION, version);
    code.load(BYTE, R1, R10, at + 12).shiftRight(R1, 4).shiftLeft(R1, 2);
    code.jump(GREATER, R1, R9, next).subtract(R9, R1);
    Label whole = new Label();
    code.jump(GREATER_OR_EQUAL, R1, TCP_HEADER, whole).jump(next).at(whole);
    code.addConstant(R1, tcpOffset).store(LONG, R10, OFFSET, R1);
    if (isOfServers) {
      // What begins and ends connections is the daemon's.
      code.load(BYTE, R1, R10, at + 13).andConstant(R1, FLAGS).jump(NOT_EQUAL, R1, ACK, next);
      return;
    }
    code.load(BYTE, R1, R10, at + 13).andConstant(R1, FLAGS).store(LONG, R10, SEGMENT_FLAGS, R1);
    code.jump(NOT_EQUAL, R1, ACK, notBare).jump(EQUAL, R9, 0, next).at(notBare);
    code.andConstant(R1, SYN).jump(NOT_EQUAL, R1, 0, next);
    code.load(WORD, R1, R10, at + 4).fromNetwork(WORD, R1).store(LONG, R10, SEQUENCE, R1);
    code.load(WORD, R1, R10, at + 8).fromNetwork(WORD, R1).store(LONG, R10, ACKNOWLEDGED, R1);
  }

  private void lookUp(BpfMap map, int key) {
    code.loadMap(R1, map).set(R2, R10).addConstant(R2, key).call(MAP_LOOKUP);
  }

  private void findConnection() {
    code.storeConstant(WORD, R10, INDEX, 0);
    lookUp(maps.flows(), KEY);
    code.jump(EQUAL, R0, 0, next).set(R7, R0);
    // It is the daemon's already.
    code.load(LONG, R1, R7, CacheLayout.FLOW_WORD).andConstant(R1, ARMED);
    code.jump(EQUAL, R1, 0, next);
  }

  /** From here on what does not pass takes the connection from the program. */
  private void checkOrder() {
    counted(CacheCount.ORDER);
    code.load(LONG, R1, R10, SEGMENT_FLAGS).jump(NOT_EQUAL, R1, ACK, disarm);
    code.load(LONG, R1, R7, CacheLayout.FLOW_WORD);
    word(R2);
    code.jump(NOT_EQUAL, R1, R2, disarm);
    code.load(WORD, R1, R7, CacheLayout.FLOW_HITS);
    code.jump(GREATER_OR_EQUAL, R1, CacheLayout.MOST_HITS, disarm);
    // The client has heard of an answer to its last request, if it does not lie.
    code.load(LONG, R1, R10, ACKNOWLEDGED).load(WORD, R2, R7, CacheLayout.FLOW_ACKNOWLEDGED);
    code.subtract(R1, R2).addConstant(R1, -1).setWord(R1, R1);
    code.load(WORD, R2, R7, CacheLayout.FLOW_LIMIT).jump(GREATER_OR_EQUAL, R1, R2, disarm);
  }

  /** The word of an armed connection whose next byte is the segment's first one. */
  private void word(Register into) {
    code.load(LONG, into, R10, SEQUENCE).shiftLeft(into, Integer.SIZE).orConstant(into, ARMED);
  }

  private void counted(CacheCount what) {
    code.storeConstant(LONG, R10, COUNTED, what.ordinal());
  }

  private void checkClient() {
    counted(CacheCount.LAPSED);
    lookUp(maps.control(), INDEX);
    code.jump(EQUAL, R0, 0, disarm).load(LONG, R8, R0, CacheLayout.CONTROL_UNTIL);
    code.load(LONG, R1, R0, CacheLayout.CONTROL_GENERATION).store(LONG, R10, GENERATION, R1);
    code.call(KTIME_NANOS).jump(GREATER, R0, R8, disarm).store(LONG, R10, NOW, R0);
    lookUp(maps.clients(), KEY + CacheLayout.FLOW_CLIENT);
    code.jump(EQUAL, R0, 0, disarm).store(LONG, R10, CLIENT, R0);
    code.load(WORD, R1, R0, CacheLayout.CLIENT_GENERATION).load(LONG, R2, R10, GENERATION);
    code.jump(NOT_EQUAL, R1, R2, disarm);
  }

  private void beginKey() {
    lookUp(maps.scratch(), INDEX);
    code.jump(EQUAL, R0, 0, disarm).set(R8, R0);
    code.load(LONG, R1, R10, CLIENT).load(WORD, R1, R1, CacheLayout.CLIENT_CLASS);
    code.store(WORD, R8, CacheLayout.VERDICT_CLASS, R1);
    code.load(HALF, R1, R10, KEY + CacheLayout.FLOW_SERVER_PORT);
    code.store(WORD, R8, CacheLayout.VERDICT_PORT, R1);
    for (int at = 0; at < CacheLayout.CLIENT_KEY_BYTES; at += Long.BYTES) {
      code.load(LONG, R1, R10, KEY + CacheLayout.FLOW_SERVER + at);
      code.store(LONG, R8, CacheLayout.VERDICT_SERVER + at, R1);
    }
    for (int at = CacheLayout.VERDICT_TEXT; at < CacheLayout.VERDICT_KEY_BYTES; at += Long.BYTES) {
      code.storeConstant(LONG, R8, at, 0);
    }
  }

  /**
   * Reads the request by the table, and copies what is of the key. R1 is the place in it, R2 the
   * state, R3 the place in the key, R4 the table, R7 the count of bytes that were read, R9 that of
   * those that are left.
   *
   * <p>Without CAP_PERFMON the kernel's verifier refuses to add numbers to addresses of which it
   * knows more one time than another: R2 and R3 begin as numbers that it does not know.
   */
  private void readHead() {
    Label top = new Label();
    Label end = new Label();
    counted(CacheCount.FORM);
    Label longEnough = new Label();
    code.jump(GREATER, R9, CacheLayout.HEAD_BYTES, disarm);
    code.jump(GREATER_OR_EQUAL, R9, CacheLayout.LEAST_HEAD_BYTES, longEnough).jump(disarm);
    code.at(longEnough).store(LONG, R8, CacheLayout.SCRATCH_LENGTH, R9);
    code.set(R1, R6).load(LONG, R2, R10, OFFSET).set(R3, R8);
    code.addConstant(R3, CacheLayout.SCRATCH_HEAD).set(R4, R9).call(LOAD_BYTES);
    code.jump(NOT_EQUAL, R0, 0, disarm);
    lookUp(maps.table(), INDEX);
    code.jump(EQUAL, R0, 0, disarm).set(R4, R0);
    code.store(LONG, R10, FLOW, R7).setConstant(R7, 0);
    code.storeConstant(WORD, R8, CacheLayout.SCRATCH_STATE, HeadTable.START);
    code.load(WORD, R2, R8, CacheLayout.SCRATCH_STATE).andConstant(R2, HeadTable.STATES - 1);
    code.set(R1, R8).addConstant(R1, CacheLayout.SCRATCH_HEAD);
    code.load(LONG, R3, R8, CacheLayout.VERDICT_TEXT);
    code.at(top).jump(EQUAL, R9, 0, end).addConstant(R9, -1);
    code.load(BYTE, R5, R1, 0).addConstant(R1, 1);
    code.set(R0, R3).andConstant(R0, 0xff).add(R0, R8);
    code.store(BYTE, R0, CacheLayout.VERDICT_TEXT, R5);
    code.shiftLeft(R2, Byte.SIZE).or(R2, R5).shiftLeft(R2, 1).add(R2, R4).load(HALF, R2, R2, 0);
    code.set(R0, R2).shiftRight(R0, HeadTable.STATE_BITS).add(R3, R0).andConstant(R3, 0x3ff);
    code.andConstant(R2, HeadTable.STATES - 1).addConstant(R7, 1);
    code.jump(NOT_EQUAL, R7, CacheLayout.HEAD_BYTES, top);
    code.at(end).load(LONG, R7, R10, FLOW);
    code.jump(NOT_EQUAL, R2, HeadTable.ACCEPT, disarm);
    code.jump(GREATER_OR_EQUAL, R3, CacheLayout.TEXT_BYTES, disarm);
    // The last byte was written there before the table said that it is not of the key.
    code.add(R3, R8).storeConstant(BYTE, R3, CacheLayout.VERDICT_TEXT, 0);
  }

  private void findVerdict() {
    counted(CacheCount.UNKNOWN);
    code.loadMap(R1, maps.verdicts()).set(R2, R8).call(MAP_LOOKUP);
    code.jump(EQUAL, R0, 0, disarm).load(LONG, R1, R0, 0).load(LONG, R2, R10, GENERATION);
    code.jump(NOT_EQUAL, R1, R2, disarm);
  }

  /** The connection goes on behind the request, unless another packet has taken it meanwhile. */
  private void pass() {
    counted(CacheCount.ORDER);
    word(R0);
    code.load(LONG, R1, R10, SEQUENCE).load(LONG, R2, R8, CacheLayout.SCRATCH_LENGTH);
    code.add(R1, R2).shiftLeft(R1, Integer.SIZE).orConstant(R1, ARMED | BUSY);
    code.compareExchange(R7, CacheLayout.FLOW_WORD, R1);
    word(R2);
    code.jump(NOT_EQUAL, R0, R2, disarm);
    counted(CacheCount.HIT);
    code.load(LONG, R1, R10, ACKNOWLEDGED).store(WORD, R7, CacheLayout.FLOW_ACKNOWLEDGED, R1);
    code.storeConstant(WORD, R7, CacheLayout.FLOW_LIMIT, Integer.MAX_VALUE);
    code.load(WORD, R1, R7, CacheLayout.FLOW_HITS).addConstant(R1, 1);
    code.store(WORD, R7, CacheLayout.FLOW_HITS, R1);
    code.load(LONG, R4, R8, CacheLayout.SCRATCH_LENGTH);
    code.store(WORD, R7, CacheLayout.FLOW_LENGTH, R4);
    // It is the length of before; the kernel's verifier does not know that.
    Label known = new Label();
    code.jump(GREATER, R4, CacheLayout.HEAD_BYTES, unbusy);
    code.jump(GREATER_OR_EQUAL, R4, CacheLayout.LEAST_HEAD_BYTES, known).jump(unbusy).at(known);
    code.set(R1, R6).load(LONG, R2, R10, OFFSET).set(R3, R7);
    code.addConstant(R3, CacheLayout.FLOW_HEAD).call(LOAD_BYTES);
    code.at(unbusy).setConstant(R1, ~BUSY).atomicAnd(R7, CacheLayout.FLOW_WORD, R1);
    code.load(LONG, R1, R10, CLIENT).load(LONG, R2, R10, NOW);
    code.store(LONG, R1, CacheLayout.CLIENT_SEEN, R2);
    code.setConstant(R1, passMark).store(WORD, R6, MARK, R1).jump(count);
  }

  private void end() {
    code.at(disarm).setConstant(R1, ~ARMED).atomicAnd(R7, CacheLayout.FLOW_WORD, R1);
    code.at(count);
    lookUp(maps.counts(), INDEX);
    code.jump(EQUAL, R0, 0, next).load(LONG, R1, R10, COUNTED).shiftLeft(R1, 3);
    for (CacheCount each : CacheCount.values()) {
      increment(each);
    }
    code.at(next).setConstant(R0, NEXT).exit();
  }

  private void increment(CacheCount each) {
    Label other = new Label();
    int at = each.ordinal() * Long.BYTES;
    code.jump(NOT_EQUAL, R1, at, other);
    code.load(LONG, R2, R0, at).addConstant(R2, 1).store(LONG, R0, at, R2).at(other);
  }
}

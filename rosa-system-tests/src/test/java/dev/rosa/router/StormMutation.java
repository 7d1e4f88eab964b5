package dev.rosa.router;

import dev.rosa.packetio.PacketBuffer;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Mutation of a sealed packet as an attacker would do it: changed bits, wrong lengths, fields of
 * other packets, other options, replays, and random bytes. Knows the wire from the protocol's
 * tables, not from the router. Owned by one thread.
 */
final class StormMutation {

  /** Field borders in the ROSA header: offset and length in turn (PROTOCOL §1). */
  private static final int[] FIELDS = {
    0, 2, 2, 1, 3, 1, 4, 2, 6, 2, 8, 4, 12, 4, 16, 4, 20, 4, 24, 8, 32, 16, 48, 16, 64, 8, 72, 8,
    80, 12
  };

  private static final int FRAGMENT = 44;

  /** Types of IPv6 extension headers. */
  private static final int[] HEADERS = {0, 43, FRAGMENT, FRAGMENT, 51, 60};

  private static final int UDP_HEADER = 8;
  private static final int MOST_GROWTH = 64;
  private static final int KINDS = 14;

  private final StormSessions sessions;
  private SplittableRandom random = new SplittableRandom();
  private ByteBuffer memory;
  private int offset;
  private int length;

  StormMutation(StormSessions sessions) {
    this.sessions = sessions;
  }

  /** Sets the source of randomness from now on. */
  void reseed(SplittableRandom random) {
    this.random = random;
  }

  /** A packet as it was sealed. */
  void original(PacketBuffer buffer, int place) {
    begin(buffer, place);
    end(buffer);
  }

  /** A packet with something done to it. */
  void mutant(PacketBuffer buffer) {
    begin(buffer, sessions.choose(random));
    int times = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
    for (int i = 0; i < times && length > 0; i++) {
      mutate(random.nextInt(KINDS));
    }
    end(buffer);
  }

  /** Noise, at times with the beginning of a packet. */
  void noise(PacketBuffer buffer) {
    begin(buffer, sessions.choose(random));
    int genuine = random.nextInt() < 0 ? 0 : random.nextInt(length);
    length = random.nextInt(StormSessions.PACKET_BYTES);
    scramble(genuine, length - genuine);
    end(buffer);
  }

  private void begin(PacketBuffer buffer, int place) {
    memory = buffer.memory();
    offset = buffer.offset();
    length = sessions.length(place);
    memory.put(offset, sessions.memory(), sessions.offset(place), length);
  }

  /** Mostly with the right checksum of the IPv4 header, without which nothing else is looked at. */
  private void end(PacketBuffer buffer) {
    if (isIpv4() && random.nextInt(8) > 0) {
      sumUp();
    }
    buffer.arrived(length, 1);
  }

  private void sumUp() {
    int header = Math.min(ipHeaderBytes(), length & ~1);
    setShort(10, 0);
    int sum = 0;
    for (int i = 0; i < header; i++) {
      sum += (memory.get(offset + i) & 0xff) << (i % 2 == 0 ? 8 : 0);
    }
    setShort(10, ~((sum & 0xffff) + (sum >>> 16)));
  }

  private void mutate(int kind) {
    switch (kind) {
      case 0 -> flip(random.nextInt(length));
      case 1 -> set(random.nextInt(length), random.nextInt());
      case 2 -> flip(headerBegins() + random.nextInt(80));
      case 3 -> cutOrGrow();
      case 4 -> interestingField();
      case 5 -> fieldOfAnother();
      case 6 -> splice();
      case 7 -> otherOptions();
      case 8 -> uncovered();
      case 9 -> fragmentOrProtocol();
      case 10 -> lyingLength();
      case 11 -> otherTag();
      case 12 -> otherAddress();
      default -> replayed();
    }
  }

  private boolean isIpv4() {
    return (memory.get(offset) & 0xf0) == 0x40;
  }

  private int ipHeaderBytes() {
    return isIpv4() ? (memory.get(offset) & 15) * 4 : 48;
  }

  private int headerBegins() {
    return ipHeaderBytes() + UDP_HEADER;
  }

  private void flip(int at) {
    if (at < length) {
      set(at, memory.get(offset + at) ^ (1 << random.nextInt(8)));
    }
  }

  private void set(int at, int value) {
    if (at >= 0 && at < length) {
      memory.put(offset + at, (byte) value);
    }
  }

  private void setShort(int at, int value) {
    set(at, value >>> 8);
    set(at + 1, value);
  }

  private void scramble(int from, int bytes) {
    for (int i = from; i < from + bytes; i++) {
      set(i, random.nextInt() >>> 7);
    }
  }

  /** Another length, with or without headers that agree. */
  private void cutOrGrow() {
    int before = length;
    length =
        random.nextInt() < 0 ? random.nextInt(length) : length + 1 + random.nextInt(MOST_GROWTH);
    scramble(before, length - before);
    if (random.nextInt(3) > 0 && length > ipHeaderBytes() + UDP_HEADER) {
      writeLengths();
    }
  }

  private void writeLengths() {
    if (isIpv4()) {
      setShort(2, length);
    } else {
      setShort(4, length - 40);
    }
    setShort(ipHeaderBytes() + 4, length - ipHeaderBytes());
    if (random.nextInt() < 0) {
      int payload = length - headerBegins() - 96;
      setShort(headerBegins() + 6, Math.max(0, payload));
    }
  }

  private void interestingField() {
    int field = random.nextInt(FIELDS.length / 2) * 2;
    int at = headerBegins() + FIELDS[field];
    int bytes = FIELDS[field + 1];
    switch (random.nextInt(4)) {
      case 0 -> fill(at, bytes, 0);
      case 1 -> fill(at, bytes, 0xff);
      case 2 -> set(at + bytes - 1, peek(at + bytes - 1) + (random.nextInt() < 0 ? 1 : -1));
      default -> scramble(at, bytes);
    }
  }

  private void fill(int at, int bytes, int value) {
    for (int i = at; i < at + bytes; i++) {
      set(i, value);
    }
  }

  private int peek(int at) {
    return at >= 0 && at < length ? memory.get(offset + at) : 0;
  }

  private void fieldOfAnother() {
    int field = random.nextInt(FIELDS.length / 2) * 2;
    int other = sessions.choose(random);
    boolean otherIpv4 = (sessions.memory().get(sessions.offset(other)) & 0xf0) == 0x40;
    int from = (otherIpv4 ? 32 : 56) + FIELDS[field];
    copy(other, from, headerBegins() + FIELDS[field], FIELDS[field + 1]);
  }

  private void copy(int other, int from, int to, int bytes) {
    for (int i = 0; i < bytes && from + i < sessions.length(other); i++) {
      set(to + i, sessions.memory().get(sessions.offset(other) + from + i));
    }
  }

  /** The head of one packet and the tail of another. */
  private void splice() {
    int other = sessions.choose(random);
    int cut = random.nextInt(length);
    int tail = Math.max(0, sessions.length(other) - cut);
    length = Math.min(cut + tail, StormSessions.PACKET_BYTES);
    copy(other, cut, cut, tail);
    if (random.nextInt() < 0) {
      writeLengths();
    }
  }

  private void otherOptions() {
    int options = isIpv4() ? 20 : 40;
    switch (random.nextInt(4)) {
      case 0 -> scramble(options + random.nextInt(8), 1);
      case 1 -> set(0, (memory.get(offset) & 0xf0) | random.nextInt(16));
      case 2 -> growOptions(options);
      default -> set(options + 1, random.nextInt(4));
    }
  }

  /** Four or eight bytes of padding behind the Router Alert, at times more than is allowed. */
  private void growOptions(int options) {
    int added = isIpv4() ? 4 : 8;
    int at = options + added;
    for (int i = length - 1; i >= at; i--) {
      memory.put(offset + i + added, memory.get(offset + i));
    }
    length += added;
    // NOP over IPv4, PadN over IPv6.
    fill(at, added, 1);
    if (isIpv4()) {
      set(0, memory.get(offset) + 1);
      setShort(2, length);
    } else {
      fill(at, added, 0);
      set(at, random.nextInt(2));
      set(at + 1, random.nextInt(added));
      set(options + 1, 1);
      setShort(4, length - 40);
    }
  }

  /** Changes a field that no tag covers: such a packet is still valid. */
  private void uncovered() {
    int udp = ipHeaderBytes();
    switch (random.nextInt(4)) {
      case 0 -> set(isIpv4() ? 8 : 7, random.nextInt() < 0 ? random.nextInt(4) : random.nextInt());
      case 1 -> set(1, isIpv4() ? random.nextInt() : memory.get(offset + 1) ^ 0x30);
      case 2 -> setShort(udp, random.nextInt());
      default -> setShort(random.nextInt() < 0 && isIpv4() ? 10 : udp + 6, random.nextInt());
    }
  }

  private void fragmentOrProtocol() {
    switch (random.nextInt(4)) {
      case 0 -> fragmentOrHeader();
      case 1 -> set(isIpv4() ? 9 : 6, random.nextInt());
      case 2 -> setShort(ipHeaderBytes() + 2, random.nextInt());
      default -> set(0, random.nextInt());
    }
  }

  private void fragmentOrHeader() {
    if (isIpv4()) {
      setShort(6, random.nextInt() < 0 ? 0x2000 : random.nextInt());
    } else {
      insertHeader(HEADERS[random.nextInt(HEADERS.length)]);
    }
  }

  /** A header of eight bytes behind the hop-by-hop header, at times a fragment's. */
  private void insertHeader(int type) {
    for (int i = length - 1; i >= 48; i--) {
      memory.put(offset + i + 8, memory.get(offset + i));
    }
    length += 8;
    fill(48, 8, 0);
    set(48, peek(40));
    set(40, type);
    if (type == FRAGMENT && random.nextInt() < 0) {
      setShort(50, random.nextInt());
    }
    setShort(4, length - 40);
  }

  private void lyingLength() {
    int more = random.nextInt(-20, 21);
    switch (random.nextInt(3)) {
      case 0 -> setShort(isIpv4() ? 2 : 4, length + more);
      case 1 -> setShort(ipHeaderBytes() + 4, length - ipHeaderBytes() + more);
      default -> setShort(headerBegins() + 6, random.nextInt());
    }
  }

  private void otherTag() {
    if (random.nextInt() < 0) {
      scramble(length - 16, 16);
    } else {
      int other = sessions.choose(random);
      copy(other, sessions.length(other) - 16, length - 16, 16);
    }
  }

  private void otherAddress() {
    int at = isIpv4() ? 12 : 8;
    flip(at + random.nextInt(isIpv4() ? 8 : 32));
  }

  /** As it was sealed: accepted already, or to be accepted once. */
  private void replayed() {}
}

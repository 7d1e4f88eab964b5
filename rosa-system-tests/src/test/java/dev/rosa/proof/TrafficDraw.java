package dev.rosa.proof;

import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Random {@link Traffic}: its sessions, its packets, and their places in memory. */
final class TrafficDraw {

  private static final int MOST_GAP = 9;
  private static final int LEAST_MEMORIES = 4;

  /** About so many share a memory: some providers copy all of a heap array to read some of it. */
  private static final int NEIGHBOURS = 32;

  private static final int MOST_SESSIONS = 24;
  private static final int ADDRESS_V4 = 4;
  private static final int ADDRESS_V6 = 16;
  private static final int SEQUENCE_OFFSET = RosaHeader.SEQUENCE_OFFSET;

  private final RandomInput random;
  private final Alterations alterations;
  private final Map<Suite, List<Session>> sessions = new EnumMap<>(Suite.class);

  /** A packet that has no place yet. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, never changed.
  private record Wish(Session session, InetAddress address, byte[] clear) {

    int udpPayload() {
      Suite suite = session.suite();
      return RosaHeader.BYTES + suite.nonceBytes() + clear.length + suite.tagBytes();
    }

    int ipBytes() {
      return ActivePacketWriter.overheadBytes(address.getAddress().length == ADDRESS_V4)
          + udpPayload();
    }
  }

  TrafficDraw(RandomInput random) {
    this(random, 1);
  }

  /** With at least that many sessions of each suite. */
  TrafficDraw(RandomInput random, int leastSessions) {
    this.random = random;
    this.alterations = new Alterations(random);
    for (Suite suite : Suite.values()) {
      int count = random.between(leastSessions, MOST_SESSIONS);
      List<Session> some = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        some.add(Session.draw(suite, random));
      }
      sessions.put(suite, some);
    }
  }

  /** That many packets of each suite, well mixed, with payloads of up to {@code most} bytes. */
  Traffic mixed(int ofEachSuite, int most) {
    List<Wish> wishes = new ArrayList<>();
    for (int i = 0; i < ofEachSuite; i++) {
      for (Suite suite : Suite.values()) {
        wishes.add(wish(random.of(sessions.get(suite)), random.length(most)));
      }
    }
    return settle(wishes);
  }

  /** One packet of a suite. */
  Traffic one(Suite suite, int payloadBytes) {
    return settle(List.of(wish(sessions.get(suite).get(0), payloadBytes)));
  }

  /** One packet of a suite, so many bytes long with its IP header. */
  Traffic oneOf(Suite suite, int ipBytes) {
    Wish empty = wish(sessions.get(suite).get(0), 0);
    byte[] clear = random.bytes(ipBytes - empty.ipBytes());
    return settle(List.of(new Wish(empty.session, empty.address, clear)));
  }

  private Wish wish(Session session, int payloadBytes) {
    byte[] address = random.bytes(random.oneIn(2) ? ADDRESS_V4 : ADDRESS_V6);
    try {
      return new Wish(session, InetAddress.getByAddress(address), random.bytes(payloadBytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Finds every packet a place; neighbours in one memory are as drawn. */
  private Traffic settle(List<Wish> wishes) {
    int count = random.between(1, LEAST_MEMORIES + wishes.size() / NEIGHBOURS);
    int[] homes = new int[wishes.size()];
    int[] offsets = new int[wishes.size()];
    int[] ends = new int[count];
    for (int i = 0; i < homes.length; i++) {
      homes[i] = random.below(count);
      offsets[i] = ends[homes[i]] + random.below(MOST_GAP);
      ends[homes[i]] = offsets[i] + wishes.get(i).ipBytes();
    }
    List<ByteBuffer> memories = new ArrayList<>();
    for (int end : ends) {
      ByteBuffer memory = PacketMemory.draw(end + random.below(MOST_GAP), random);
      memory.put(0, random.bytes(memory.capacity()));
      memories.add(memory);
    }
    List<TestPacket> specimens = new ArrayList<>();
    for (int i = 0; i < homes.length; i++) {
      specimens.add(settle(wishes.get(i), memories.get(homes[i]), offsets[i]));
    }
    return new Traffic(memories, specimens);
  }

  private TestPacket settle(Wish wish, ByteBuffer memory, int offset) {
    int header =
        ActivePacketWriter.write(memory, offset, wish.address, wish.address, wish.udpPayload());
    writeHeader(wish, memory, header);
    ActivePacket packet = new ActivePacket();
    Structure structure = packet.wrap(memory, offset, wish.ipBytes());
    if (structure != Structure.ACTIVE) {
      throw new IllegalStateException("the packet just written is " + structure);
    }
    memory.put(packet.payloadOffset(), wish.clear);
    byte[] headerBytes = new byte[RosaHeader.BYTES];
    byte[] nonce = new byte[wish.session.suite().nonceBytes()];
    memory.get(packet.headerOffset(), headerBytes);
    memory.get(packet.nonceOffset(), nonce);
    byte[] sealed = Reference.seal(wish.session, headerBytes, nonce, wish.clear);
    List<Session> others = sessions.get(wish.session.suite());
    return new TestPacket(
        wish.session,
        packet,
        wish.clear,
        sealed,
        alterations.of(packet, sealed, wish.session, others));
  }

  /** The noise that is there makes a header of it; only what is checked must be right. */
  private static void writeHeader(Wish wish, ByteBuffer memory, int header) {
    memory.putShort(header + RosaHeader.MAGIC_OFFSET, (short) RosaHeader.MAGIC);
    memory.put(header + RosaHeader.VERSION_OFFSET, (byte) RosaHeader.VERSION);
    memory.put(header + RosaHeader.SUITE_OFFSET, (byte) wish.session.suite().id());
    memory.putShort(header + RosaHeader.PAYLOAD_LENGTH_OFFSET, (short) wish.clear.length);
    memory.putLong(header + RosaHeader.GRANT_OFFSET, 0);
    memory.put(header + SEQUENCE_OFFSET, (byte) (memory.get(header + SEQUENCE_OFFSET) | 1));
  }
}

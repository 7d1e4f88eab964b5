package dev.rosa.packetio;

import dev.rosa.wire.ip.FlowHeader;
import dev.rosa.wire.ip.FlowShape;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Grouping of a batch into trains: packets of one flow that leave as one, which the kernel cuts up
 * again (UDP segmentation offload). A train is a run of datagrams of one flow that came in on one
 * interface. All have the first one's length; the last may be shorter. A packet that fits none is
 * alone in its own. So is one whose payload is not proven, as a train gives its datagrams new
 * checksums. Trains leave in the order of their first packets, and no packet overtakes another of
 * its flow. Owned by one thread.
 */
final class PacketTrains {

  static final int NONE = -1;

  /** Below 65,535 with an Ethernet header, beyond which Linux would cut a train up too early. */
  static final int MOST_BYTES = 65_000;

  static final int MOST_PACKETS = 64;

  private static final int OPEN_BITS = 6;

  private final ByteBuffer ring;
  private final FlowShape shape;
  private final PacketBuffer[] packets;
  private int longest = MOST_BYTES;
  private int packetCount;
  private int count;

  /** By packet: the next one of its train. */
  private final int[] next;

  /** By train. */
  private final int[] first;

  private final int[] last;
  private final int[] sizes;
  private final int[] headerBytes;
  private final int[] payloadBytes;

  /** By hash of the flow: the train that the flow's next packet may join. */
  private final int[] open = new int[1 << OPEN_BITS];

  /**
   * Trains of packets that are in a ring; what is elsewhere travels alone, and so do packets of
   * another shape.
   *
   * @param most packets
   */
  PacketTrains(ByteBuffer ring, int most, FlowShape shape) {
    this.ring = ring;
    this.shape = shape;
    packets = new PacketBuffer[most];
    next = new int[most];
    first = new int[most];
    last = new int[most];
    sizes = new int[most];
    headerBytes = new int[most];
    payloadBytes = new int[most];
    clear();
  }

  /** Says what links carry: what is longer travels alone, so that it is refused alone. */
  void limit(int mtuBytes) {
    longest = mtuBytes;
  }

  /** Forgets all packets. */
  void clear() {
    packetCount = 0;
    count = 0;
    Arrays.fill(open, NONE);
  }

  boolean isFull() {
    return packetCount == packets.length;
  }

  /** Trains so far. */
  int count() {
    return count;
  }

  /** Lets a packet travel with others of its flow. */
  void join(PacketBuffer packet) {
    int header = shape.headerBytes(packet.memory(), packet.offset(), packet.length());
    if (header == 0) {
      alone(packet);
      return;
    }
    long hash = FlowHeader.hash(packet.memory(), packet.offset(), header);
    int slot = (int) (hash >>> (Long.SIZE - OPEN_BITS));
    int train = open[slot];
    if (!isInRing(packet) || !packet.isProven() || packet.length() > longest) {
      open[slot] = NONE;
      alone(packet);
    } else if (train != NONE && mayJoin(train, packet, header)) {
      couple(train, packet);
      open[slot] = isComplete(train, packet) ? NONE : train;
    } else {
      open[slot] = begin(packet, header);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same memory, not the same content.
  private boolean isInRing(PacketBuffer packet) {
    return packet.memory() == ring;
  }

  private boolean mayJoin(int train, PacketBuffer packet, int header) {
    PacketBuffer lead = packets[first[train]];
    return header == headerBytes[train]
        && packet.ingress() == lead.ingress()
        && packet.length() <= lead.length()
        && header + payloadBytes[train] + packet.length() - header <= MOST_BYTES
        && FlowHeader.isSame(ring, lead.offset(), packet.offset(), header);
  }

  private boolean isComplete(int train, PacketBuffer joined) {
    return sizes[train] == MOST_PACKETS || joined.length() < packets[first[train]].length();
  }

  private void couple(int train, PacketBuffer packet) {
    int index = note(packet);
    next[last[train]] = index;
    last[train] = index;
    sizes[train]++;
    payloadBytes[train] += packet.length() - headerBytes[train];
  }

  /** Lets a packet of any kind travel alone. */
  void alone(PacketBuffer packet) {
    int unused = begin(packet, 0);
  }

  private int begin(PacketBuffer packet, int header) {
    int train = count++;
    int index = note(packet);
    first[train] = index;
    last[train] = index;
    sizes[train] = 1;
    headerBytes[train] = header;
    payloadBytes[train] = packet.length() - header;
    return train;
  }

  private int note(PacketBuffer packet) {
    packets[packetCount] = packet;
    next[packetCount] = NONE;
    return packetCount++;
  }

  /** Packets of a train. */
  int size(int train) {
    return sizes[train];
  }

  /** Bytes of IP and UDP header of a train of several. */
  int headerBytes(int train) {
    return headerBytes[train];
  }

  /** Bytes of payload of a train of several. */
  int payloadBytes(int train) {
    return payloadBytes[train];
  }

  /** A train's first packet, as a number for {@link #packet} and {@link #after}. */
  int first(int train) {
    return first[train];
  }

  /** The packet behind it in its train, or {@link #NONE}. */
  int after(int packet) {
    return next[packet];
  }

  PacketBuffer packet(int packet) {
    return packets[packet];
  }

  /** Makes each packet of the trains from this one on travel alone, and forgets the others. */
  void dissolveFrom(int train, PacketBuffer[] spare) {
    int left = 0;
    for (int i = train; i < count; i++) {
      for (int packet = first[i]; packet != NONE; packet = next[packet]) {
        spare[left++] = packets[packet];
      }
    }
    clear();
    for (int i = 0; i < left; i++) {
      alone(spare[i]);
    }
  }
}

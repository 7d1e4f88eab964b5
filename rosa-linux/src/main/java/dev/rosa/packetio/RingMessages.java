package dev.rosa.packetio;

import dev.rosa.kernel.OffHeap;
import dev.rosa.wire.ip.FlowHeader;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Message array of {@code sendmmsg}: one message for each train, which points at the packets in
 * place ({@code struct mmsghdr} and {@code iovec} of 64-bit Linux). A packet in the ring leaves
 * with its own Ethernet header, rewritten in place. Any other packet gets a header of this class.
 * So does a train, which also has its own IP and UDP headers. Owned by one thread.
 */
final class RingMessages {

  private static final int MESSAGE_BYTES = 64;
  private static final int MESSAGE_VECTOR = 16;
  private static final int MESSAGE_VECTOR_COUNT = 24;
  private static final int VECTOR_BYTES = 16;

  /** A train of n has n + 1, a packet alone at most two. */
  private static final int VECTORS_EACH = 2;

  /** {@code struct virtio_net_hdr}, in the machine's byte order. */
  private static final int OFFLOAD_BYTES = 10;

  private static final int OFFLOAD_FLAGS = 0;
  private static final int OFFLOAD_TYPE = 1;
  private static final int OFFLOAD_HEADER_BYTES = 2;
  private static final int OFFLOAD_SEGMENT_BYTES = 4;
  private static final int OFFLOAD_CHECKSUM_FROM = 6;
  private static final int OFFLOAD_CHECKSUM_AT = 8;
  private static final byte NEEDS_CHECKSUM = 1;
  private static final byte UDP_SEGMENTS = 5;

  private static final int MAC_BYTES = 6;
  private static final int ETHERTYPE_AT = 12;
  private static final short ETHERTYPE_IPV4 = 0x0800;
  private static final short ETHERTYPE_IPV6 = (short) 0x86dd;

  /** Offsets of the offload header, Ethernet's, and IP's and UDP's in a slot of this class. */
  private static final int ETHERNET = OFFLOAD_BYTES;

  private static final int NETWORK = ETHERNET + RingReader.ETHERNET_HEADER;
  private static final int HEADER_BYTES = NETWORK + FlowHeader.MOST_BYTES;

  private final ByteBuffer ring;
  private final long ringAddress;

  /** Bytes of offload header in front of every frame; 0: the socket takes none. */
  private final int offloadBytes;

  private final OffHeap arena;
  private final ByteBuffer messages;
  private final int vectors;
  private final int headers;

  /** The headers of this class, in network byte order. */
  private final ByteBuffer headerMemory;

  /** The first vector that is free. */
  private int vector;

  /** The first twelve bytes of a frame, big-endian. */
  private long addressesHigh;

  private int addressesLow;

  /** The last memory that was not the ring, and where it is. */
  private ByteBuffer home;

  private long homeAddress;

  /**
   * Messages for a socket.
   *
   * @param ring big-endian; in front of each packet there have to be {@value NETWORK} bytes that
   *     may be written
   * @param most messages
   * @param offloads whether the socket expects a {@code virtio_net_hdr} in front of each frame
   *     (PACKET_VNET_HDR), without which there are no trains
   */
  RingMessages(ByteBuffer ring, int most, boolean offloads) {
    this.ring = ring;
    this.ringAddress = OffHeap.addressOf(ring);
    this.offloadBytes = offloads ? OFFLOAD_BYTES : 0;
    this.vectors = most * MESSAGE_BYTES;
    this.headers = vectors + most * VECTORS_EACH * VECTOR_BYTES;
    this.arena = OffHeap.allocate(headers + most * HEADER_BYTES);
    this.messages = arena.buffer();
    this.headerMemory = messages.duplicate().order(ByteOrder.BIG_ENDIAN);
  }

  /** Says what addresses frames have from now on, {@code byte[6]} each. */
  void address(byte[] destination, byte[] source) {
    ByteBuffer bytes = ByteBuffer.allocate(12).put(destination).put(source);
    addressesHigh = bytes.getLong(0);
    addressesLow = bytes.getInt(Long.BYTES);
  }

  /** Address of message {@code index} in memory. */
  long address(int index) {
    return arena.address() + (long) index * MESSAGE_BYTES;
  }

  /** Makes message {@code i} that of train {@code i}. */
  void write(PacketTrains trains) {
    vector = vectors;
    for (int train = 0; train < trains.count(); train++) {
      int message = train * MESSAGE_BYTES;
      int begin = vector;
      messages.putLong(message + MESSAGE_VECTOR, arena.address() + begin);
      PacketBuffer packet = trains.packet(trains.first(train));
      if (trains.size(train) > 1) {
        writeTrain(trains, train);
      } else if (isInRing(packet)) {
        writeInPlace(packet);
      } else {
        writeElsewhere(packet, headers + train * HEADER_BYTES);
      }
      messages.putLong(message + MESSAGE_VECTOR_COUNT, (vector - begin) / VECTOR_BYTES);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same memory, not the same content.
  private boolean isInRing(PacketBuffer packet) {
    return packet.memory() == ring;
  }

  /** In front of a frame in the ring is what the kernel said of it, which has been read. */
  private void writeInPlace(PacketBuffer packet) {
    packet.finishChecksum();
    int frame = packet.offset() - RingReader.ETHERNET_HEADER;
    putEthernet(ring, frame, packet);
    if (offloadBytes > 0) {
      ring.putLong(frame - OFFLOAD_BYTES, 0);
      ring.putShort(frame - Short.BYTES, (short) 0);
    }
    add(
        ringAddress + frame - offloadBytes,
        offloadBytes + RingReader.ETHERNET_HEADER + packet.length());
  }

  private void writeElsewhere(PacketBuffer packet, int header) {
    packet.finishChecksum();
    int offset = packet.offset();
    if (offloadBytes > 0) {
      messages.putLong(header, 0).putShort(header + Long.BYTES, (short) 0);
    }
    putEthernet(headerMemory, header + ETHERNET, packet);
    add(
        arena.address() + header + ETHERNET - offloadBytes,
        offloadBytes + RingReader.ETHERNET_HEADER);
    add(addressOf(packet.memory()) + offset, packet.length());
  }

  private void writeTrain(PacketTrains trains, int train) {
    int header = headers + train * HEADER_BYTES;
    int headerBytes = trains.headerBytes(train);
    PacketBuffer lead = trains.packet(trains.first(train));
    putOffload(header, headerBytes, lead.length() - headerBytes);
    putEthernet(headerMemory, header + ETHERNET, lead);
    int payloadBytes = trains.payloadBytes(train);
    FlowHeader.write(
        ring, lead.offset(), headerBytes, headerMemory, header + NETWORK, payloadBytes);
    add(arena.address() + header, NETWORK + headerBytes);
    for (int i = trains.first(train); i != PacketTrains.NONE; i = trains.after(i)) {
      PacketBuffer packet = trains.packet(i);
      add(ringAddress + packet.offset() + headerBytes, packet.length() - headerBytes);
    }
  }

  private void putOffload(int at, int headerBytes, int segmentBytes) {
    int behindEthernet = RingReader.ETHERNET_HEADER + headerBytes;
    messages.put(at + OFFLOAD_FLAGS, NEEDS_CHECKSUM).put(at + OFFLOAD_TYPE, UDP_SEGMENTS);
    messages.putShort(at + OFFLOAD_HEADER_BYTES, (short) behindEthernet);
    messages.putShort(at + OFFLOAD_SEGMENT_BYTES, (short) segmentBytes);
    int udp = RingReader.ETHERNET_HEADER + FlowHeader.udpOffset(headerBytes);
    messages.putShort(at + OFFLOAD_CHECKSUM_FROM, (short) udp);
    messages.putShort(at + OFFLOAD_CHECKSUM_AT, (short) FlowHeader.checksumOffset());
  }

  /** A diverted packet goes back with the source address that it came with. */
  private void putEthernet(ByteBuffer memory, int at, PacketBuffer packet) {
    memory.putLong(at, addressesHigh);
    memory.putInt(at + Long.BYTES, addressesLow);
    boolean ipv4 = Ip.isIpv4(packet.memory(), packet.offset());
    memory.putShort(at + ETHERTYPE_AT, ipv4 ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6);
    int ingress = packet.ingress();
    if (ingress != IngressAddress.NONE) {
      memory.putInt(at + MAC_BYTES, IngressAddress.PREFIX);
      memory.putShort(at + MAC_BYTES + Integer.BYTES, (short) ingress);
    }
  }

  private void add(long address, long bytes) {
    messages.putLong(vector, address);
    messages.putLong(vector + Long.BYTES, bytes);
    vector += VECTOR_BYTES;
  }

  /** A batch's packets share their memory, so that nearly always it is that of the one before. */
  @SuppressWarnings("ReferenceEquality")
  private long addressOf(ByteBuffer memory) {
    if (memory != home) {
      homeAddress = OffHeap.addressOf(memory);
      home = memory;
    }
    return homeAddress;
  }
}

package dev.rosa.packetio;

import dev.rosa.wire.ip.Ip;
import dev.rosa.wire.ip.PartialChecksum;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reader of a receive ring (TPACKET_V2, linux/if_packet.h), which points packet buffers at the IP
 * packets in it. A slot is the reader's from the moment the kernel says so until {@link #release},
 * after which its packet must not be read. A packet without the number of an interface ({@link
 * IngressAddress}) was not diverted and could not go back: it is left out and counted. Owned by one
 * thread; {@link #undiverted} may be called by any.
 */
final class RingReader {

  /** Ethernet: two addresses and a type. */
  static final int ETHERNET_HEADER = 14;

  static final int FRAME_STATUS = 0;
  static final int FRAME_LENGTH = 4;
  static final int FRAME_CAPTURED = 8;
  static final int FRAME_MAC = 12;

  static final int STATUS_KERNEL = 0;
  static final int STATUS_USER = 1;
  static final int STATUS_CHECKSUM_NOT_READY = 1 << 3;

  /**
   * Bytes that the kernel puts in front of a packet: its own header, an address, Ethernet's, gaps.
   */
  private static final int SLOT_OVERHEAD = 80;

  private static final int LEAST_SLOT_BYTES = 2_048;

  private static final int SOURCE_AT = 6;
  private static final int ETHERTYPE_AT = 12;
  private static final int ETHERTYPE_IPV4 = 0x0800;
  private static final int ETHERTYPE_IPV6 = 0x86dd;

  private static final VarHandle STATUS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /** The ring in network byte order, for packets; all packets share this very buffer. */
  private final ByteBuffer ring;

  /** The same memory in the machine's, for the kernel's headers. */
  private final ByteBuffer headers;

  private final int slotBytes;
  private final int headroomBytes;
  private final AtomicLong undiverted = new AtomicLong();

  /** Most slots that the reader may hold at a time: the kernel needs some to write to. */
  private final int mostHeld;

  /** Offset of the slot that the kernel will hand over next. */
  private int next;

  /** Slots before {@link #next} that are not to be given back yet. */
  private int held;

  /**
   * A reader at the ring's beginning.
   *
   * @param ring big-endian, aligned, of whole slots
   * @param headroomBytes that the kernel leaves in front of a frame (PACKET_RESERVE)
   */
  RingReader(ByteBuffer ring, int slotBytes, int headroomBytes) {
    this.ring = ring;
    this.headers = ring.duplicate().order(ByteOrder.nativeOrder());
    this.slotBytes = slotBytes;
    this.headroomBytes = headroomBytes;
    this.mostHeld = Math.max(1, ring.capacity() / slotBytes / 4);
  }

  /** The smallest slots that take packets of this length, a power of two. */
  static int slotBytes(int packetBytes) {
    int needed = Math.max(LEAST_SLOT_BYTES, packetBytes + SLOT_OVERHEAD);
    return Integer.highestOneBit(needed - 1) << 1;
  }

  /** The longest packet that such slots take. */
  static int longestPacket(int slotBytes) {
    return slotBytes - SLOT_OVERHEAD;
  }

  /** The memory that the packets are in. */
  ByteBuffer memory() {
    return ring;
  }

  /** Gives the slots back whose packets have been handed out before. */
  void release() {
    for (; held > 0; held--) {
      giveBack(Math.floorMod(next - held * slotBytes, ring.capacity()));
    }
  }

  private void giveBack(int slot) {
    STATUS.setRelease(headers, slot + FRAME_STATUS, STATUS_KERNEL);
  }

  /** True if there are frames that have not been read yet. */
  boolean isReady() {
    return ((int) STATUS.getAcquire(headers, next + FRAME_STATUS) & STATUS_USER) != 0;
  }

  /** Points the batch's free buffers at packets, as far as there are any. */
  void fill(PacketBatch batch, long nowNanos) {
    while (!batch.isFull() && held < mostHeld && isReady()) {
      takeFrame(batch, nowNanos);
    }
  }

  private void takeFrame(PacketBatch batch, long nowNanos) {
    int slot = next;
    next = next + slotBytes == ring.capacity() ? 0 : next + slotBytes;
    int mac = slot + (headers.getShort(slot + FRAME_MAC) & 0xffff);
    int captured = headers.getInt(slot + FRAME_CAPTURED);
    if (captured > ETHERNET_HEADER && isIp(mac) && isDiverted(mac)) {
      takePacket(batch.add(), slot, mac + ETHERNET_HEADER, nowNanos);
      held++;
    } else if (held > 0) {
      // In the order of arrival: the kernel waits for the first slot that the reader holds.
      held++;
    } else {
      giveBack(slot);
    }
  }

  /** Every local user can have a datagram leave by the kernel's end (SO_BINDTODEVICE). */
  private boolean isDiverted(int mac) {
    boolean numbered = IngressAddress.number(ring, mac + SOURCE_AT) != IngressAddress.NONE;
    if (!numbered) {
      undiverted.incrementAndGet();
    }
    return numbered;
  }

  /** Packets that no diversion has sent, since the beginning. */
  long undiverted() {
    return undiverted.get();
  }

  /**
   * The frame's type and the packet's version must agree: the filter that chooses the worker goes
   * by the one, the pipeline by the other, and a session must not have two workers.
   */
  private boolean isIp(int mac) {
    int version = ring.get(mac + ETHERNET_HEADER) >>> 4 & 0xf;
    return switch (ring.getShort(mac + ETHERTYPE_AT) & 0xffff) {
      case ETHERTYPE_IPV4 -> version == 4;
      case ETHERTYPE_IPV6 -> version == 6;
      default -> false;
    };
  }

  private void takePacket(PacketBuffer packet, int slot, int ip, long nowNanos) {
    int available = headers.getInt(slot + FRAME_CAPTURED) - ETHERNET_HEADER;
    int sent = headers.getInt(slot + FRAME_LENGTH) - ETHERNET_HEADER;
    int length;
    if (sent > available) {
      length = Math.max(sent, packet.capacity() + 1);
    } else {
      // The link may have padded it.
      length = Math.min(available, Ip.statedLength(ring, ip, available));
    }
    packet.pointAt(ring, ip, slot + slotBytes - ip, length, nowNanos);
    packet.setHeadroom(headroomBytes);
    packet.cameInOn(IngressAddress.number(ring, ip - ETHERNET_HEADER + SOURCE_AT));
    if ((headers.getInt(slot + FRAME_STATUS) & STATUS_CHECKSUM_NOT_READY) != 0) {
      PartialChecksum.complete(ring, ip, Math.min(length, available));
    }
  }
}

package dev.rosa.packetio;

import dev.rosa.wire.Ip;
import dev.rosa.wire.PartialChecksum;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Walks a receive ring (TPACKET_V3, linux/if_packet.h) and points packet buffers at the IP packets
 * in it. A block is the reader's from the moment the kernel says so until {@link #release}, at
 * which nobody may look at its packets any longer. Owned by one thread.
 */
final class RingReader {

  /** Ethernet: two addresses and a type. */
  static final int ETHERNET_HEADER = 14;

  static final int BLOCK_STATUS = 8;
  static final int BLOCK_PACKETS = 12;
  static final int BLOCK_FIRST_FRAME = 16;

  static final int FRAME_NEXT = 0;
  static final int FRAME_CAPTURED = 12;
  static final int FRAME_LENGTH = 16;
  static final int FRAME_STATUS = 20;
  static final int FRAME_MAC = 24;

  static final int STATUS_KERNEL = 0;
  static final int STATUS_USER = 1;
  static final int STATUS_CHECKSUM_NOT_READY = 1 << 3;

  private static final int ETHERTYPE_AT = 12;
  private static final int ETHERTYPE_IPV4 = 0x0800;
  private static final int ETHERTYPE_IPV6 = 0x86dd;

  private static final VarHandle STATUS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /** The ring in network byte order, for packets; everybody gets this very buffer. */
  private final ByteBuffer ring;

  /** The same memory in the machine's, for the kernel's headers. */
  private final ByteBuffer headers;

  private final int blockBytes;
  private final int blocks;

  /** Of all blocks so many may be ours at a time: the kernel needs some to write to. */
  private final int mostHeld;

  /** The block that is walked, or that the kernel will hand over next. */
  private int block;

  /** Whether {@link #block} is ours and not at its end. */
  private boolean open;

  private int frame;
  private int framesLeft;

  /** Blocks before {@link #block} that have been walked and not been given back. */
  private int held;

  /**
   * A reader at the ring's beginning.
   *
   * @param ring big-endian, aligned, of whole blocks
   */
  RingReader(ByteBuffer ring, int blockBytes) {
    this.ring = ring;
    this.headers = ring.duplicate().order(ByteOrder.nativeOrder());
    this.blockBytes = blockBytes;
    this.blocks = ring.capacity() / blockBytes;
    this.mostHeld = Math.max(1, blocks / 4);
  }

  /** The memory that the packets are in. */
  ByteBuffer memory() {
    return ring;
  }

  /** Gives the blocks back whose packets have all been handed out before. */
  void release() {
    for (; held > 0; held--) {
      int first = Math.floorMod(block - held, blocks);
      STATUS.setRelease(headers, first * blockBytes + BLOCK_STATUS, STATUS_KERNEL);
    }
  }

  /** Whether there are frames that nobody has got yet. */
  boolean isReady() {
    return open || isHandedOver(block);
  }

  private boolean isHandedOver(int index) {
    int status = (int) STATUS.getAcquire(headers, index * blockBytes + BLOCK_STATUS);
    return (status & STATUS_USER) != 0;
  }

  /** Points the batch's free buffers at packets, as far as there are any. */
  void fill(PacketBatch batch, long nowNanos) {
    while (!batch.isFull() && (open || enterBlock())) {
      if (framesLeft == 0) {
        leaveBlock();
      } else {
        takeFrame(batch, nowNanos);
      }
    }
    if (open && framesLeft == 0) {
      leaveBlock();
    }
  }

  private boolean enterBlock() {
    if (held >= mostHeld || !isHandedOver(block)) {
      return false;
    }
    int start = block * blockBytes;
    framesLeft = headers.getInt(start + BLOCK_PACKETS);
    frame = start + headers.getInt(start + BLOCK_FIRST_FRAME);
    open = true;
    return true;
  }

  private void leaveBlock() {
    open = false;
    held++;
    block = block + 1 == blocks ? 0 : block + 1;
  }

  private void takeFrame(PacketBatch batch, long nowNanos) {
    int mac = frame + (headers.getShort(frame + FRAME_MAC) & 0xffff);
    int captured = headers.getInt(frame + FRAME_CAPTURED);
    if (captured > ETHERNET_HEADER && isIp(mac)) {
      takePacket(batch.add(), mac + ETHERNET_HEADER, captured - ETHERNET_HEADER, nowNanos);
    }
    framesLeft--;
    frame += headers.getInt(frame + FRAME_NEXT);
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

  private void takePacket(PacketBuffer packet, int ip, int available, long nowNanos) {
    int sent = headers.getInt(frame + FRAME_LENGTH) - ETHERNET_HEADER;
    int length;
    if (sent > available) {
      length = Math.max(sent, packet.capacity() + 1);
    } else {
      // The link may have padded it.
      length = Math.min(available, Ip.statedLength(ring, ip, available));
    }
    packet.pointAt(ring, ip, endOfFrame() - ip, length, nowNanos);
    if ((headers.getInt(frame + FRAME_STATUS) & STATUS_CHECKSUM_NOT_READY) != 0) {
      PartialChecksum.complete(ring, ip, Math.min(length, available));
    }
  }

  /** Up to here nothing of the next frame is overwritten. */
  private int endOfFrame() {
    int next = headers.getInt(frame + FRAME_NEXT);
    return framesLeft > 1 ? frame + next : (block + 1) * blockBytes;
  }
}

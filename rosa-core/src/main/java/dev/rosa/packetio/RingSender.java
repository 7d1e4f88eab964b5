package dev.rosa.packetio;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.RingCalls;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.wire.Ip;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends packets from where they are, a batch with one call. A packet in the ring leaves with the
 * Ethernet header in front of it there, rewritten in place; any other gets one of ours. Owned by
 * one thread.
 */
final class RingSender {

  /** What one call takes at most. */
  static final int MOST = 256;

  /** {@code struct mmsghdr} and {@code struct iovec} of 64-bit Linux. */
  private static final int MESSAGE_BYTES = 64;

  private static final int MESSAGE_VECTOR = 16;
  private static final int MESSAGE_VECTOR_COUNT = 24;
  private static final int VECTOR_BYTES = 16;
  private static final int VECTORS_EACH = 2;
  private static final int HEADER_BYTES = 16;

  private static final int VECTORS = MOST * MESSAGE_BYTES;
  private static final int HEADERS = VECTORS + MOST * VECTORS_EACH * VECTOR_BYTES;
  private static final int POLL = HEADERS + MOST * HEADER_BYTES;
  private static final int ARENA_BYTES = POLL + Long.BYTES;

  private static final int ETHERTYPE_AT = 12;
  private static final short ETHERTYPE_IPV4 = 0x0800;
  private static final short ETHERTYPE_IPV6 = (short) 0x86dd;

  private static final int MSG_DONTWAIT = 0x40;
  private static final short POLLOUT = 4;

  /** How often a full queue is tried again, and how long is waited for room in between. */
  private static final int RETRIES = 8;

  private static final int ROOM_MILLIS = 1;
  private static final long PAUSE_NANOS = 20_000;

  private final RingCalls calls;
  private final int socket;
  private final ByteBuffer ring;
  private final long ringAddress;
  private final OffHeap arena = OffHeap.allocate(ARENA_BYTES);
  private final ByteBuffer messages = arena.buffer();
  private final PacketBuffer[] packets = new PacketBuffer[MOST];

  /** The first twelve bytes of a frame, big-endian. */
  private long addressesHigh;

  private int addressesLow;

  /** The last memory that was not the ring, and where it is. */
  private ByteBuffer home;

  private long homeAddress;

  /** A sender of packets that are in {@code ring} or elsewhere outside the heap. */
  RingSender(RingCalls calls, int socket, ByteBuffer ring) {
    this.calls = calls;
    this.socket = socket;
    this.ring = ring;
    this.ringAddress = OffHeap.addressOf(ring);
    for (int i = 0; i < MOST; i++) {
      long vectors = arena.address() + VECTORS + (long) i * VECTORS_EACH * VECTOR_BYTES;
      messages.putLong(i * MESSAGE_BYTES + MESSAGE_VECTOR, vectors);
    }
    messages.putInt(POLL, socket).putShort(POLL + Integer.BYTES, POLLOUT);
  }

  /** Says what addresses frames have from now on, {@code byte[6]} each. */
  void address(byte[] destination, byte[] source) {
    ByteBuffer bytes = ByteBuffer.allocate(12).put(destination).put(source);
    addressesHigh = bytes.getLong(0);
    addressesLow = bytes.getInt(Long.BYTES);
    for (int i = 0; i < MOST; i++) {
      putAddresses(messages, HEADERS + i * HEADER_BYTES);
    }
  }

  private void putAddresses(ByteBuffer memory, int at) {
    boolean swap = memory.order() != ring.order();
    memory.putLong(at, swap ? Long.reverseBytes(addressesHigh) : addressesHigh);
    memory.putInt(at + Long.BYTES, swap ? Integer.reverseBytes(addressesLow) : addressesLow);
  }

  /** Sends what is to be forwarded, and says of each what became of it. */
  void send(PacketBatch batch) {
    int count = 0;
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      if (packet.fate() == Fate.FORWARD) {
        prepare(count, packet);
        if (++count == MOST) {
          sendPrepared(count);
          count = 0;
        }
      }
    }
    if (count > 0) {
      sendPrepared(count);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same memory, not the same content.
  private void prepare(int slot, PacketBuffer packet) {
    packets[slot] = packet;
    int vectors = VECTORS + slot * VECTORS_EACH * VECTOR_BYTES;
    int offset = packet.offset();
    if (packet.memory() == ring) {
      int frame = offset - RingReader.ETHERNET_HEADER;
      ring.putLong(frame, addressesHigh);
      ring.putInt(frame + Long.BYTES, addressesLow);
      putVector(vectors, ringAddress + frame, RingReader.ETHERNET_HEADER + packet.length());
      messages.putLong(slot * MESSAGE_BYTES + MESSAGE_VECTOR_COUNT, 1);
    } else {
      int header = HEADERS + slot * HEADER_BYTES;
      boolean ipv4 = Ip.isIpv4(packet.memory(), offset);
      putType(header, ipv4 ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6);
      putVector(vectors, arena.address() + header, RingReader.ETHERNET_HEADER);
      putVector(vectors + VECTOR_BYTES, addressOf(packet.memory()) + offset, packet.length());
      messages.putLong(slot * MESSAGE_BYTES + MESSAGE_VECTOR_COUNT, VECTORS_EACH);
    }
  }

  private void putType(int header, short type) {
    messages.put(header + ETHERTYPE_AT, (byte) (type >>> 8));
    messages.put(header + ETHERTYPE_AT + 1, (byte) type);
  }

  private void putVector(int vector, long address, long bytes) {
    messages.putLong(vector, address);
    messages.putLong(vector + Long.BYTES, bytes);
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

  private void sendPrepared(int count) {
    int done = 0;
    int retries = 0;
    while (done < count) {
      long first = arena.address() + (long) done * MESSAGE_BYTES;
      int sent = calls.sendmmsg(socket, first, count - done, MSG_DONTWAIT);
      if (sent > 0) {
        settle(done, done + sent, Fate.SENT);
        done += sent;
        retries = 0;
      } else if (isFull(-sent) && retries++ < RETRIES) {
        waitForRoom(-sent);
      } else if (isForAll(-sent)) {
        settle(done, count, Fate.LINK_REFUSED);
        done = count;
      } else {
        // About this packet alone, e.g. longer than the link's MTU.
        settle(done, done + 1, Fate.LINK_REFUSED);
        done++;
      }
    }
  }

  private static boolean isFull(int errno) {
    return errno == Errno.ENOBUFS || errno == Errno.EAGAIN || errno == Errno.EINTR;
  }

  private static boolean isForAll(int errno) {
    return isFull(errno)
        || errno == Errno.ENETDOWN
        || errno == Errno.ENXIO
        || errno == Errno.ENODEV;
  }

  private void waitForRoom(int errno) {
    if (errno == Errno.EAGAIN) {
      calls.poll(arena.address() + POLL, 1, ROOM_MILLIS);
    } else {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void settle(int from, int to, Fate fate) {
    for (int i = from; i < to; i++) {
      packets[i].setFate(fate);
    }
  }

  /** Refuses all that is to be forwarded. */
  static void refuse(PacketBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      if (packet.fate() == Fate.FORWARD) {
        packet.setFate(Fate.LINK_REFUSED);
      }
    }
  }
}

package dev.rosa.kernel.socket;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Memory for recvmsg(2): a UDP datagram, its sender, and the IP options that it came with (cmsg(3),
 * RFC 3542 §6–9). Layouts of 64-bit Linux. Owned by one thread.
 */
final class ReceivedMessage {

  private static final int MOST_DATAGRAM = 65_535;

  /** An active packet has 24 bytes of options at most. */
  private static final int MOST_CONTROL = 256;

  private static final int V6_SOCKADDR = 28;
  private static final int V4_AT = 4;
  private static final int V6_AT = 8;

  /** {@code struct iovec}. */
  private static final int VECTOR_BYTES = 16;

  /** {@code struct msghdr}. */
  private static final int MESSAGE_BYTES = 56;

  private static final int NAME_LENGTH = 8;
  private static final int VECTOR = 16;
  private static final int VECTORS = 24;
  private static final int CONTROL = 32;
  private static final int CONTROL_LENGTH = 40;
  private static final int FLAGS = 48;
  private static final int MSG_CTRUNC = 8;

  /** {@code struct cmsghdr}: length, level, type. */
  private static final int CONTROL_HEADER = 16;

  private static final int LEVEL = 8;
  private static final int TYPE = 12;

  private static final int IP_RECVOPTS = 6;
  private static final int IPV6_RECVHOPOPTS = 53;
  private static final int IPV6_HOPOPTS = 54;
  private static final int IPV6_RECVRTHDR = 56;
  private static final int IPV6_RECVDSTOPTS = 58;

  private final boolean ipv4;
  private final OffHeap message = OffHeap.allocate(MESSAGE_BYTES);
  private final OffHeap vector = OffHeap.allocate(VECTOR_BYTES);
  private final OffHeap name = OffHeap.allocate(V6_SOCKADDR);
  private final OffHeap control = OffHeap.allocate(MOST_CONTROL);
  private final OffHeap room = OffHeap.allocate(MOST_DATAGRAM);

  private final ByteBuffer datagram = room.buffer().duplicate().order(ByteOrder.BIG_ENDIAN);
  private final ByteBuffer options = ByteBuffer.allocate(MOST_CONTROL);
  private final ByteBuffer sender;

  ReceivedMessage(boolean ipv4) {
    this.ipv4 = ipv4;
    this.sender = ipv4 ? name.buffer().slice(V4_AT, 4) : name.buffer().slice(V6_AT, 16);
    vector.buffer().putLong(0, room.address()).putLong(Long.BYTES, MOST_DATAGRAM);
    ByteBuffer fields = message.buffer();
    fields.putLong(0, name.address());
    fields.putLong(VECTOR, vector.address()).putLong(VECTORS, 1);
    fields.putLong(CONTROL, control.address());
  }

  /** Protocol level of the socket options and of their control messages. */
  int level() {
    return ipv4 ? LibC.IPPROTO_IP : LibC.IPPROTO_IPV6;
  }

  /** Socket options that make the kernel report options and extension headers. */
  List<Integer> wanted() {
    return ipv4
        ? List.of(IP_RECVOPTS)
        : List.of(IPV6_RECVHOPOPTS, IPV6_RECVRTHDR, IPV6_RECVDSTOPTS);
  }

  /** The address of a {@code struct msghdr} for the next call, which has written to the last. */
  long ready() {
    ByteBuffer fields = message.buffer();
    fields.putInt(NAME_LENGTH, V6_SOCKADDR);
    fields.putLong(CONTROL_LENGTH, MOST_CONTROL).putInt(FLAGS, 0);
    return message.address();
  }

  /** Reads what a call has written that took a datagram of so many bytes. */
  void take(int length) {
    datagram.clear().limit(length);
    options.clear();
    if ((message.buffer().getInt(FLAGS) & MSG_CTRUNC) == 0) {
      takeOptions((int) message.buffer().getLong(CONTROL_LENGTH));
    }
    options.flip();
  }

  /** Extension headers come in the packet's order. */
  private void takeOptions(int end) {
    ByteBuffer told = control.buffer();
    for (int at = 0; at + CONTROL_HEADER <= end; ) {
      int bytes = (int) told.getLong(at);
      boolean isFirst = options.position() == 0;
      if (!isIp(at) || (isFirst && !mayBeFirst(told.getInt(at + TYPE)))) {
        return;
      }
      int carried = bytes - CONTROL_HEADER;
      options.put(options.position(), told, at + CONTROL_HEADER, carried);
      options.position(options.position() + carried);
      at += bytes + Long.BYTES - 1 & -Long.BYTES;
    }
  }

  private boolean isIp(int at) {
    return control.buffer().getInt(at + LEVEL) == level();
  }

  private boolean mayBeFirst(int type) {
    return ipv4 || type == IPV6_HOPOPTS;
  }

  ByteBuffer datagram() {
    return datagram;
  }

  ByteBuffer sender() {
    return sender;
  }

  ByteBuffer options() {
    return options;
  }
}

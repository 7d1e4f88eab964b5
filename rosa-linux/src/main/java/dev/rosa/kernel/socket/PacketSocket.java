package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An AF_PACKET socket for whole Ethernet frames (packet(7)). Opening it is what needs CAP_NET_RAW;
 * all else may be done without. It survives execve(2). Thread-safe but for {@link #close}, which
 * nothing may follow.
 */
public final class PacketSocket implements AutoCloseable {

  private static final int ETH_P_ALL = 3;

  private static final int SO_ERROR = 4;
  private static final int SO_SNDBUF = 7;
  private static final int SO_ATTACH_FILTER = 26;
  private static final int SO_MARK = 36;

  private static final int PACKET_ADD_MEMBERSHIP = 1;
  private static final int PACKET_RX_RING = 5;
  private static final int PACKET_STATISTICS = 6;
  private static final int PACKET_VERSION = 10;
  private static final int PACKET_RESERVE = 12;
  private static final int PACKET_VNET_HDR = 15;
  private static final int PACKET_QDISC_BYPASS = 20;
  private static final int PACKET_IGNORE_OUTGOING = 23;

  private static final int TPACKET_V2 = 1;
  private static final int PACKET_MR_PROMISC = 1;

  private final int descriptor;

  private PacketSocket(int descriptor) {
    this.descriptor = descriptor;
  }

  /** A socket that receives nothing before it is bound. */
  public static PacketSocket open() throws IOException {
    LibC.require();
    int descriptor = LibC.socket(LibC.AF_PACKET, LibC.SOCK_RAW, 0);
    if (descriptor < 0) {
      int errno = Errno.last();
      String what = "cannot open a packet socket";
      throw errno == Errno.EPERM
          ? new IOException(what + ": the process needs CAP_NET_RAW (root has it)")
          : Errno.failure(what, errno);
    }
    return new PacketSocket(descriptor);
  }

  /** A socket that an earlier process has opened. */
  public static PacketSocket ofDescriptor(int descriptor) {
    return new PacketSocket(descriptor);
  }

  /** Its file descriptor. */
  public int descriptor() {
    return descriptor;
  }

  /**
   * Binds it to an interface, also if it was bound to one that is gone.
   *
   * @param receives true to receive all frames that arrive there, of any type; otherwise it only
   *     sends
   */
  public void bind(NetworkInterface link, int index, boolean receives) throws IOException {
    if (!bind(descriptor, receives ? ETH_P_ALL : 0, index)) {
      throw Errno.failure("cannot bind a packet socket to " + link.name(), Errno.last());
    }
  }

  /**
   * Binds a packet socket ({@code struct sockaddr_ll}).
   *
   * @param etherType of what it gets; 0: nothing
   * @return whether that is done; else errno says why not
   */
  static boolean bind(int descriptor, int etherType, int interfaceIndex) {
    byte[] address = new byte[20];
    ByteBuffer bytes = over(address);
    bytes.putShort(0, (short) LibC.AF_PACKET);
    // In network byte order.
    bytes.put(2, (byte) (etherType >> 8)).put(3, (byte) etherType);
    bytes.putInt(4, interfaceIndex);
    return LibC.bind(descriptor, address, address.length) >= 0;
  }

  /**
   * Gives it a receive ring (TPACKET_V2): slots of one frame each, handed over one by one. What
   * leaves by the interface does not get in.
   *
   * @param blockBytes the kernel's unit of memory, of whole slots and pages
   * @param slotBytes a multiple of 16
   * @param headroomBytes free in each slot in front of the frame
   * @return the ring, big-endian
   */
  public ByteBuffer receiveRing(int blockBytes, int blocks, int slotBytes, int headroomBytes)
      throws IOException {
    set(LibC.SOL_PACKET, PACKET_VERSION, TPACKET_V2, "choose TPACKET_V2");
    set(LibC.SOL_PACKET, PACKET_RESERVE, headroomBytes, "have headroom");
    set(LibC.SOL_PACKET, PACKET_IGNORE_OUTGOING, 1, "leave out what it sends");
    byte[] ring = new byte[4 * Integer.BYTES];
    over(ring)
        .putInt(blockBytes)
        .putInt(blocks)
        .putInt(slotBytes)
        .putInt(blockBytes / slotBytes * blocks);
    String what = "a receive ring of " + blocks + " blocks of " + blockBytes + " bytes";
    set(LibC.SOL_PACKET, PACKET_RX_RING, ring, "have " + what);
    return SharedMemory.map(descriptor, Math.multiplyExact(blockBytes, blocks), what);
  }

  /** Gets frames for whomever the sender addressed, as long as the interface is there. */
  public void receiveForAll(NetworkInterface link, int index) throws IOException {
    byte[] membership = new byte[16];
    over(membership).putInt(0, index).putShort(4, (short) PACKET_MR_PROMISC);
    set(LibC.SOL_PACKET, PACKET_ADD_MEMBERSHIP, membership, "be promiscuous on " + link.name());
  }

  /**
   * Takes only the frames that a program of classic BPF accepts.
   *
   * @param program {@code struct sock_filter[]}, 8 bytes each
   */
  public void filter(OffHeap program) throws IOException {
    byte[] reference = new byte[16];
    short instructions = (short) (program.buffer().capacity() / Long.BYTES);
    over(reference).putShort(0, instructions).putLong(8, program.address());
    set(LibC.SOL_SOCKET, SO_ATTACH_FILTER, reference, "have a filter");
  }

  /**
   * Prepares it for sending: past the queueing discipline, with as much memory as the system lets
   * it have.
   */
  public void prepareSending(int bufferBytes) throws IOException {
    set(LibC.SOL_PACKET, PACKET_QDISC_BYPASS, 1, "send past the queueing discipline");
    set(LibC.SOL_SOCKET, SO_SNDBUF, bufferBytes, "have a send buffer");
  }

  /** From now on what is sent carries a mark, as long as it stays in this network namespace. */
  public void mark(int mark) throws IOException {
    set(LibC.SOL_SOCKET, SO_MARK, mark, "mark what it sends");
  }

  /** From now on each frame that is sent has a {@code virtio_net_hdr} of ten bytes in front. */
  public void expectOffloadHeaders() throws IOException {
    set(LibC.SOL_PACKET, PACKET_VNET_HDR, 1, "expect offload headers");
  }

  private void set(int level, int name, int value, String what) throws IOException {
    set(level, name, SocketAddresses.nativeInt(value), what);
  }

  private void set(int level, int name, byte[] value, String what) throws IOException {
    int result = LibC.setsockopt(descriptor, level, name, value, value.length);
    Errno.check(result, "a packet socket cannot " + what);
  }

  private static ByteBuffer over(byte[] memory) {
    return ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder());
  }

  /**
   * Sends a frame on the interface that it is bound to, as it is; for a few frames.
   *
   * @param frame with its Ethernet header
   * @param bytes length of the frame
   */
  public void send(OffHeap frame, int bytes) throws IOException {
    long sent = LibC.write(descriptor, frame.address(), bytes);
    Errno.check((int) sent, "cannot send a frame");
  }

  /** The error that waits, which it then no longer does; 0: none. */
  public int takeError() {
    return get(LibC.SOL_SOCKET, SO_ERROR, Integer.BYTES).getInt(0);
  }

  /** Frames that found no room in the ring since this was asked last. */
  public long takeDrops() {
    ByteBuffer statistics = get(LibC.SOL_PACKET, PACKET_STATISTICS, 2 * Integer.BYTES);
    return Integer.toUnsignedLong(statistics.getInt(Integer.BYTES));
  }

  /** An option's value; zeros where there is none. */
  private ByteBuffer get(int level, int name, int bytes) {
    byte[] value = new byte[bytes];
    int unused = LibC.getsockopt(descriptor, level, name, value, new int[] {bytes});
    return over(value);
  }

  @Override
  public void close() {
    LibC.close(descriptor);
  }
}

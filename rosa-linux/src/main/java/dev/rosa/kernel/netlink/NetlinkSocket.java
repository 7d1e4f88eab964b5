package dev.rosa.kernel.netlink;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Netlink socket to a part of the kernel, in the network namespace of the thread that opens it. The
 * kernel answers within the call that asks, so nothing is waited for. Owned by one thread.
 */
public final class NetlinkSocket implements AutoCloseable {

  /** Part of the kernel that answers. */
  public enum Part {
    ROUTE(0, "the kernel's routing"),
    SOCKETS(4, "the kernel's sockets"),
    NETFILTER(12, "netfilter");

    private final int protocol;
    private final String words;

    Part(int protocol, String words) {
      this.protocol = protocol;
      this.words = words;
    }
  }

  /** Receiver of an answer's messages; they are valid within the call, in native byte order. */
  public interface Receiver {
    /**
     * Takes a message.
     *
     * @param type its type
     * @param body what is behind its {@code nlmsghdr}
     */
    void take(int type, ByteBuffer body);
  }

  /** The kernel's longest piece of an answer is half of it. */
  private static final int MOST_BYTES = 1 << 16;

  private static final int ADDRESS_BYTES = 12;
  private static final int GROUPS_AT = 8;
  private static final int ERROR_BYTES = Integer.BYTES;

  private final int descriptor;
  private final Part part;
  private final OffHeap memory = OffHeap.allocate(MOST_BYTES);

  /** Error of the answer that is read; 0: none. */
  private int errno;

  /** The message that was to be acknowledged was. */
  private boolean isDone;

  private boolean isInterrupted;

  private NetlinkSocket(int descriptor, Part part) {
    this.descriptor = descriptor;
    this.part = part;
  }

  /** Gets ready to ask. */
  public static NetlinkSocket open(Part part) throws IOException {
    LibC.require();
    int type = LibC.SOCK_RAW | LibC.SOCK_CLOEXEC | LibC.SOCK_NONBLOCK;
    int descriptor = LibC.socket(LibC.AF_NETLINK, type, part.protocol);
    if (descriptor < 0) {
      throw new NetlinkException("cannot ask " + part.words, Errno.last());
    }
    return new NetlinkSocket(descriptor, part);
  }

  /**
   * Gets ready to be told of changes.
   *
   * @param groups bits of the part's old multicast groups
   */
  public static NetlinkSocket listen(Part part, int groups) throws IOException {
    NetlinkSocket socket = open(part);
    ByteBuffer address = ByteBuffer.allocate(ADDRESS_BYTES).order(ByteOrder.nativeOrder());
    address.putShort(0, (short) LibC.AF_NETLINK).putInt(GROUPS_AT, groups);
    if (LibC.bind(socket.descriptor, address.array(), ADDRESS_BYTES) < 0) {
      NetlinkException failure =
          new NetlinkException("cannot listen to " + part.words, Errno.last());
      socket.close();
      throw failure;
    }
    return socket;
  }

  /** True if there was a change since the last call. Nothing is read of it. */
  public boolean hasNews() {
    boolean news = false;
    // A receive buffer that ran over (ENOBUFS) is news, too, and empty afterwards.
    while (read() >= 0 || Errno.last() == Errno.ENOBUFS) {
      news = true;
    }
    return news;
  }

  private int read() {
    return (int) LibC.read(descriptor, memory.address(), MOST_BYTES);
  }

  /**
   * Asks by one message, which is for one entry or for many.
   *
   * @return false if entries changed meanwhile, so that some may be missing
   */
  public boolean ask(MessageWriter request, Receiver receiver) throws IOException {
    exchange(request, receiver);
    return !isInterrupted;
  }

  /**
   * Sends messages of which one is to be acknowledged.
   *
   * @throws NetlinkException for the first refusal
   */
  public void change(MessageWriter messages) throws IOException {
    exchange(messages, (type, body) -> {});
    if (!isDone) {
      throw new IOException("cannot change " + part.words + ": it does not answer");
    }
  }

  private void exchange(MessageWriter messages, Receiver receiver) throws IOException {
    errno = 0;
    isDone = false;
    isInterrupted = false;
    if (LibC.write(descriptor, messages.address(), messages.bytes()) < 0) {
      throw refused(Errno.last());
    }
    int length = read();
    while (length >= 0) {
      take(length, messages, receiver);
      // The kernel makes the next piece of many entries when this one has been read.
      length = read();
    }
    int last = Errno.last();
    if (last != Errno.EAGAIN) {
      throw refused(last);
    }
    if (errno != 0) {
      throw refused(errno);
    }
  }

  private NetlinkException refused(int number) {
    return new NetlinkException(part.words + " refuses", number);
  }

  private void take(int length, MessageWriter messages, Receiver receiver) {
    ByteBuffer piece = memory.buffer();
    int at = 0;
    while (at + MessageWriter.HEADER_BYTES <= length) {
      int bytes = Math.min(Math.max(MessageWriter.HEADER_BYTES, piece.getInt(at)), length - at);
      int sequence = piece.getInt(at + 8);
      if (sequence >= messages.firstSequence() && sequence <= messages.sequence()) {
        isDone |= sequence == messages.acknowledged();
        takeOne(piece, at, bytes, receiver);
      }
      at += NetlinkAttributes.aligned(bytes);
    }
  }

  private void takeOne(ByteBuffer piece, int at, int bytes, Receiver receiver) {
    int type = piece.getShort(at + 4);
    isInterrupted |= (piece.getShort(at + 6) & LibC.NLM_F_DUMP_INTERRUPTED) != 0;
    int body = at + MessageWriter.HEADER_BYTES;
    if (type == LibC.NLMSG_ERROR || type == LibC.NLMSG_DONE) {
      boolean hasNumber = bytes >= MessageWriter.HEADER_BYTES + ERROR_BYTES;
      int number = hasNumber ? -piece.getInt(body) : 0;
      errno = errno == 0 && number > 0 ? number : errno;
    } else {
      ByteBuffer content = piece.slice(body, bytes - MessageWriter.HEADER_BYTES);
      receiver.take(type, content.order(ByteOrder.nativeOrder()));
    }
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}

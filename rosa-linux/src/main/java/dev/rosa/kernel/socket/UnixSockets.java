package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The named unix(7) sockets of this thread's network namespace with the user who made each, asked
 * of the kernel by sock_diag(7). Needs no capability. Stateless.
 */
final class UnixSockets {

  private static final int NETLINK_SOCK_DIAG = 4;

  private static final short SOCK_DIAG_BY_FAMILY = 20;
  private static final int UDIAG_SHOW_NAME_UID = 0x41;
  private static final short UNIX_DIAG_NAME = 0;
  private static final short UNIX_DIAG_UID = 7;

  /** {@code nlmsghdr}. */
  private static final int HEADER_BYTES = 16;

  /** {@code nlmsghdr} and {@code unix_diag_req}. */
  private static final int REQUEST_BYTES = 40;

  /** {@code nlmsghdr} and {@code unix_diag_msg}. */
  private static final int ATTRIBUTES = 32;

  private static final int ATTRIBUTE_HEADER_BYTES = 4;
  private static final int INODE = 20;
  private static final int UNKNOWN_USER = -1;

  /** As large as the kernel makes a part of its answer. */
  private static final int MOST_BYTES = 32 << 10;

  private UnixSockets() {}

  /**
   * A socket with a name.
   *
   * @param name with a zero byte in front if it is abstract
   * @param user the uid, as this process's user namespace knows it
   */
  record Socket(long inode, String name, int user) {}

  /**
   * Lists those of some names, and keeps no others in memory.
   *
   * @param names which
   * @return empty if this kernel does not tell, or not whose they are (before Linux 5.3)
   */
  static Optional<List<Socket>> list(Predicate<String> names) throws IOException {
    LibC.require();
    int type = LibC.SOCK_RAW | LibC.SOCK_CLOEXEC;
    int descriptor = LibC.socket(LibC.AF_NETLINK, type, NETLINK_SOCK_DIAG);
    if (descriptor < 0) {
      return Optional.empty();
    }
    try {
      OffHeap request = request();
      return LibC.write(descriptor, request.address(), REQUEST_BYTES) < 0
          ? Optional.empty()
          : answer(descriptor, names);
    } finally {
      Descriptors.close(descriptor);
    }
  }

  private static OffHeap request() {
    OffHeap request = OffHeap.allocate(REQUEST_BYTES);
    ByteBuffer message = request.buffer();
    message
        .putInt(REQUEST_BYTES)
        .putShort(SOCK_DIAG_BY_FAMILY)
        .putShort((short) (LibC.NLM_F_REQUEST | LibC.NLM_F_DUMP));
    message.putInt(1).putInt(0);
    message.put((byte) LibC.AF_UNIX).put((byte) 0).putShort((short) 0);
    message.putInt(-1).putInt(0).putInt(UDIAG_SHOW_NAME_UID);
    return request;
  }

  private static Optional<List<Socket>> answer(int descriptor, Predicate<String> names) {
    Found found = new Found(names, new ArrayList<>());
    byte[] part = new byte[MOST_BYTES];
    Progress progress = Progress.MORE;
    while (progress == Progress.MORE) {
      int length = (int) LibC.recv(descriptor, part, part.length, 0);
      if (length > 0) {
        progress = read(ByteBuffer.wrap(part, 0, length).order(ByteOrder.nativeOrder()), found);
      } else if (length == 0 || Errno.last() != Errno.EINTR) {
        progress = Progress.REFUSED;
      }
    }
    return progress == Progress.DONE ? Optional.of(found.sockets()) : Optional.empty();
  }

  /** The state of an answer after one of its parts. */
  private enum Progress {
    MORE,
    DONE,
    REFUSED
  }

  private static Progress read(ByteBuffer part, Found found) {
    for (int at = 0; at + HEADER_BYTES <= part.limit(); ) {
      int bytes = part.getInt(at);
      short type = part.getShort(at + Integer.BYTES);
      if (type == LibC.NLMSG_DONE) {
        return Progress.DONE;
      }
      boolean isWhole = bytes >= HEADER_BYTES && at + bytes <= part.limit();
      if (type == LibC.NLMSG_ERROR || !isWhole || !read(part, at, bytes, found)) {
        return Progress.REFUSED;
      }
      at += bytes + 3 & ~3;
    }
    return Progress.MORE;
  }

  /** Search for sockets by name, and its results. */
  private record Found(Predicate<String> names, List<Socket> sockets) {}

  /** Adds a socket if its name is looked for; false: it has a name, but no user. */
  private static boolean read(ByteBuffer messages, int from, int bytes, Found found) {
    String name = "";
    int user = UNKNOWN_USER;
    for (int at = from + ATTRIBUTES; at + ATTRIBUTE_HEADER_BYTES <= from + bytes; ) {
      int length = Short.toUnsignedInt(messages.getShort(at));
      int value = at + ATTRIBUTE_HEADER_BYTES;
      if (length < ATTRIBUTE_HEADER_BYTES || at + length > from + bytes) {
        return false;
      }
      switch (messages.getShort(at + Short.BYTES)) {
        case UNIX_DIAG_NAME -> name = text(messages, value, length - ATTRIBUTE_HEADER_BYTES);
        case UNIX_DIAG_UID -> user = messages.getInt(value);
        default -> {
          // Not asked for.
        }
      }
      at += length + 3 & ~3;
    }
    if (user != UNKNOWN_USER && found.names().test(name)) {
      found
          .sockets()
          .add(new Socket(Integer.toUnsignedLong(messages.getInt(from + INODE)), name, user));
    }
    return name.isEmpty() || user != UNKNOWN_USER;
  }

  private static String text(ByteBuffer messages, int from, int length) {
    byte[] bytes = new byte[length];
    messages.get(from, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}

package dev.rosa.kernel.link;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Capability;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Netlink socket to nf_tables, for tables of family netdev. It runs no program. Needs
 * CAP_NET_ADMIN; see netlink(7). Owned by one thread.
 */
final class NftSocket implements AutoCloseable {

  /** {@code nlmsghdr} and {@code nfgenmsg}. */
  static final int HEADER_BYTES = 20;

  /** More than any name of a table has. */
  private static final int MOST_NAME_BYTES = 256;

  private static final int NETLINK_NETFILTER = 12;
  private static final byte NFPROTO_NETDEV = 5;

  private static final int SUBSYSTEM = 10 << 8;
  private static final int ERROR = 16;

  /** Attribute of every request for entries: the name of their table. */
  private static final short OF_TABLE = 1;

  /** The kernel's longest answer to a request for entries, in one piece. */
  private static final int MOST_BYTES = 1 << 16;

  private final int descriptor;
  private final OffHeap request = OffHeap.allocate(HEADER_BYTES + MOST_NAME_BYTES);
  private final byte[] answer = new byte[MOST_BYTES];
  private int sequence;

  private NftSocket(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  static NftSocket open() throws IOException {
    LibC.require();
    int type = LibC.SOCK_RAW | LibC.SOCK_CLOEXEC;
    int descriptor = LibC.socket(LibC.AF_NETLINK, type, NETLINK_NETFILTER);
    if (descriptor < 0) {
      throw refused();
    }
    return new NftSocket(descriptor);
  }

  /** The attributes of the only message that answers a request. */
  ByteBuffer one(int type) throws IOException {
    send(type, LibC.NLM_F_REQUEST, HEADER_BYTES);
    List<ByteBuffer> answers = new ArrayList<>();
    receive(answers);
    if (answers.isEmpty()) {
      throw new IOException("cannot ask nf_tables: it does not answer");
    }
    return answers.get(0);
  }

  /** The attributes of each entry of a kind. */
  List<ByteBuffer> all(int type) throws IOException {
    return dump(type, HEADER_BYTES);
  }

  /** The attributes of each entry of a kind that is in a table. */
  List<ByteBuffer> all(int type, String table) throws IOException {
    byte[] name = (table + '\0').getBytes(StandardCharsets.UTF_8);
    if (name.length > MOST_NAME_BYTES - NftAttributes.HEADER_BYTES) {
      return List.of();
    }
    int length = NftAttributes.HEADER_BYTES + name.length;
    request
        .buffer()
        .putShort(HEADER_BYTES, (short) length)
        .putShort(HEADER_BYTES + Short.BYTES, OF_TABLE)
        .put(HEADER_BYTES + NftAttributes.HEADER_BYTES, name);
    return dump(type, HEADER_BYTES + NftAttributes.aligned(length));
  }

  private List<ByteBuffer> dump(int type, int bytes) throws IOException {
    send(type, LibC.NLM_F_REQUEST | LibC.NLM_F_DUMP, bytes);
    List<ByteBuffer> entries = new ArrayList<>();
    while (receive(entries)) {
      // The kernel makes the next piece when this one has been read.
    }
    return entries;
  }

  private void send(int type, int flags, int bytes) throws IOException {
    request.buffer().putInt(0, bytes);
    request.buffer().putShort(4, (short) (SUBSYSTEM | type)).putShort(6, (short) flags);
    request.buffer().putInt(8, ++sequence);
    request.buffer().put(16, NFPROTO_NETDEV);
    if (LibC.write(descriptor, request.address(), bytes) < 0) {
      throw refused();
    }
  }

  private static IOException refused() {
    return refused(Errno.last());
  }

  private static IOException refused(int errno) {
    String hint = errno == Errno.EPERM ? "; " + Capability.NET_ADMIN_NEEDED : "";
    return new IOException("cannot ask nf_tables: " + Errno.sentence(errno) + hint);
  }

  /**
   * Reads a piece of the answer. The kernel answers within the call that asks, so nothing is waited
   * for.
   *
   * @return whether another piece may follow
   */
  private boolean receive(List<ByteBuffer> entries) throws IOException {
    int length = (int) LibC.recv(descriptor, answer, answer.length, LibC.MSG_DONTWAIT);
    if (length < 0) {
      throw refused();
    }
    ByteBuffer piece =
        ByteBuffer.wrap(Arrays.copyOf(answer, length)).order(ByteOrder.nativeOrder());
    boolean more = true;
    int at = 0;
    while (at + HEADER_BYTES <= length) {
      int bytes = Math.min(Math.max(HEADER_BYTES, piece.getInt(at)), length - at);
      if (piece.getInt(at + 8) == sequence) {
        more &= take(piece.slice(at, bytes).order(ByteOrder.nativeOrder()), entries);
      }
      at += NftAttributes.aligned(bytes);
    }
    return more;
  }

  private static boolean take(ByteBuffer message, List<ByteBuffer> entries) throws IOException {
    short type = message.getShort(4);
    if (type == LibC.NLMSG_ERROR && message.getInt(ERROR) != 0) {
      throw refused(-message.getInt(ERROR));
    }
    if (type == LibC.NLMSG_ERROR || type == LibC.NLMSG_DONE) {
      return false;
    }
    entries.add(message.slice(HEADER_BYTES, message.limit() - HEADER_BYTES));
    return true;
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}

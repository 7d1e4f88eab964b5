package dev.rosa.kernel.link;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.process.Descriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Generation number of nf_tables. It changes with every transaction in this network namespace, of
 * any process. As long as it is the same, so are all rules. Needs CAP_NET_ADMIN; see netlink(7).
 * Owned by one thread.
 */
public final class NftGeneration implements AutoCloseable {

  private static final int AF_NETLINK = 16;
  private static final int NETLINK_NETFILTER = 12;
  private static final int MSG_DONTWAIT = 0x40;

  private static final short NLM_F_REQUEST = 1;
  private static final short NLMSG_ERROR = 2;
  private static final short NFT_MSG_NEWGEN = 10 << 8 | 15;
  private static final short NFT_MSG_GETGEN = 10 << 8 | 16;
  private static final int NFTA_GEN_ID = 1;

  /** {@code nlmsghdr} and {@code nfgenmsg}. */
  private static final int HEADER_BYTES = 20;

  private static final int ATTRIBUTE_HEADER_BYTES = 4;
  private static final int MOST_BYTES = 512;
  private static final int ERROR = 16;

  private final int descriptor;
  private final OffHeap request = OffHeap.allocate(HEADER_BYTES);
  private final byte[] answer = new byte[MOST_BYTES];
  private int sequence;

  private NftGeneration(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  public static NftGeneration open() throws IOException {
    LibC.require();
    int type = LibC.SOCK_RAW | LibC.SOCK_CLOEXEC;
    int descriptor = LibC.socket(AF_NETLINK, type, NETLINK_NETFILTER);
    if (descriptor < 0) {
      throw Errno.failure("cannot ask nf_tables", Errno.last());
    }
    return new NftGeneration(descriptor);
  }

  /** The generation now. */
  public int read() throws IOException {
    request.buffer().putInt(0, HEADER_BYTES);
    request.buffer().putShort(4, NFT_MSG_GETGEN).putShort(6, NLM_F_REQUEST);
    request.buffer().putInt(8, ++sequence);
    if (LibC.write(descriptor, request.address(), HEADER_BYTES) < 0) {
      throw refused();
    }
    return generation(receive());
  }

  private static IOException refused() {
    return Errno.failure("cannot ask nf_tables for its generation", Errno.last());
  }

  /** The kernel answers within the call that asks: what is there now is all that will be. */
  private ByteBuffer receive() throws IOException {
    ByteBuffer message;
    do {
      int length = (int) LibC.recv(descriptor, answer, answer.length, MSG_DONTWAIT);
      if (length < 0) {
        throw refused();
      }
      message = ByteBuffer.wrap(answer, 0, length).order(ByteOrder.nativeOrder());
    } while (message.limit() < HEADER_BYTES || message.getInt(8) != sequence);
    return message;
  }

  private static int generation(ByteBuffer message) throws IOException {
    short type = message.getShort(4);
    if (type == NLMSG_ERROR) {
      throw new IOException(
          "cannot ask nf_tables for its generation: " + Errno.sentence(-message.getInt(ERROR)));
    }
    int at = HEADER_BYTES;
    while (type == NFT_MSG_NEWGEN
        && at + ATTRIBUTE_HEADER_BYTES + Integer.BYTES <= message.limit()) {
      if (message.getShort(at + Short.BYTES) == NFTA_GEN_ID) {
        return message.order(ByteOrder.BIG_ENDIAN).getInt(at + ATTRIBUTE_HEADER_BYTES);
      }
      at += Math.max(ATTRIBUTE_HEADER_BYTES, message.getShort(at) + 3 & ~3);
    }
    throw new IOException("cannot ask nf_tables for its generation: its answer has none");
  }

  @Override
  public void close() throws IOException {
    Descriptors.close(descriptor);
  }
}

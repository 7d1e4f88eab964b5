package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Asks nf_tables for its generation: a number that another one follows with every transaction in
 * this network namespace, whoever made it. As long as it is the same, so are all rules. Needs
 * CAP_NET_ADMIN; see netlink(7). Owned by one thread.
 */
public final class NftGeneration implements AutoCloseable {

  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW = 3;
  private static final int SOCK_CLOEXEC = 0x80000;
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
  private final Memory request = new Memory(HEADER_BYTES);
  private final byte[] answer = new byte[MOST_BYTES];
  private int sequence;

  private NftGeneration(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  public static NftGeneration open() throws IOException {
    try {
      return new NftGeneration(
          LinkCalls.C.socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_NETFILTER));
    } catch (LastErrorException e) {
      throw CallFailure.refused("cannot ask nf_tables", e);
    }
  }

  /** The generation now. */
  public int read() throws IOException {
    request.clear();
    request.setInt(0, HEADER_BYTES);
    request.setShort(4, NFT_MSG_GETGEN);
    request.setShort(6, NLM_F_REQUEST);
    request.setInt(8, ++sequence);
    try {
      DatagramCalls.C.send(descriptor, request, new NativeLong(HEADER_BYTES), 0);
      return generation(receive());
    } catch (LastErrorException e) {
      throw CallFailure.refused("cannot ask nf_tables for its generation", e);
    }
  }

  /** The kernel answers within the call that asks: what is there now is all that will be. */
  private ByteBuffer receive() {
    ByteBuffer message;
    do {
      NativeLong most = new NativeLong(answer.length);
      int length = LinkCalls.C.recv(descriptor, answer, most, MSG_DONTWAIT).intValue();
      message = ByteBuffer.wrap(answer, 0, length).order(ByteOrder.nativeOrder());
    } while (message.limit() < HEADER_BYTES || message.getInt(8) != sequence);
    return message;
  }

  private static int generation(ByteBuffer message) throws IOException {
    short type = message.getShort(4);
    if (type == NLMSG_ERROR) {
      throw new IOException(
          "cannot ask nf_tables for its generation: " + CallFailure.text(-message.getInt(ERROR)));
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

package dev.rosa.kernel.link;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkAttributes;
import dev.rosa.kernel.netlink.NetlinkSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The tc filters at the ingress of links, by rtnetlink(7), for a process that runs no program: a
 * keeper reads the listing of tc. Needs no privilege. Owned by one thread.
 */
public final class LinkFilters implements AutoCloseable {

  private static final int RTM_NEWTFILTER = 44;
  private static final int RTM_GETTFILTER = 46;

  /** {@code tcmsg}. */
  private static final int HEADER_BYTES = 20;

  private static final int INDEX_AT = 4;
  private static final int PARENT_AT = 12;

  /** The ingress of {@code clsact}, and all of {@code ingress}. */
  private static final int INGRESS = 0xffff_fff2;

  /** Name of the action that hands packets to another link, as its attribute has it. */
  private static final byte[] MIRRED = "mirred\0".getBytes(StandardCharsets.US_ASCII);

  private static final int ACTION_OPTIONS = 2;
  private static final int MIRRED_PARAMETERS = 2;
  private static final int DEED_AT = 20;

  /** Redirects to the egress and to the ingress of a link; other deeds copy. */
  private static final int EGRESS_REDIRECT = 1;

  private static final int INGRESS_REDIRECT = 3;

  private final NetlinkSocket socket;
  private final MessageWriter request = new MessageWriter(64);

  private LinkFilters(NetlinkSocket socket) {
    this.socket = socket;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  public static LinkFilters open() throws IOException {
    return new LinkFilters(NetlinkSocket.open(NetlinkSocket.Part.ROUTE));
  }

  /**
   * True if a filter takes packets of a link away and hands them to another one, as traffic shaping
   * with {@code ifb} does. Programs of BPF that do so are not known.
   */
  public boolean redirect(int index) throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    ByteBuffer.wrap(header)
        .order(ByteOrder.nativeOrder())
        .putInt(INDEX_AT, index)
        .putInt(PARENT_AT, INGRESS);
    request.clear().begin(RTM_GETTFILTER, LibC.NLM_F_DUMP).put(header).end();
    boolean[] found = {false};
    boolean unused =
        socket.ask(
            request,
            (type, body) -> found[0] |= type == RTM_NEWTFILTER && hasRedirect(bytes(body)));
    return found[0];
  }

  private static byte[] bytes(ByteBuffer body) {
    byte[] bytes = new byte[body.remaining()];
    body.get(0, bytes);
    return bytes;
  }

  /** Each kind of filter has its actions in another attribute. */
  private static boolean hasRedirect(byte[] filter) {
    for (int at = HEADER_BYTES; at + MIRRED.length <= filter.length; at++) {
      if (Arrays.equals(filter, at, at + MIRRED.length, MIRRED, 0, MIRRED.length)) {
        int kind = at - NetlinkAttributes.HEADER_BYTES;
        if (isRedirect(ByteBuffer.wrap(filter, kind, filter.length - kind).slice())) {
          return true;
        }
      }
    }
    return false;
  }

  /** An action from its name on. */
  private static boolean isRedirect(ByteBuffer action) {
    ByteBuffer options = NetlinkAttributes.first(action, ACTION_OPTIONS);
    ByteBuffer parameters =
        NetlinkAttributes.first(options, MIRRED_PARAMETERS).order(ByteOrder.nativeOrder());
    int deed = parameters.remaining() < DEED_AT + Integer.BYTES ? 0 : parameters.getInt(DEED_AT);
    return deed == EGRESS_REDIRECT || deed == INGRESS_REDIRECT;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

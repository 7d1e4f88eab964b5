package dev.rosa.kernel.flow;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkAttributes;
import dev.rosa.kernel.netlink.NetlinkException;
import dev.rosa.kernel.netlink.NetlinkSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Connections that the kernel tracks in this network namespace (conntrack). Needs CAP_NET_ADMIN.
 * Owned by one thread.
 */
public final class TrackedFlows implements AutoCloseable {

  private static final Path COUNT = Path.of("/proc/sys/net/netfilter/nf_conntrack_count");

  private static final int SUBSYSTEM = 1 << 8;
  private static final int GET = SUBSYSTEM | 1;
  private static final int DELETE = SUBSYSTEM | 2;

  /** {@code nfgenmsg}. */
  private static final int HEADER_BYTES = 4;

  private static final int ORIGINAL = 1;
  private static final int REPLY = 2;
  private static final int ID = 12;
  private static final int ZONE = 18;
  private static final int NESTED = 0x8000;

  private static final int TUPLE_IP = 1;
  private static final int IPV4_SOURCE = 1;
  private static final int IPV6_SOURCE = 3;

  private final NetlinkSocket socket;
  private final MessageWriter request = new MessageWriter(1 << 10);

  private TrackedFlows(NetlinkSocket socket) {
    this.socket = socket;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  public static TrackedFlows open() throws IOException {
    return new TrackedFlows(NetlinkSocket.open(NetlinkSocket.Part.NETFILTER));
  }

  /**
   * Forgets the connections of some peers, in either direction.
   *
   * @param isPeer says of an address if it is one of them
   * @return how many were forgotten
   */
  public int end(Predicate<InetAddress> isPeer) throws IOException {
    if (isEmpty()) {
      return 0;
    }
    List<Flow> found = new ArrayList<>();
    request.clear().begin(GET, LibC.NLM_F_DUMP).put(new byte[HEADER_BYTES]).end();
    boolean unused = socket.ask(request, (type, body) -> take(body, isPeer, found));
    int ended = 0;
    for (Flow flow : found) {
      ended += delete(flow) ? 1 : 0;
    }
    return ended;
  }

  /** Reading the kernel's table costs, and most machines with bans have none. */
  private static boolean isEmpty() {
    try {
      return Files.readString(COUNT, StandardCharsets.US_ASCII).strip().equals("0");
    } catch (IOException e) {
      return true;
    }
  }

  /** What names a connection: the kernel's own attributes. */
  private record Flow(byte family, ByteBuffer original, ByteBuffer id, ByteBuffer zone) {}

  private static void take(ByteBuffer body, Predicate<InetAddress> isPeer, List<Flow> found) {
    if (body.remaining() <= HEADER_BYTES) {
      return;
    }
    ByteBuffer attributes = body.slice(HEADER_BYTES, body.remaining() - HEADER_BYTES);
    ByteBuffer original = NetlinkAttributes.first(attributes, ORIGINAL);
    ByteBuffer reply = NetlinkAttributes.first(attributes, REPLY);
    if (isFrom(original, isPeer) || isFrom(reply, isPeer)) {
      ByteBuffer id = NetlinkAttributes.first(attributes, ID);
      ByteBuffer zone = NetlinkAttributes.first(attributes, ZONE);
      found.add(new Flow(body.get(0), kept(original), kept(id), kept(zone)));
    }
  }

  private static boolean isFrom(ByteBuffer tuple, Predicate<InetAddress> isPeer) {
    ByteBuffer ip = NetlinkAttributes.first(tuple, TUPLE_IP);
    ByteBuffer ipv4 = NetlinkAttributes.first(ip, IPV4_SOURCE);
    byte[] source = copy(ipv4.hasRemaining() ? ipv4 : NetlinkAttributes.first(ip, IPV6_SOURCE));
    try {
      return isPeer.test(InetAddress.getByAddress(source));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static ByteBuffer kept(ByteBuffer value) {
    return ByteBuffer.wrap(copy(value));
  }

  private static byte[] copy(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(0, bytes);
    return bytes;
  }

  private boolean delete(Flow flow) throws IOException {
    request.clear().begin(DELETE, 0).put(flow.family(), (byte) 0, (byte) 0, (byte) 0);
    request.bytes(NESTED | ORIGINAL, copy(flow.original())).bytes(ID, copy(flow.id()));
    if (flow.zone().hasRemaining()) {
      request.bytes(ZONE, copy(flow.zone()));
    }
    request.end();
    request.acknowledgeLast();
    try {
      socket.change(request);
      return true;
    } catch (NetlinkException e) {
      // It has ended itself meanwhile.
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package dev.rosa.kernel.link;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkAttributes;
import dev.rosa.kernel.netlink.NetlinkException;
import dev.rosa.kernel.netlink.NetlinkSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The neighbours of this machine: addresses on its own links with their MAC addresses, and the next
 * hops of its routes, by rtnetlink(7). Needs no privilege. Owned by one thread.
 */
public final class NeighbourTable implements AutoCloseable {

  private static final int RTM_NEWROUTE = 24;
  private static final int RTM_GETROUTE = 26;
  private static final int RTM_NEWNEIGH = 28;
  private static final int RTM_GETNEIGH = 30;

  /** {@code ndmsg} and {@code rtmsg}. */
  private static final int HEADER_BYTES = 12;

  private static final int NEIGHBOUR_INDEX_AT = 4;
  private static final int STATE_AT = 8;
  private static final int FLAGS_AT = 10;

  /** Permanent, reachable, stale, delayed or probed: it has answered. */
  private static final int VALID = 0x80 | 0x02 | 0x04 | 0x08 | 0x10;

  private static final int ROUTER = 0x80;
  private static final int MAC_BYTES = 6;

  private static final int NEIGHBOUR_ADDRESS = 1;
  private static final int NEIGHBOUR_MAC = 2;

  private static final int ROUTE_FLAGS_AT = 8;

  /** An exception of a route, which an ICMP message has made: any neighbour can forge that. */
  private static final int CLONED = 0x200;

  private static final int ROUTE_TO = 1;
  private static final int ROUTE_INTERFACE = 4;
  private static final int ROUTE_GATEWAY = 5;
  private static final int ROUTE_PATHS = 9;
  private static final int ROUTE_VIA = 18;
  private static final int PATH_BYTES = 8;
  private static final int PATH_INDEX_AT = 4;
  private static final int VIA_FAMILY_BYTES = 2;

  private final NetlinkSocket socket;
  private final MessageWriter request = new MessageWriter(64);

  private NeighbourTable(NetlinkSocket socket) {
    this.socket = socket;
  }

  /**
   * An address on a link.
   *
   * @param address IPv4 or IPv6
   * @param index of the interface
   * @param mac its MAC address as a number
   * @param isRouter true if it says that it is a router (IPv6)
   */
  public record Entry(InetAddress address, int index, long mac, boolean isRouter) {}

  /**
   * A next hop of a route.
   *
   * @param address its address
   * @param index of the interface that leads to it
   */
  public record Hop(InetAddress address, int index) {}

  /** Gets ready to ask, in this thread's network namespace. */
  public static NeighbourTable open() throws IOException {
    return new NeighbourTable(NetlinkSocket.open(NetlinkSocket.Part.ROUTE));
  }

  /** All neighbours whose MAC addresses are known. */
  public List<Entry> read() throws IOException {
    request.clear().begin(RTM_GETNEIGH, LibC.NLM_F_DUMP).put(new byte[HEADER_BYTES]).end();
    List<Entry> all = new ArrayList<>();
    boolean unused = socket.ask(request, (type, body) -> takeNeighbour(type, body, all));
    return all;
  }

  private static void takeNeighbour(int type, ByteBuffer body, List<Entry> all) {
    if (type != RTM_NEWNEIGH || body.remaining() < HEADER_BYTES) {
      return;
    }
    ByteBuffer attributes = attributes(body);
    ByteBuffer mac = NetlinkAttributes.first(attributes, NEIGHBOUR_MAC);
    InetAddress address = address(NetlinkAttributes.first(attributes, NEIGHBOUR_ADDRESS));
    boolean isValid = (body.getShort(STATE_AT) & VALID) != 0;
    if (isValid && mac.remaining() == MAC_BYTES && address != null) {
      boolean isRouter = (body.get(FLAGS_AT) & ROUTER) != 0;
      all.add(new Entry(address, body.getInt(NEIGHBOUR_INDEX_AT), number(mac), isRouter));
    }
  }

  private static ByteBuffer attributes(ByteBuffer body) {
    return body.slice(HEADER_BYTES, body.remaining() - HEADER_BYTES);
  }

  private static long number(ByteBuffer mac) {
    return Integer.toUnsignedLong(mac.getInt(0)) << Short.SIZE
        | Short.toUnsignedLong(mac.getShort(Integer.BYTES));
  }

  /** Null if it is none. */
  private static InetAddress address(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(0, bytes);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** The next hops of all routes. */
  public Set<Hop> nextHops() throws IOException {
    request.clear().begin(RTM_GETROUTE, LibC.NLM_F_DUMP).put(new byte[HEADER_BYTES]).end();
    Set<Hop> hops = new HashSet<>();
    boolean unused =
        socket.ask(
            request,
            (type, body) -> {
              if (type == RTM_NEWROUTE
                  && body.remaining() >= HEADER_BYTES
                  && (body.getInt(ROUTE_FLAGS_AT) & CLONED) == 0) {
                ByteBuffer attributes = attributes(body);
                addHop(attributes, index(attributes), hops);
                addPaths(NetlinkAttributes.first(attributes, ROUTE_PATHS), hops);
              }
            });
    return hops;
  }

  private static int index(ByteBuffer attributes) {
    ByteBuffer index = NetlinkAttributes.first(attributes, ROUTE_INTERFACE);
    return index.remaining() < Integer.BYTES ? 0 : index.order(ByteOrder.nativeOrder()).getInt(0);
  }

  /** {@code rtnexthop}: two bytes of length, two others, the link's index, attributes. */
  private static void addPaths(ByteBuffer paths, Set<Hop> hops) {
    ByteBuffer all = paths.order(ByteOrder.nativeOrder());
    int at = 0;
    while (at + PATH_BYTES <= all.limit()) {
      int length = Short.toUnsignedInt(all.getShort(at));
      if (length < PATH_BYTES || at + length > all.limit()) {
        return;
      }
      addHop(all.slice(at + PATH_BYTES, length - PATH_BYTES), all.getInt(at + PATH_INDEX_AT), hops);
      at += NetlinkAttributes.aligned(length);
    }
  }

  private static void addHop(ByteBuffer attributes, int index, Set<Hop> hops) {
    InetAddress gateway = address(NetlinkAttributes.first(attributes, ROUTE_GATEWAY));
    if (gateway != null) {
      hops.add(new Hop(gateway, index));
    }
    ByteBuffer via = NetlinkAttributes.first(attributes, ROUTE_VIA);
    if (via.remaining() > VIA_FAMILY_BYTES) {
      InetAddress hop = address(via.slice(VIA_FAMILY_BYTES, via.remaining() - VIA_FAMILY_BYTES));
      if (hop != null) {
        hops.add(new Hop(hop, index));
      }
    }
  }

  /** Index of the interface on whose link an address is; empty if a next hop leads to it. */
  public OptionalInt linkOf(InetAddress address) throws IOException {
    byte[] bytes = address.getAddress();
    int family = bytes.length == Integer.BYTES ? LibC.AF_INET : LibC.AF_INET6;
    byte[] header = new byte[HEADER_BYTES];
    header[0] = (byte) family;
    header[1] = (byte) (bytes.length * Byte.SIZE);
    request.clear().begin(RTM_GETROUTE, 0).put(header).bytes(ROUTE_TO, bytes).end();
    int[] link = {0};
    try {
      boolean unused =
          socket.ask(request, (type, body) -> link[0] = type == RTM_NEWROUTE ? direct(body) : 0);
    } catch (NetlinkException e) {
      return OptionalInt.empty();
    }
    return link[0] == 0 ? OptionalInt.empty() : OptionalInt.of(link[0]);
  }

  /** 0 if there is a next hop. */
  private static int direct(ByteBuffer body) {
    ByteBuffer attributes = attributes(body);
    boolean hasHop =
        NetlinkAttributes.first(attributes, ROUTE_GATEWAY).hasRemaining()
            || NetlinkAttributes.first(attributes, ROUTE_VIA).hasRemaining()
            || NetlinkAttributes.first(attributes, ROUTE_PATHS).hasRemaining();
    return hasHop ? 0 : index(attributes);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package dev.rosa.kernel.link;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkAttributes;
import dev.rosa.kernel.netlink.NetlinkSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The network interfaces of this network namespace, by rtnetlink(7), and whether they have changed.
 * Needs no privilege. Owned by one thread.
 */
public final class LinkTable implements AutoCloseable {

  /** {@code ARPHRD_ETHER}. */
  public static final int ETHERNET = 1;

  /** {@code ARPHRD_LOOPBACK}. */
  public static final int LOOPBACK = 772;

  private static final int RTM_NEWLINK = 16;
  private static final int RTM_GETLINK = 18;
  private static final int GROUP_LINK = 1;

  /** {@code ifinfomsg}. */
  private static final int HEADER_BYTES = 16;

  private static final int TYPE_AT = 2;
  private static final int INDEX_AT = 4;
  private static final int FLAGS_AT = 8;

  private static final int MAC = 1;
  private static final int NAME = 3;
  private static final int MTU = 4;
  private static final int LOWER = 5;
  private static final int MASTER = 10;
  private static final int LINK_INFO = 18;
  private static final int ALIAS = 20;
  private static final int INFO_KIND = 1;
  private static final int EXTENSIONS = 29;
  private static final int SKIP_STATISTICS = 8;
  private static final int LOWER_NAMESPACE = 37;

  private final NetlinkSocket socket;
  private final NetlinkSocket news;
  private final MessageWriter request = new MessageWriter(64);

  private LinkTable(NetlinkSocket socket, NetlinkSocket news) {
    this.socket = socket;
    this.news = news;
  }

  /**
   * An interface.
   *
   * @param index which tells it from another one of its name
   * @param name its name
   * @param type what it is, as ARPHRD has it
   * @param kind of a virtual interface, such as {@code bridge}; empty: it says none
   * @param lower index of the interface that it is stacked on, or of the other end of a pair; 0:
   *     there is none in this network namespace
   * @param alias its alias; empty: it has none
   */
  public record Entry(int index, String name, int type, String kind, int lower, String alias) {}

  /**
   * State of an interface.
   *
   * @param index which tells it from another one of its name
   * @param name its name
   * @param flags {@code IFF_UP} and others
   * @param mtuBytes its MTU
   * @param mac its address as {@code ip} shows it; empty: it has none
   * @param master index of what it is a port of; 0: nothing
   */
  public record State(int index, String name, int flags, int mtuBytes, String mac, int master) {}

  /** Gets ready to ask, in this thread's network namespace. */
  public static LinkTable open() throws IOException {
    NetlinkSocket socket = NetlinkSocket.open(NetlinkSocket.Part.ROUTE);
    try {
      return new LinkTable(socket, NetlinkSocket.listen(NetlinkSocket.Part.ROUTE, GROUP_LINK));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** True if an interface has come, gone or changed since the last call. */
  public boolean hasChanged() {
    return news.hasNews();
  }

  /** All interfaces. */
  public List<Entry> read() throws IOException {
    return read(LinkTable::entry);
  }

  /** The states of all interfaces. */
  public List<State> states() throws IOException {
    return read(LinkTable::state);
  }

  /** Reads one interface from a message. */
  private interface Reader<T> {
    T read(ByteBuffer header, ByteBuffer attributes);
  }

  private <T> List<T> read(Reader<T> reader) throws IOException {
    request
        .clear()
        .begin(RTM_GETLINK, LibC.NLM_F_DUMP)
        .put(new byte[HEADER_BYTES])
        .nativeNumber(EXTENSIONS, SKIP_STATISTICS)
        .end();
    List<T> links = new ArrayList<>();
    boolean unused = socket.ask(request, (type, body) -> take(type, body, reader, links));
    return links;
  }

  private static <T> void take(int type, ByteBuffer body, Reader<T> reader, List<T> links) {
    if (type == RTM_NEWLINK && body.remaining() >= HEADER_BYTES) {
      links.add(reader.read(body, body.slice(HEADER_BYTES, body.remaining() - HEADER_BYTES)));
    }
  }

  private static Entry entry(ByteBuffer header, ByteBuffer attributes) {
    ByteBuffer info = NetlinkAttributes.first(attributes, LINK_INFO);
    return new Entry(
        header.getInt(INDEX_AT),
        NetlinkAttributes.text(NetlinkAttributes.first(attributes, NAME)),
        Short.toUnsignedInt(header.getShort(TYPE_AT)),
        NetlinkAttributes.text(NetlinkAttributes.first(info, INFO_KIND)),
        lower(attributes),
        NetlinkAttributes.text(NetlinkAttributes.first(attributes, ALIAS)));
  }

  private static State state(ByteBuffer header, ByteBuffer attributes) {
    ByteBuffer mac = NetlinkAttributes.first(attributes, MAC);
    byte[] macBytes = new byte[mac.remaining()];
    mac.get(macBytes);
    return new State(
        header.getInt(INDEX_AT),
        NetlinkAttributes.text(NetlinkAttributes.first(attributes, NAME)),
        header.getInt(FLAGS_AT),
        number(attributes, MTU),
        HexFormat.ofDelimiter(":").formatHex(macBytes),
        number(attributes, MASTER));
  }

  /** 0: there is none. */
  private static int number(ByteBuffer attributes, int type) {
    ByteBuffer number = NetlinkAttributes.first(attributes, type).order(ByteOrder.nativeOrder());
    return number.remaining() == Integer.BYTES ? number.getInt(number.position()) : 0;
  }

  /** Indexes of other network namespaces mean nothing here. */
  private static int lower(ByteBuffer attributes) {
    boolean isHere = !NetlinkAttributes.first(attributes, LOWER_NAMESPACE).hasRemaining();
    return isHere ? number(attributes, LOWER) : 0;
  }

  @Override
  public void close() throws IOException {
    try (news) {
      socket.close();
    }
  }
}

package dev.rosa.kernel.nft;

import dev.rosa.kernel.netlink.NetlinkAttributes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reader of the nft tables whose names have a prefix. No rule and no set element of another table
 * is read: those may be many, and change all the time. Runs no program. Needs CAP_NET_ADMIN. Owned
 * by one thread.
 */
public final class NftTables implements AutoCloseable {

  private static final int GENERATION = 1;
  private static final int USER_DATA_HEADER_BYTES = 2;

  private final NftSocket socket;

  /** The generation in which {@link #known} was read; only with {@link #knownPrefix}. */
  private int knownGeneration;

  private String knownPrefix;
  private ByteBuffer known;

  private NftTables(NftSocket socket) {
    this.socket = socket;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  public static NftTables open() throws IOException {
    return new NftTables(NftSocket.open());
  }

  /** Number that changes with every transaction of any process, in any table. */
  public int generation() throws IOException {
    return generation(socket);
  }

  static int generation(NftSocket socket) throws IOException {
    ByteBuffer number = NetlinkAttributes.first(socket.one(NftMessage.GET_GENERATION), GENERATION);
    if (number.remaining() < Integer.BYTES) {
      throw new IOException("cannot ask nf_tables for its generation: its answer has none");
    }
    return number.getInt(0);
  }

  /** The tables of family netdev of that prefix. */
  public List<NftTable> named(String prefix) throws IOException {
    List<ByteBuffer> chains = socket.all(NftMessage.GET_CHAIN);
    List<NftTable> tables = new ArrayList<>();
    for (ByteBuffer table : socket.all(NftMessage.GET_TABLE)) {
      String name = text(table, NftMessage.TABLE);
      if (name.startsWith(prefix)) {
        tables.add(new NftTable(name, comment(table), devices(name, chains)));
      }
    }
    return tables;
  }

  private static String text(ByteBuffer entry, int type) {
    return NetlinkAttributes.text(NetlinkAttributes.first(entry, type));
  }

  static String comment(ByteBuffer table) {
    ByteBuffer data = NetlinkAttributes.first(table, NftMessage.TABLE_USER_DATA);
    int at = 0;
    while (at + USER_DATA_HEADER_BYTES <= data.limit()) {
      int bytes = Math.min(data.get(at + 1) & 0xff, data.limit() - at - USER_DATA_HEADER_BYTES);
      if (data.get(at) == NftMessage.COMMENT) {
        return NetlinkAttributes.text(data.slice(at + USER_DATA_HEADER_BYTES, bytes));
      }
      at += USER_DATA_HEADER_BYTES + bytes;
    }
    return "";
  }

  private static Set<String> devices(String table, List<ByteBuffer> chains) {
    Set<String> devices = new HashSet<>();
    for (ByteBuffer chain : chains) {
      if (text(chain, NftMessage.TABLE).equals(table)) {
        ByteBuffer hook = NetlinkAttributes.first(chain, NftMessage.CHAIN_HOOK);
        NetlinkAttributes.all(hook, NftMessage.HOOK_DEVICE)
            .forEach(one -> devices.add(NetlinkAttributes.text(one)));
        ByteBuffer several = NetlinkAttributes.first(hook, NftMessage.HOOK_DEVICES);
        NetlinkAttributes.all(several, NftMessage.DEVICE)
            .forEach(one -> devices.add(NetlinkAttributes.text(one)));
      }
    }
    return devices;
  }

  /**
   * The tables of that prefix, of any family, with their chains and rules, as the kernel's bytes.
   * They are equal as long as nothing changes in these tables but elements of named sets and values
   * of counters.
   */
  public ByteBuffer state(String prefix) throws IOException {
    // First: a change that comes while the tables are read makes another generation.
    int generation = generation();
    if (known == null || generation != knownGeneration || !prefix.equals(knownPrefix)) {
      known = read(prefix);
      knownGeneration = generation;
      knownPrefix = prefix;
    }
    return known;
  }

  /**
   * What counters and sets of the tables of that name show, in all families; counters of one name
   * are added up. No element is read.
   */
  public NftFigures figures(String table) throws IOException {
    SortedMap<String, Long> packets = new TreeMap<>();
    for (ByteBuffer entry : socket.ofAllFamilies(NftMessage.GET_OBJECT)) {
      if (text(entry, NftMessage.TABLE).equals(table) && type(entry) == NftMessage.COUNTER) {
        ByteBuffer content = NetlinkAttributes.first(entry, NftMessage.OBJECT_CONTENT);
        long count = NetlinkAttributes.number(content, NftMessage.COUNTER_PACKETS).orElse(0);
        packets.merge(text(entry, NftMessage.OBJECT_NAME), count, Long::sum);
      }
    }
    SortedMap<String, NftFigures.Fill> fills = new TreeMap<>();
    for (ByteBuffer set : socket.ofAllFamilies(NftMessage.GET_SET)) {
      OptionalLong elements = NetlinkAttributes.number(set, NftMessage.SET_COUNT);
      if (text(set, NftMessage.TABLE).equals(table) && isNamed(set) && elements.isPresent()) {
        ByteBuffer description = NetlinkAttributes.first(set, NftMessage.SET_DESCRIPTION);
        long most = NetlinkAttributes.number(description, NftMessage.DESCRIPTION_SIZE).orElse(0);
        fills.put(text(set, NftMessage.SET_NAME), new NftFigures.Fill(elements.getAsLong(), most));
      }
    }
    return new NftFigures(packets, fills);
  }

  /** Others are those that stand within a rule. */
  private static boolean isNamed(ByteBuffer set) {
    long flags = NetlinkAttributes.number(set, NftMessage.SET_FLAGS).orElse(0);
    return (flags & NftMessage.SET_FLAG_ANONYMOUS) == 0;
  }

  private static long type(ByteBuffer object) {
    return NetlinkAttributes.number(object, NftMessage.OBJECT_TYPE).orElse(0);
  }

  private ByteBuffer read(String prefix) throws IOException {
    List<ByteBuffer> entries = new ArrayList<>();
    for (ByteBuffer table : socket.ofAllFamilies(NftMessage.GET_TABLE)) {
      String name = text(table, NftMessage.TABLE);
      if (name.startsWith(prefix)) {
        entries.add(table);
        entries.addAll(socket.ofAllFamilies(NftMessage.GET_RULE, name));
      }
    }
    for (ByteBuffer chain : socket.ofAllFamilies(NftMessage.GET_CHAIN)) {
      if (text(chain, NftMessage.TABLE).startsWith(prefix)) {
        entries.add(chain);
      }
    }
    ByteBuffer all = ByteBuffer.allocate(entries.stream().mapToInt(ByteBuffer::remaining).sum());
    entries.forEach(all::put);
    return all.flip().asReadOnlyBuffer();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package dev.rosa.kernel.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reader of the nft tables of family netdev whose names have a prefix. No rule and no set element
 * of another table is read: those may be many, and change all the time. Runs no program. Needs
 * CAP_NET_ADMIN. Owned by one thread.
 */
public final class NftTables implements AutoCloseable {

  private static final int GET_TABLES = 1;
  private static final int GET_CHAINS = 4;
  private static final int GET_RULES = 7;
  private static final int GET_GENERATION = 16;

  private static final int GENERATION = 1;
  private static final int TABLE_NAME = 1;
  private static final int TABLE_USER_DATA = 6;
  private static final int CHAIN_TABLE = 1;
  private static final int CHAIN_HOOK = 4;
  private static final int HOOK_DEVICE = 3;
  private static final int HOOK_DEVICES = 4;
  private static final int DEVICE = 1;

  /** Type of a comment in the data that nft keeps with a table. */
  private static final byte COMMENT = 0;

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
    ByteBuffer number = NftAttributes.first(socket.one(GET_GENERATION), GENERATION);
    if (number.remaining() < Integer.BYTES) {
      throw new IOException("cannot ask nf_tables for its generation: its answer has none");
    }
    return number.getInt(0);
  }

  /** The tables of that prefix. */
  public List<NftTable> named(String prefix) throws IOException {
    List<ByteBuffer> chains = socket.all(GET_CHAINS);
    List<NftTable> tables = new ArrayList<>();
    for (ByteBuffer table : socket.all(GET_TABLES)) {
      String name = text(table, TABLE_NAME);
      if (name.startsWith(prefix)) {
        tables.add(new NftTable(name, comment(table), devices(name, chains)));
      }
    }
    return tables;
  }

  private static String text(ByteBuffer entry, int type) {
    return NftAttributes.text(NftAttributes.first(entry, type));
  }

  private static String comment(ByteBuffer table) {
    ByteBuffer data = NftAttributes.first(table, TABLE_USER_DATA);
    int at = 0;
    while (at + USER_DATA_HEADER_BYTES <= data.limit()) {
      int bytes = Math.min(data.get(at + 1) & 0xff, data.limit() - at - USER_DATA_HEADER_BYTES);
      if (data.get(at) == COMMENT) {
        return NftAttributes.text(data.slice(at + USER_DATA_HEADER_BYTES, bytes));
      }
      at += USER_DATA_HEADER_BYTES + bytes;
    }
    return "";
  }

  private static Set<String> devices(String table, List<ByteBuffer> chains) {
    Set<String> devices = new HashSet<>();
    for (ByteBuffer chain : chains) {
      if (text(chain, CHAIN_TABLE).equals(table)) {
        ByteBuffer hook = NftAttributes.first(chain, CHAIN_HOOK);
        NftAttributes.all(hook, HOOK_DEVICE).forEach(one -> devices.add(NftAttributes.text(one)));
        ByteBuffer several = NftAttributes.first(hook, HOOK_DEVICES);
        NftAttributes.all(several, DEVICE).forEach(one -> devices.add(NftAttributes.text(one)));
      }
    }
    return devices;
  }

  /**
   * The tables of that prefix with their chains and rules, as the kernel's bytes. They are equal as
   * long as nothing changes in these tables but elements of named sets and values of counters.
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

  private ByteBuffer read(String prefix) throws IOException {
    List<ByteBuffer> entries = new ArrayList<>();
    for (ByteBuffer table : socket.all(GET_TABLES)) {
      String name = text(table, TABLE_NAME);
      if (name.startsWith(prefix)) {
        entries.add(table);
        entries.addAll(socket.all(GET_RULES, name));
      }
    }
    for (ByteBuffer chain : socket.all(GET_CHAINS)) {
      if (text(chain, CHAIN_TABLE).startsWith(prefix)) {
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

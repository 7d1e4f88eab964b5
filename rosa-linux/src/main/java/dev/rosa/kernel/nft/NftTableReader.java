package dev.rosa.kernel.nft;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkAttributes;
import dev.rosa.kernel.netlink.NetlinkException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reader of one nft table of family netdev: its chains, rules, sets and counters, and single
 * elements. It never lists elements. Needs CAP_NET_ADMIN. Owned by one thread.
 */
public final class NftTableReader implements AutoCloseable {

  private final NftSocket socket;
  private final String table;

  private NftTableReader(NftSocket socket, String table) {
    this.socket = socket;
    this.table = table;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  public static NftTableReader open(String table) throws IOException {
    return new NftTableReader(NftSocket.open(), table);
  }

  /**
   * What is said about the table itself.
   *
   * @param comment its maker's words; empty without any
   * @param owned true if it is a living socket's alone
   */
  public record Head(String comment, boolean owned) {}

  /**
   * Value of a counter.
   *
   * @param packets packets
   * @param bytes bytes, with link headers
   */
  public record Count(long packets, long bytes) {}

  /** Number that changes with every transaction of any process, in any table. */
  public int generation() throws IOException {
    return NftTables.generation(socket);
  }

  /** The table; empty if there is none. */
  public Optional<Head> head() throws IOException {
    return ask(NftMessage.GET_TABLE, request -> {})
        .map(
            entry ->
                new Head(
                    NftTables.comment(entry),
                    NetlinkAttributes.first(entry, NftMessage.TABLE_OWNER).hasRemaining()));
  }

  /** The devices of its chains by the chains' names; empty text: one without a hook. */
  public Map<String, String> chains() throws IOException {
    Map<String, String> chains = new HashMap<>();
    for (ByteBuffer chain : all(NftMessage.GET_CHAIN)) {
      ByteBuffer hook = NetlinkAttributes.first(chain, NftMessage.CHAIN_HOOK);
      chains.put(text(chain, NftMessage.CHAIN_NAME), text(hook, NftMessage.HOOK_DEVICE));
    }
    return chains;
  }

  /** The table's entries of a kind; none without a table. */
  private List<ByteBuffer> all(int type) throws IOException {
    try {
      // Some kernels leave out entries of other tables themselves, for some kinds.
      return socket.all(type, table).stream()
          .filter(entry -> text(entry, NftMessage.TABLE).equals(table))
          .toList();
    } catch (NetlinkException e) {
      return absent(e, List.of());
    }
  }

  /** The answer if something is not there; any other refusal goes on. */
  private static <T> T absent(NetlinkException refusal, T answer) throws NetlinkException {
    if (refusal.errno() != Errno.ENOENT) {
      throw refusal;
    }
    return answer;
  }

  private static String text(ByteBuffer entry, int type) {
    return NetlinkAttributes.text(NetlinkAttributes.first(entry, type));
  }

  /** Names of its sets. */
  public List<String> sets() throws IOException {
    return all(NftMessage.GET_SET).stream().map(set -> text(set, NftMessage.SET_NAME)).toList();
  }

  /**
   * The table with its chains and rules, as the kernel's bytes: equal as long as nothing changes
   * but elements and counters. Empty if there is no table.
   */
  public ByteBuffer structure() throws IOException {
    List<ByteBuffer> entries = new ArrayList<>();
    ask(NftMessage.GET_TABLE, request -> {}).ifPresent(entries::add);
    entries.addAll(all(NftMessage.GET_CHAIN));
    entries.addAll(all(NftMessage.GET_RULE));
    ByteBuffer all = ByteBuffer.allocate(entries.stream().mapToInt(ByteBuffer::remaining).sum());
    entries.forEach(entry -> all.put(entry.duplicate()));
    return all.flip();
  }

  /** True if a set is there and has this element. */
  public boolean hasElement(String set, byte[] key) throws IOException {
    return ask(NftMessage.GET_ELEMENTS, request -> writeElement(request, set, key)).isPresent();
  }

  private static void writeElement(MessageWriter request, String set, byte[] key) {
    int list = request.text(NftMessage.ELEMENTS_SET, set).nest(NftMessage.ELEMENTS);
    int item = request.nest(NftMessage.LIST_ITEM);
    int start = request.nest(NftMessage.ELEMENT_KEY);
    request.bytes(NftMessage.VALUE, key).endNest(start).endNest(item).endNest(list);
  }

  /** A counter; empty if it is not there. */
  public Optional<Count> counter(String name) throws IOException {
    return ask(
            NftMessage.GET_OBJECT,
            request ->
                request
                    .text(NftMessage.OBJECT_NAME, name)
                    .number(NftMessage.OBJECT_TYPE, NftMessage.COUNTER))
        .map(entry -> NetlinkAttributes.first(entry, NftMessage.OBJECT_CONTENT))
        .map(
            content ->
                new Count(
                    NetlinkAttributes.number(content, NftMessage.COUNTER_PACKETS).orElse(0),
                    NetlinkAttributes.number(content, NftMessage.COUNTER_BYTES).orElse(0)));
  }

  /** The only entry that answers a request about the table; empty if there is none. */
  private Optional<ByteBuffer> ask(int type, NftSocket.Attributes attributes) throws IOException {
    try {
      return Optional.of(socket.one(type, table, attributes));
    } catch (NetlinkException e) {
      return absent(e, Optional.empty());
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package dev.rosa.kernel.nft;

import static dev.rosa.kernel.nft.NftMessage.NFPROTO_NETDEV;
import static dev.rosa.kernel.nft.NftMessage.TABLE;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Writer of changes to one nft table of family netdev, which come into force together or not at
 * all. Reused. Owned by one thread.
 */
public final class NftTransaction {

  /**
   * More is refused by a socket whose send buffer has the usual size, and only the machine's root
   * may have a larger one.
   */
  private static final int MOST_BYTES = 128 << 10;

  /** Room for what ends an element, a list and the transaction. */
  private static final int RESERVED_BYTES = 256;

  /** The kernel's limit for the attribute that lists elements. */
  private static final int MOST_LIST_BYTES = 60_000;

  private static final int BATCH_BEGIN = 0x10;
  private static final int BATCH_END = 0x11;
  private static final byte SUBSYSTEM_NUMBER = 10;

  private static final int INGRESS = 0;
  private static final int COMMENT_HEADER_BYTES = 2;

  private final NetlinkSocket socket;
  private final String table;
  private final MessageWriter writer = new MessageWriter(MOST_BYTES);
  private final NftExpressions expressions = new NftExpressions(writer);
  private int setNumber;
  private int list;
  private int changes;

  /**
   * A transaction without changes.
   *
   * @param socket to netfilter; an owned table is the socket's
   */
  public NftTransaction(NetlinkSocket socket, String table) {
    this.socket = socket;
    this.table = table;
    begin();
  }

  /** Forgets all changes. */
  public void begin() {
    writer.clear().begin(BATCH_BEGIN, 0).put((byte) 0, (byte) 0, (byte) 0, SUBSYSTEM_NUMBER).end();
    changes = 0;
  }

  /** True if it changes nothing. */
  public boolean isEmpty() {
    return changes == 0;
  }

  /**
   * Puts the changes in force, and begins anew.
   *
   * @throws dev.rosa.kernel.netlink.NetlinkException if none of them is in force
   */
  public void commit() throws IOException {
    if (changes == 0) {
      return;
    }
    writer.acknowledgeLast();
    writer.begin(BATCH_END, 0).put((byte) 0, (byte) 0, (byte) 0, SUBSYSTEM_NUMBER).end();
    try {
      socket.change(writer);
    } finally {
      begin();
    }
  }

  private MessageWriter message(int type, int flags) {
    changes++;
    return writer
        .begin(type, flags)
        .put(NFPROTO_NETDEV, (byte) 0, (byte) 0, (byte) 0)
        .text(TABLE, table);
  }

  /**
   * Makes the table, or leaves one of its name as it is.
   *
   * @param owned true: it is the socket's alone, and goes with it
   */
  public void addTable(String comment, boolean owned) {
    byte[] words = (comment + '\0').getBytes(StandardCharsets.UTF_8);
    byte[] content = new byte[COMMENT_HEADER_BYTES + words.length];
    content[0] = NftMessage.COMMENT;
    content[1] = (byte) words.length;
    System.arraycopy(words, 0, content, COMMENT_HEADER_BYTES, words.length);
    message(NftMessage.NEW_TABLE, LibC.NLM_F_CREATE)
        .number(NftMessage.TABLE_FLAGS, owned ? NftMessage.TABLE_FLAG_OWNED : 0)
        .bytes(NftMessage.TABLE_USER_DATA, content)
        .end();
  }

  /** Takes the table away with all that is in it. */
  public void deleteTable() {
    message(NftMessage.DELETE_TABLE, 0).end();
  }

  /** Makes a named counter, or leaves one of its name as it is. */
  public void addCounter(String name) {
    MessageWriter counter = message(NftMessage.NEW_OBJECT, LibC.NLM_F_CREATE);
    counter
        .text(NftMessage.OBJECT_NAME, name)
        .number(NftMessage.OBJECT_TYPE, NftMessage.COUNTER)
        .endNest(counter.nest(NftMessage.OBJECT_CONTENT));
    counter.end();
  }

  /** Makes a chain without a hook, or leaves one of its name as it is. */
  public void addChain(String name) {
    message(NftMessage.NEW_CHAIN, LibC.NLM_F_CREATE).text(NftMessage.CHAIN_NAME, name).end();
  }

  /** Makes a chain for what comes in on an interface. */
  public void addIngress(String name, String device, int priority) {
    MessageWriter chain =
        message(NftMessage.NEW_CHAIN, LibC.NLM_F_CREATE).text(NftMessage.CHAIN_NAME, name);
    int hook = chain.nest(NftMessage.CHAIN_HOOK);
    chain
        .number(NftMessage.HOOK_NUMBER, INGRESS)
        .number(NftMessage.HOOK_PRIORITY, priority)
        .text(NftMessage.HOOK_DEVICE, device)
        .endNest(hook)
        .text(NftMessage.CHAIN_TYPE, "filter")
        .end();
  }

  /** Takes the rules of a chain away. */
  public void flushChain(String name) {
    message(NftMessage.DELETE_RULE, 0).text(NftMessage.RULE_CHAIN, name).end();
  }

  /** Takes a chain without rules away. */
  public void deleteChain(String name) {
    message(NftMessage.DELETE_CHAIN, 0).text(NftMessage.CHAIN_NAME, name).end();
  }

  /** Adds a rule behind a chain's others. */
  public void addRule(String chain, Consumer<NftExpressions> rule) {
    message(NftMessage.NEW_RULE, LibC.NLM_F_CREATE | LibC.NLM_F_APPEND)
        .text(NftMessage.RULE_CHAIN, chain);
    int start = writer.nest(NftMessage.RULE_EXPRESSIONS);
    rule.accept(expressions);
    writer.endNest(start).end();
  }

  /** Makes a set whose elements have ends, or leaves one of its name as it is. */
  public void addSet(NftSet set) {
    message(NftMessage.NEW_SET, LibC.NLM_F_CREATE)
        .text(NftMessage.SET_NAME, set.name())
        .number(NftMessage.SET_FLAGS, NftMessage.SET_FLAG_TIMEOUT)
        .number(NftMessage.SET_KEY_TYPE, set.key().type())
        .number(NftMessage.SET_KEY_BYTES, set.key().bytes())
        .number(NftMessage.SET_ID, ++setNumber);
    if (set.limitPerSecond() > 0) {
      int start = writer.nest(NftMessage.SET_EXPRESSION);
      expressions.isOver(set.limitPerSecond());
      writer.endNest(start);
    }
    writer.end();
  }

  /** Takes a set that no rule names away. */
  public void deleteSet(String name) {
    message(NftMessage.DELETE_SET, 0).text(NftMessage.SET_NAME, name).end();
  }

  /** Begins a list of elements to be added; those that are there stay as they are. */
  public void beginAdding(String set) {
    beginElements(NftMessage.NEW_ELEMENTS, LibC.NLM_F_CREATE, set);
  }

  /** Begins a list of elements to be deleted; all of them have to be there. */
  public void beginDeleting(String set) {
    beginElements(NftMessage.DELETE_ELEMENTS, 0, set);
  }

  private void beginElements(int type, int flags, String set) {
    message(type, flags).text(NftMessage.ELEMENTS_SET, set);
    list = writer.nest(NftMessage.ELEMENTS);
  }

  /**
   * True if another element fits into the list, and the transaction has room for its repetition.
   */
  public boolean hasRoom(int elementBytes) {
    return writer.room() > RESERVED_BYTES + elementBytes
        && writer.bytes() - list < MOST_LIST_BYTES - elementBytes;
  }

  /** Adds an element to the list; {@code timeoutMillis} 0: without an end. */
  public void element(byte[] key, long timeoutMillis) {
    int item = writer.nest(NftMessage.LIST_ITEM);
    int start = writer.nest(NftMessage.ELEMENT_KEY);
    writer.bytes(NftMessage.VALUE, key).endNest(start);
    if (timeoutMillis > 0) {
      writer.longNumber(NftMessage.ELEMENT_TIMEOUT, timeoutMillis);
    }
    writer.endNest(item);
  }

  /** Ends the list. */
  public void endElements() {
    writer.endNest(list).end();
  }
}

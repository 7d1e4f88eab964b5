package dev.rosa.kernel.nft;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Netlink socket that asks nf_tables for tables, of family netdev if a method does not say more.
 * Needs CAP_NET_ADMIN. Owned by one thread.
 */
final class NftSocket implements AutoCloseable {

  /** Writer of a request's further attributes. */
  interface Attributes {
    void write(MessageWriter request);
  }

  /** {@code nfgenmsg}. */
  private static final int FAMILY_BYTES = 4;

  /** More than any name of a table has. */
  private static final int MOST_NAME_BYTES = 256;

  private final NetlinkSocket socket;
  private final MessageWriter request = new MessageWriter(4 * MOST_NAME_BYTES);

  private NftSocket(NetlinkSocket socket) {
    this.socket = socket;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  static NftSocket open() throws IOException {
    return new NftSocket(NetlinkSocket.open(NetlinkSocket.Part.NETFILTER));
  }

  /** The attributes of the only message that answers a request. */
  ByteBuffer one(int type) throws IOException {
    begin(type, 0).end();
    return onlyAnswer();
  }

  /** The attributes of the only message that answers a request about something in a table. */
  ByteBuffer one(int type, String table, Attributes attributes) throws IOException {
    attributes.write(begin(type, 0).text(NftMessage.TABLE, table));
    request.end();
    return onlyAnswer();
  }

  private ByteBuffer onlyAnswer() throws IOException {
    List<ByteBuffer> answers = answers();
    if (answers.isEmpty()) {
      throw new IOException("cannot ask nf_tables: it does not answer");
    }
    return answers.get(0);
  }

  /** The attributes of each entry of a kind. */
  List<ByteBuffer> all(int type) throws IOException {
    begin(type, LibC.NLM_F_DUMP).end();
    return answers();
  }

  /** The attributes of each entry of a kind; of some kinds only those that are in a table. */
  List<ByteBuffer> all(int type, String table) throws IOException {
    return all(NftMessage.NFPROTO_NETDEV, type, table);
  }

  /** The attributes of each entry of a kind in the tables of all families. */
  List<ByteBuffer> ofAllFamilies(int type) throws IOException {
    begin(NftMessage.NFPROTO_UNSPEC, type, LibC.NLM_F_DUMP).end();
    return answers();
  }

  /** The same; of some kinds only those that are in tables of one name. */
  List<ByteBuffer> ofAllFamilies(int type, String table) throws IOException {
    return all(NftMessage.NFPROTO_UNSPEC, type, table);
  }

  private List<ByteBuffer> all(byte family, int type, String table) throws IOException {
    if (table.getBytes(StandardCharsets.UTF_8).length >= MOST_NAME_BYTES) {
      return List.of();
    }
    begin(family, type, LibC.NLM_F_DUMP).text(NftMessage.TABLE, table).end();
    return answers();
  }

  private MessageWriter begin(int type, int flags) {
    return begin(NftMessage.NFPROTO_NETDEV, type, flags);
  }

  private MessageWriter begin(byte family, int type, int flags) {
    return request.clear().begin(type, flags).put(family, (byte) 0, (byte) 0, (byte) 0);
  }

  private List<ByteBuffer> answers() throws IOException {
    List<ByteBuffer> entries = new ArrayList<>();
    boolean unused = socket.ask(request, (type, body) -> entries.add(attributes(body)));
    return entries;
  }

  private static ByteBuffer attributes(ByteBuffer body) {
    ByteBuffer copy = ByteBuffer.allocate(Math.max(0, body.remaining() - FAMILY_BYTES));
    return copy.put(body.slice(FAMILY_BYTES, copy.capacity())).flip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package dev.rosa.kernel.nft;

import dev.rosa.kernel.netlink.MessageWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writer of the expressions of a rule: each loads something of the packet into a register, or
 * compares it, or decides. Owned by one thread.
 */
public final class NftExpressions {

  /** Headers whose bytes can be loaded. */
  public enum Header {
    LINK,
    NETWORK
  }

  private static final int NAME = 1;
  private static final int CONTENT = 2;

  private static final int REGISTER = 1;
  private static final int VERDICT_REGISTER = 0;

  private static final int META_PROTOCOL = 1;
  private static final int META_MARK = 3;
  private static final int META_LINK_TYPE = 8;

  private static final int EQUAL = 0;
  private static final int NOT_EQUAL = 1;

  private static final int VERDICT = 2;
  private static final int VERDICT_CODE = 1;
  private static final int VERDICT_CHAIN = 2;
  private static final int DROP = 0;
  private static final int JUMP = -3;
  private static final int RETURN = -5;

  private static final long SECOND = 1;
  private static final int LIMIT_PACKETS = 0;
  private static final int LIMIT_INVERTED = 1;

  private final MessageWriter writer;

  NftExpressions(MessageWriter writer) {
    this.writer = writer;
  }

  /** Goes on if the packet's protocol is this EtherType. */
  public NftExpressions protocolIs(int etherType) {
    return meta(META_PROTOCOL).compare(EQUAL, (byte) (etherType >> 8), (byte) etherType);
  }

  /** Goes on if the packet's protocol is not this EtherType. */
  public NftExpressions protocolIsNot(int etherType) {
    return meta(META_PROTOCOL).compare(NOT_EQUAL, (byte) (etherType >> 8), (byte) etherType);
  }

  /** Goes on if the interface has this ARPHRD type, up to 127. */
  public NftExpressions linkTypeIs(int type) {
    boolean isBig = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
    byte[] value = isBig ? new byte[] {0, (byte) type} : new byte[] {(byte) type, 0};
    return meta(META_LINK_TYPE).compare(EQUAL, value);
  }

  /** Goes on if the packet has this mark. */
  public NftExpressions markIs(int mark) {
    byte[] value =
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder()).putInt(mark).array();
    return meta(META_MARK).compare(EQUAL, value);
  }

  private NftExpressions meta(int key) {
    int[] open = begin("meta");
    writer.number(2, key).number(1, REGISTER);
    return end(open);
  }

  private NftExpressions compare(int operation, byte... value) {
    int[] open = begin("cmp");
    writer.number(1, REGISTER).number(2, operation);
    constant(3, value);
    return end(open);
  }

  private void constant(int type, byte... value) {
    int start = writer.nest(type);
    writer.bytes(NftMessage.VALUE, value).endNest(start);
  }

  /** Loads bytes of a header. */
  public NftExpressions load(Header header, int offset, int bytes) {
    int[] open = begin("payload");
    writer.number(1, REGISTER).number(2, header.ordinal()).number(3, offset).number(4, bytes);
    return end(open);
  }

  /** Clears the bits of what was loaded that are clear in a mask. */
  public NftExpressions mask(byte... mask) {
    int[] open = begin("bitwise");
    writer.number(1, REGISTER).number(2, REGISTER).number(3, mask.length);
    constant(4, mask);
    constant(5, new byte[mask.length]);
    return end(open);
  }

  /** Goes on if so many bytes that were loaded are zero. */
  public NftExpressions isZero(int bytes) {
    return compare(EQUAL, new byte[bytes]);
  }

  /** Goes on if what was loaded are these bytes. */
  public NftExpressions is(byte... value) {
    return compare(EQUAL, value);
  }

  /** Goes on if what was loaded is in a set, and the element's own expression agrees. */
  public NftExpressions isIn(String set) {
    int[] open = begin("lookup");
    writer.text(1, set).number(2, REGISTER);
    return end(open);
  }

  /** Counts the packet. */
  public NftExpressions count(String counter) {
    int[] open = begin("objref");
    writer.number(1, NftMessage.COUNTER).text(2, counter);
    return end(open);
  }

  /** Drops the packet. */
  public NftExpressions drop() {
    int[] open = begin("immediate");
    verdict(DROP, "");
    return end(open);
  }

  /** Goes on behind the jump to this chain. */
  public NftExpressions goBack() {
    int[] open = begin("immediate");
    verdict(RETURN, "");
    return end(open);
  }

  /** Goes on in another chain. */
  public NftExpressions jump(String chain) {
    int[] open = begin("immediate");
    verdict(JUMP, chain);
    return end(open);
  }

  private void verdict(int code, String chain) {
    writer.number(1, VERDICT_REGISTER);
    int value = writer.nest(2);
    int verdict = writer.nest(VERDICT);
    writer.number(VERDICT_CODE, code);
    if (!chain.isEmpty()) {
      writer.text(VERDICT_CHAIN, chain);
    }
    writer.endNest(verdict).endNest(value);
  }

  /** Goes on if there are more packets than so many a second. */
  NftExpressions isOver(int packetsPerSecond) {
    writer.text(NAME, "limit");
    int content = writer.nest(CONTENT);
    writer.longNumber(1, packetsPerSecond).longNumber(2, SECOND).number(3, packetsPerSecond);
    writer.number(4, LIMIT_PACKETS).number(5, LIMIT_INVERTED).endNest(content);
    return this;
  }

  private int[] begin(String name) {
    int item = writer.nest(NftMessage.LIST_ITEM);
    writer.text(NAME, name);
    return new int[] {item, writer.nest(CONTENT)};
  }

  private NftExpressions end(int... open) {
    writer.endNest(open[1]).endNest(open[0]);
    return this;
  }
}

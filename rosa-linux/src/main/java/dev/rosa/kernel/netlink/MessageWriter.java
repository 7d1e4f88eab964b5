package dev.rosa.kernel.netlink;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writer of netlink messages, one behind the other in one buffer, which are sent together. Numbers
 * in attributes are big-endian, as nf_tables and connection tracking have them. Reused. Owned by
 * one thread.
 */
public final class MessageWriter {

  /** {@code nlmsghdr}. */
  public static final int HEADER_BYTES = 16;

  private static final int FLAGS_AT = 6;
  private static final short NESTED = (short) 0x8000;

  private final OffHeap memory;
  private final ByteBuffer buffer;
  private int message;
  private int sequence;

  /** Number of the message that is to be acknowledged; 0: none is. */
  private int acknowledged;

  private int firstSequence;

  /** A writer of so many bytes at most. */
  public MessageWriter(int bytes) {
    memory = OffHeap.allocate(bytes);
    buffer = memory.buffer();
    firstSequence = 1;
  }

  /** Forgets all messages. */
  public MessageWriter clear() {
    buffer.clear();
    firstSequence = sequence + 1;
    acknowledged = 0;
    return this;
  }

  /** Bytes of all messages. */
  public int bytes() {
    return buffer.position();
  }

  /** Bytes that still fit. */
  public int room() {
    return buffer.remaining();
  }

  /** Copies all messages. */
  public byte[] toBytes() {
    byte[] all = new byte[bytes()];
    buffer.get(0, all);
    return all;
  }

  long address() {
    return memory.address();
  }

  int acknowledged() {
    return acknowledged;
  }

  /** The last message's number. */
  int sequence() {
    return sequence;
  }

  /** The first message's number; they are counted up. */
  int firstSequence() {
    return firstSequence;
  }

  /** Begins a message with its header. */
  public MessageWriter begin(int type, int flags) {
    message = buffer.position();
    buffer.putInt(0).putShort((short) type).putShort((short) (flags | LibC.NLM_F_REQUEST));
    buffer.putInt(++sequence).putInt(0);
    return this;
  }

  /** Ends a message. */
  public void end() {
    pad();
    buffer.putInt(message, buffer.position() - message);
  }

  /** Asks the kernel to acknowledge the last message so far, and with it those before. */
  public void acknowledgeLast() {
    acknowledged = sequence;
    buffer.putShort(
        message + FLAGS_AT, (short) (buffer.getShort(message + FLAGS_AT) | LibC.NLM_F_ACK));
  }

  private void pad() {
    while (buffer.position() % Integer.BYTES != 0) {
      buffer.put((byte) 0);
    }
  }

  /** Writes bytes of a message's own header, as they are. */
  public MessageWriter put(byte... bytes) {
    buffer.put(bytes);
    return this;
  }

  /** Writes a number of a message's own header, in the machine's byte order. */
  public MessageWriter putNative(int number) {
    buffer.putInt(number);
    return this;
  }

  /** Writes an attribute whose value is these bytes. */
  public MessageWriter bytes(int type, byte... value) {
    head(type, value.length);
    buffer.put(value);
    pad();
    return this;
  }

  private void head(int type, int valueBytes) {
    buffer.putShort((short) (NetlinkAttributes.HEADER_BYTES + valueBytes)).putShort((short) type);
  }

  /** Writes an attribute of four bytes, big-endian. */
  public MessageWriter number(int type, int value) {
    head(type, Integer.BYTES);
    buffer.putInt(bigEndian() ? value : Integer.reverseBytes(value));
    return this;
  }

  /** Writes an attribute of eight bytes, big-endian. */
  public MessageWriter longNumber(int type, long value) {
    head(type, Long.BYTES);
    buffer.putLong(bigEndian() ? value : Long.reverseBytes(value));
    return this;
  }

  /** Writes an attribute of four bytes in the machine's byte order. */
  public MessageWriter nativeNumber(int type, int value) {
    head(type, Integer.BYTES);
    buffer.putInt(value);
    return this;
  }

  private boolean bigEndian() {
    return buffer.order() == ByteOrder.BIG_ENDIAN;
  }

  /** Writes an attribute of text, with its NUL. */
  public MessageWriter text(int type, String text) {
    return bytes(type, KernelText.encode(text + '\0'));
  }

  /** Begins an attribute of attributes; its place is for {@link #endNest}. */
  public int nest(int type) {
    int start = buffer.position();
    head(NESTED | type, 0);
    return start;
  }

  /** Ends an attribute of attributes. */
  public MessageWriter endNest(int start) {
    int length = buffer.position() - start;
    if (length > 0xffff) {
      throw new IllegalStateException("an attribute of " + length + " bytes is too long");
    }
    buffer.putShort(start, (short) length);
    return this;
  }
}

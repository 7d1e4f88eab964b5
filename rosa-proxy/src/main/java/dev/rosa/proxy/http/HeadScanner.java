package dev.rosa.proxy.http;

import java.nio.ByteBuffer;

/**
 * Scanner for the end of a head. It copies the bytes and checks what concerns each line: line ends,
 * control characters, folding. Owned by one thread.
 */
public final class HeadScanner {

  /** Kind of the bytes so far. */
  public enum Progress {
    INCOMPLETE,
    COMPLETE,
    AMBIGUOUS,
    TOO_LONG,
    NO_ROOM
  }

  private final HeadBuffers buffers;
  private final boolean unfolds;
  private byte[] bytes;
  private int length;
  private int lineBegin;
  private boolean hasCr;
  private Ambiguity ambiguity;
  private Progress last = Progress.INCOMPLETE;

  /** With memory of a pool, while there is a head. */
  public HeadScanner(HeadBuffers buffers) {
    this(buffers, false);
  }

  /**
   * The same.
   *
   * @param unfolds whether a line that begins with a blank goes on with the one before it; else it
   *     is ambiguous
   */
  public HeadScanner(HeadBuffers buffers, boolean unfolds) {
    this.buffers = buffers;
    this.unfolds = unfolds;
  }

  /** Bytes of the head with its empty last line; null if there are none. */
  public byte[] bytes() {
    return bytes;
  }

  /** How many they are. */
  public int length() {
    return length;
  }

  Ambiguity ambiguity() {
    return ambiguity;
  }

  /** Adds one byte. */
  Progress add(byte b) {
    if (bytes == null) {
      bytes = buffers.take();
      if (bytes == null) {
        return Progress.NO_ROOM;
      }
    }
    if (length == bytes.length) {
      return Progress.TOO_LONG;
    }
    bytes[length++] = b;
    return b == '\n' || hasCr ? endLine(b) : check(b);
  }

  /**
   * Adds bytes up to the end of the head.
   *
   * @return bytes that were taken; {@link #last} tells what they made
   */
  public int addAll(ByteBuffer memory, int offset, int count) {
    last = Progress.INCOMPLETE;
    int taken = 0;
    while (taken < count && last == Progress.INCOMPLETE) {
      last = add(memory.get(offset + taken));
      taken++;
    }
    return taken;
  }

  /** Result of the last bytes. */
  public Progress last() {
    return last;
  }

  private Progress check(byte b) {
    boolean isFirst = length - 1 == lineBegin;
    if (isFirst && (b == ' ' || b == '\t')) {
      if (unfolds && lineBegin != 0) {
        return unfold();
      }
      return refuse(lineBegin == 0 ? Ambiguity.BAD_REQUEST_LINE : Ambiguity.FOLDED_LINE);
    }
    if (b == '\r') {
      hasCr = true;
      return Progress.INCOMPLETE;
    }
    boolean isControl = (b >= 0 && b < ' ' && b != '\t') || b == 0x7f;
    return isControl ? refuse(Ambiguity.CONTROL_CHARACTER) : Progress.INCOMPLETE;
  }

  private Progress unfold() {
    lineBegin -= 2;
    bytes[lineBegin] = ' ';
    bytes[lineBegin + 1] = ' ';
    return Progress.INCOMPLETE;
  }

  private Progress endLine(byte b) {
    if (!hasCr) {
      return refuse(Ambiguity.BARE_LF);
    }
    if (b != '\n') {
      return refuse(Ambiguity.BARE_CR);
    }
    hasCr = false;
    boolean isEmpty = length - 2 == lineBegin;
    if (isEmpty && lineBegin == 0) {
      return refuse(Ambiguity.EMPTY_FIRST_LINE);
    }
    lineBegin = length;
    return isEmpty ? Progress.COMPLETE : Progress.INCOMPLETE;
  }

  private Progress refuse(Ambiguity why) {
    ambiguity = why;
    return Progress.AMBIGUOUS;
  }

  /** Gives its memory back, ready for the next head. */
  public void clear() {
    if (bytes != null) {
      buffers.giveBack(bytes);
      bytes = null;
    }
    length = 0;
    lineBegin = 0;
    hasCr = false;
    ambiguity = null;
  }
}

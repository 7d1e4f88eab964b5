package dev.rosa.proxy.http;

import java.nio.ByteBuffer;

/**
 * Beginning of a response: its head, and the first bytes of its body without the framing of chunks.
 * It takes memory from a pool while it is read. Owned by one thread.
 */
public final class ResponseStart {
  private final HeadBuffers buffers;
  private final ResponseHead head;
  private final HeadScanner scanner;
  private final ChunkWalker chunks = new ChunkWalker();
  private final int wantedBytes;
  private final boolean isToHead;
  private final boolean mayBeInterim;

  private boolean isInBody;
  private byte[] body;
  private int bodyBytes;
  private long statedBytes;

  /** Bytes that were read, with interim responses, and how many of them are not of the body. */
  private long readBytes;

  private long headBytes;
  private long chunkBytes;
  private boolean isWithoutBody;

  /** What was read so far. */
  public enum Progress {
    /** More bytes are needed. */
    MORE,
    /** Interim responses alone, behind which another head follows. */
    INTERIM,
    /** The head, and all of the body that is wanted or there is. */
    COMPLETE,
    /** Clients may read it in different ways, or it ends too early. */
    AMBIGUOUS,
    /** The head is too long. */
    TOO_LONG,
    /** There is no memory for it. */
    NO_ROOM
  }

  /**
   * A response of which nothing was read.
   *
   * @param buffers shared by the connections of a worker
   * @param head reader, shared by them as well
   * @param wantedBytes of the body, at most {@link HeadBuffers#HEAD_BYTES}
   * @param isToHead whether it answers a request of HEAD, and has no body
   * @param mayBeInterim whether its client knows interim responses, as HTTP/1.0 does not
   */
  public ResponseStart(
      HeadBuffers buffers,
      ResponseHead head,
      int wantedBytes,
      boolean isToHead,
      boolean mayBeInterim) {
    this.buffers = buffers;
    this.head = head;
    this.wantedBytes = wantedBytes;
    this.isToHead = isToHead;
    this.mayBeInterim = mayBeInterim;
    scanner = new HeadScanner(buffers);
  }

  /**
   * Reads the next bytes.
   *
   * @param isLast true if the server sends nothing behind them
   */
  public Progress add(ByteBuffer memory, int offset, int length, boolean isLast) {
    Progress progress = read(memory, offset, length, isLast);
    readBytes += length;
    return progress;
  }

  private Progress read(ByteBuffer memory, int offset, int length, boolean isLast) {
    int done = 0;
    boolean wasInterim = false;
    while (done < length && !isInBody) {
      done += scanner.addAll(memory, offset + done, length - done);
      headBytes = readBytes + done;
      Progress end = headEnd();
      if (end != Progress.MORE && end != Progress.INTERIM) {
        return end;
      }
      wasInterim = end == Progress.INTERIM;
    }
    if (isInBody) {
      return body(memory, offset + done, length - done, isLast);
    }
    if (isLast) {
      return Progress.AMBIGUOUS;
    }
    return wasInterim ? Progress.INTERIM : Progress.MORE;
  }

  private Progress headEnd() {
    return switch (scanner.last()) {
      case INCOMPLETE -> Progress.MORE;
      case AMBIGUOUS -> Progress.AMBIGUOUS;
      case TOO_LONG -> Progress.TOO_LONG;
      case NO_ROOM -> Progress.NO_ROOM;
      case COMPLETE -> beginBody();
    };
  }

  private Progress beginBody() {
    if (head.read(scanner.bytes(), scanner.length()) != null) {
      return Progress.AMBIGUOUS;
    }
    if (head.isInterim()) {
      if (!mayBeInterim) {
        return Progress.AMBIGUOUS;
      }
      scanner.clear();
      return Progress.INTERIM;
    }
    statedBytes = head.statedBytes();
    boolean isEmpty =
        isToHead
            || head.isSwitch()
            || head.isWithoutBody()
            || (statedBytes == 0 && !head.isChunked());
    if (isEmpty) {
      isWithoutBody = true;
      return Progress.COMPLETE;
    }
    body = buffers.take();
    isInBody = true;
    return body == null ? Progress.NO_ROOM : Progress.MORE;
  }

  private Progress body(ByteBuffer memory, int offset, int length, boolean isLast) {
    boolean isChunked = isChunkedNow();
    if (isChunked) {
      chunkBytes += chunks.walk(memory, offset, length, this::keep);
      if (chunks.ambiguity() != null) {
        return Progress.AMBIGUOUS;
      }
    } else {
      keep(memory, offset, length);
    }
    boolean isWhole = isChunked ? chunks.isDone() : statedBytes >= 0 && bodyBytes >= statedBytes;
    return isLast || isWhole || bodyBytes >= wantedBytes ? Progress.COMPLETE : Progress.MORE;
  }

  /** True if it goes on in chunks: only they tell where it ends. */
  public boolean isToGoOn() {
    return isInBody && isChunkedNow() && !chunks.isDone();
  }

  /**
   * Reads on in the chunks of a response whose beginning is complete, also after {@link #close}.
   *
   * @return {@link Progress#MORE}, {@link Progress#COMPLETE} at their end, or AMBIGUOUS
   */
  public Progress goOn(ByteBuffer memory, int offset, int length) {
    readBytes += length;
    chunkBytes += chunks.walk(memory, offset, length);
    if (chunks.ambiguity() != null) {
      return Progress.AMBIGUOUS;
    }
    return chunks.isDone() ? Progress.COMPLETE : Progress.MORE;
  }

  /** Bytes of a body in chunks that come next, and need not be read. */
  public long unreadBytes() {
    return chunks.unreadBytes();
  }

  /** Goes on behind bytes of a chunk, no more than {@link #unreadBytes}. */
  public void skip(long bytes) {
    readBytes += bytes;
    chunkBytes += bytes;
    chunks.skip(bytes);
  }

  /**
   * Bytes of the whole response, with interim ones before it, from its complete beginning; -1 if
   * they are not known, or the server has sent more.
   */
  public long wholeBytes() {
    long bytes = statedWhole();
    return bytes < readBytes ? -1 : bytes;
  }

  /** True if the server has sent more than the whole response. */
  public boolean hasSurplus() {
    long bytes = statedWhole();
    return bytes >= 0 && bytes < readBytes;
  }

  /** True if all bytes of the response were read. */
  public boolean isWhole() {
    return statedWhole() == readBytes;
  }

  private long statedWhole() {
    long bytes = -1;
    if (isWithoutBody) {
      bytes = headBytes;
    } else if (chunks.isDone()) {
      bytes = headBytes + chunkBytes;
    } else if (statedBytes >= 0) {
      bytes = headBytes + statedBytes;
    }
    return bytes;
  }

  /** The reader of heads may have read another one meanwhile. */
  private boolean isChunkedNow() {
    return head().isChunked();
  }

  private void keep(ByteBuffer memory, int offset, int length) {
    int wanted = Math.min(length, wantedBytes - bodyBytes);
    if (wanted > 0) {
      memory.get(offset, body, bodyBytes, wanted);
      bodyBytes += wanted;
    }
  }

  /** The head, once it is complete; of use until another response is read. */
  public ResponseHead head() {
    Ambiguity unused = head.read(scanner.bytes(), scanner.length());
    return head;
  }

  /** Memory of the body's first bytes; empty if there is none. */
  public byte[] body() {
    return body == null ? new byte[0] : body;
  }

  /** How many of them there are. */
  public int bodyBytes() {
    return bodyBytes;
  }

  /** Gives the memory back. */
  public void close() {
    scanner.clear();
    if (body != null) {
      buffers.giveBack(body);
      body = null;
    }
  }
}

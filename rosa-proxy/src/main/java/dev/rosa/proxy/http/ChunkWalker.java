package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import java.nio.ByteBuffer;

/**
 * Walk over a chunked body. Chunks have a size of up to 8 hexadecimal digits, CRLF, bytes, CRLF;
 * extensions and trailers are refused. Owned by one thread.
 */
public final class ChunkWalker {
  private static final int MOST_DIGITS = 8;

  private enum At {
    SIZE,
    SIZE_LF,
    BYTES,
    BYTES_CR,
    BYTES_LF,
    END_CR,
    END_LF,
    DONE
  }

  private At at = At.SIZE;
  private long left;
  private int digits;
  private Ambiguity ambiguity;

  /** Begins with a body's first chunk. */
  void begin() {
    at = At.SIZE;
    left = 0;
    digits = 0;
    ambiguity = null;
  }

  /**
   * Walks on.
   *
   * @return bytes that belong to the body; all are walked over unless it ends or is refused
   */
  int walk(ByteBuffer memory, int offset, int length) {
    return walk(memory, offset, length, (from, at, count) -> {});
  }

  /** Taker of the bytes in chunks. */
  public interface Taker {
    /** Takes bytes, of use until this method returns. */
    void take(ByteBuffer memory, int offset, int length);
  }

  /** The same, with a taker of the bytes in the chunks. */
  public int walk(ByteBuffer memory, int offset, int length, Taker taker) {
    int done = 0;
    while (done < length && at != At.DONE && ambiguity == null) {
      if (at == At.BYTES) {
        int skipped = (int) Math.min(left, length - done);
        taker.take(memory, offset + done, skipped);
        left -= skipped;
        done += skipped;
        at = left == 0 ? At.BYTES_CR : At.BYTES;
      } else {
        step(memory.get(offset + done));
        done++;
      }
    }
    return done;
  }

  /** Bytes of a chunk that come next, and need not be read. */
  long unreadBytes() {
    return at == At.BYTES ? left : 0;
  }

  /** Goes on behind bytes of a chunk, no more than {@link #unreadBytes}. */
  void skip(long bytes) {
    left -= bytes;
    at = left == 0 ? At.BYTES_CR : at;
  }

  private void step(byte b) {
    switch (at) {
      case SIZE -> size(b);
      case SIZE_LF -> {
        digits = 0;
        expect(b, '\n', left == 0 ? At.END_CR : At.BYTES, Ambiguity.BAD_CHUNK);
      }
      case BYTES_CR -> expect(b, '\r', At.BYTES_LF, Ambiguity.BAD_CHUNK);
      case BYTES_LF -> expect(b, '\n', At.SIZE, Ambiguity.BAD_CHUNK);
      case END_CR -> expect(b, '\r', At.END_LF, Ambiguity.TRAILER);
      case END_LF -> expect(b, '\n', At.DONE, Ambiguity.BAD_CHUNK);
      default -> throw new IllegalStateException("no step at " + at);
    }
  }

  private void size(byte b) {
    int digit = AsciiBytes.hexDigit(b);
    if (digit >= 0 && digits < MOST_DIGITS) {
      left = left << 4 | digit;
      digits++;
    } else if (digits > 0) {
      expect(b, '\r', At.SIZE_LF, Ambiguity.BAD_CHUNK);
    } else {
      ambiguity = Ambiguity.BAD_CHUNK;
    }
  }

  private void expect(byte b, char wanted, At next, Ambiguity otherwise) {
    if (b == wanted) {
      at = next;
    } else {
      ambiguity = otherwise;
    }
  }

  /** True behind the last chunk. */
  public boolean isDone() {
    return at == At.DONE;
  }

  /** What is wrong; null if nothing is. */
  public Ambiguity ambiguity() {
    return ambiguity;
  }
}

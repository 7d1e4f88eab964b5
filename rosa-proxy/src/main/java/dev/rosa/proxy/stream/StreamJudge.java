package dev.rosa.proxy.stream;

import java.nio.ByteBuffer;

/** Judge of one direction of a connection. It sees each byte once, in order. One thread. */
public interface StreamJudge {

  /**
   * Judges the next bytes.
   *
   * @param memory where they are; it is read by absolute positions
   * @param length at least 1
   */
  Judgement judge(ByteBuffer memory, int offset, int length);

  /** The reason; null before {@link Judgement#REFUSE}. */
  RefusalReason reason();

  /**
   * How many of the last bytes it has counted and not read. A repeated segment may have other bytes
   * there: they change no verdict.
   */
  long unreadBytes();

  /** Count of the next bytes that it will not read. */
  default long skippableBytes() {
    return 0;
  }

  /** Counts bytes that it does not see; {@link #skippableBytes} at most. */
  default void skip(long bytes) {
    throw new IllegalStateException("nothing can be skipped");
  }
}

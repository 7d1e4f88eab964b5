package dev.rosa.proxy.http;

import java.util.ArrayDeque;

/**
 * Memory for heads that are being read, {@value #HEAD_BYTES} bytes each. A connection has one only
 * while a head is incomplete, so that many slow heads take no more than what is here. Owned by one
 * thread.
 */
public final class HeadBuffers {

  /** Most bytes of a head. */
  public static final int HEAD_BYTES = 8192;

  private final int most;
  private final ArrayDeque<byte[]> free = new ArrayDeque<>();
  private int made;

  /** Buffers are made when they are first needed, this many at most. */
  public HeadBuffers(int most) {
    this.most = most;
  }

  /** A buffer; null if all are in use. */
  byte[] take() {
    byte[] buffer = free.pollLast();
    if (buffer != null || made == most) {
      return buffer;
    }
    made++;
    return new byte[HEAD_BYTES];
  }

  void giveBack(byte[] buffer) {
    free.addLast(buffer);
  }

  /** Buffers that connections have now. */
  public int inUse() {
    return made - free.size();
  }
}

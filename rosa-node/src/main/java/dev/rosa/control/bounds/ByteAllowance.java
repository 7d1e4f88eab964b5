package dev.rosa.control.bounds;

/**
 * Allowance of bytes that a server may send beside the answers of calls: for TLS, and for frames
 * without data. It grows with time, and with every part of an answer. Has no clock: callers give
 * times of {@link System#nanoTime}. For one connection, whose thread alone uses it.
 */
final class ByteAllowance {

  /**
   * A server that pings after each answer sends less; as changes of keys, a twentieth of a core.
   */
  static final int BYTES_A_SECOND = 64 * 1024;

  /** The allowance that a connection begins with, and the largest. */
  static final long MOST_BYTES = 1024 * 1024;

  private static final long NANOS_A_BYTE = 1_000_000_000L / BYTES_A_SECOND;

  private long bytes = MOST_BYTES;
  private long nanos;

  ByteAllowance(long nowNanos) {
    this.nanos = nowNanos;
  }

  /** Takes received bytes; false if there were more than the allowance. */
  boolean take(int received, long nowNanos) {
    long grown = (nowNanos - nanos) / NANOS_A_BYTE;
    nanos += grown * NANOS_A_BYTE;
    add(grown);
    bytes -= received;
    return bytes >= 0;
  }

  /** Gives back the bytes of a part of an answer, and those around it. */
  void add(long ofAnswer) {
    bytes = Math.min(MOST_BYTES, bytes + ofAnswer);
  }
}

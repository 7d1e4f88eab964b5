package dev.rosa.firewall.keeper;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Heartbeat of a worker: a frame that it sends to its keeper at least every 200 ms. It has an
 * EtherType of its own, so that nothing takes it for a packet. Behind the Ethernet header,
 * big-endian: {@code 52 4F 42 31}, kind (1), worker (1), workers in all (1), 0 (1), count (8),
 * zeros. It is not authenticated: a process that can send on that link can take its packets as
 * well. Immutable.
 *
 * @param bye whether the worker is about to end
 * @param worker its index
 * @param workers how many there are
 * @param count beats before this one
 */
public record WorkerBeat(boolean bye, int worker, int workers, long count) {

  /** IEEE 802: local experimental EtherType 1. */
  public static final short ETHER_TYPE = (short) 0x88b5;

  /** The bytes of a frame that are read. */
  static final int BYTES = 16;

  /** More workers than any role has. */
  static final int MOST_WORKERS = 64;

  private static final int MAGIC = 0x524f4231;
  private static final int BEAT = 1;
  private static final int BYE = 2;

  /**
   * Reads one; empty if it is none.
   *
   * @param frame without its Ethernet header
   */
  static Optional<WorkerBeat> read(byte[] frame, int length) {
    if (length < BYTES) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(frame, 0, length);
    int magic = bytes.getInt();
    int kind = bytes.get();
    int worker = bytes.get() & 0xff;
    int workers = bytes.get() & 0xff;
    boolean known = magic == MAGIC && (kind == BEAT || kind == BYE);
    if (!known || bytes.get() != 0 || worker >= workers || workers > MOST_WORKERS) {
      return Optional.empty();
    }
    return Optional.of(new WorkerBeat(kind == BYE, worker, workers, bytes.getLong()));
  }
}

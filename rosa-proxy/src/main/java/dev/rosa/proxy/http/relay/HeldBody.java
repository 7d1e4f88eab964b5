package dev.rosa.proxy.http.relay;

import dev.rosa.serving.SourceNetwork;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Beginning of a body that is held, or all of it. Its memory grows by what a room has. Owned by one
 * thread.
 */
final class HeldBody implements AutoCloseable {

  /** So much each connection may hold in any case. */
  private static final int FREE_BYTES = 4_096;

  private final ScanRoom room;
  private final SourceNetwork client;
  private byte[] bytes = {};
  private int count;
  private long taken;

  HeldBody(ScanRoom room, SourceNetwork client) {
    this.room = room;
    this.client = client;
  }

  /**
   * Makes sure that so many more bytes fit; false if there is no memory for them.
   *
   * @param most bytes that there will be in all
   */
  boolean reserve(int more, int most) {
    int needed = count + more;
    if (needed <= bytes.length) {
      return true;
    }
    int size = Math.max(needed, Math.max(FREE_BYTES, Math.min(2 * count, most)));
    if (size > FREE_BYTES) {
      if (!room.take(client, size)) {
        return false;
      }
      room.giveBack(client, taken);
      taken = size;
    }
    bytes = Arrays.copyOf(bytes, size);
    return true;
  }

  /**
   * Accounts for so many bytes that are held elsewhere, in place of those before; false if there is
   * no memory for them.
   */
  boolean account(int size) {
    room.giveBack(client, taken);
    taken = 0;
    if (size > FREE_BYTES) {
      if (!room.take(client, size)) {
        return false;
      }
      taken = size;
    }
    return true;
  }

  /** Adds bytes, for which there is room. */
  void add(ByteBuffer memory, int offset, int length) {
    memory.get(offset, bytes, count, length);
    count += length;
  }

  byte[] bytes() {
    return bytes;
  }

  int count() {
    return count;
  }

  @Override
  public void close() {
    room.giveBack(client, taken);
    taken = 0;
  }
}

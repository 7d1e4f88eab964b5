package dev.rosa.proxy.stream;

import java.nio.ByteBuffer;

/**
 * The last bytes of a stream, by position, to compare repeated segments with. Grows up to {@value
 * #MOST}. Owned by one thread.
 */
final class KeptBytes {

  /** Most bytes that are kept. */
  static final int MOST = 16 * 1024;

  private static final int FIRST = 512;

  private static final byte[] EMPTY = {};

  /** Neighbours in the room, which sets them. */
  KeptBytes older;

  KeptBytes younger;

  private final KeptRoom room;
  private byte[] ring = EMPTY;
  private long first;
  private long end;

  /** None so far; the room has the memory. */
  KeptBytes(KeptRoom room) {
    this.room = room;
  }

  /** Position of the first byte that is kept. */
  long begin() {
    return Math.max(first, end - ring.length);
  }

  /** Goes on at a position: the bytes before it are not known. */
  void skipTo(long position) {
    first = position;
    end = position;
  }

  /** Adds the stream's next bytes. */
  void add(ByteBuffer memory, int offset, int length) {
    grow(end + length - first);
    int skipped = Math.max(0, length - ring.length);
    end += skipped;
    for (int done = skipped; done < length; ) {
      int place = place(end);
      int part = Math.min(length - done, ring.length - place);
      memory.get(offset + done, ring, place, part);
      done += part;
      end += part;
    }
  }

  private void grow(long wanted) {
    int size = Math.max(FIRST, ring.length);
    while (size < wanted && size < MOST) {
      size *= 2;
    }
    room.add(this, size - ring.length);
    if (size == ring.length) {
      return;
    }
    byte[] grown = new byte[size];
    for (long at = begin(); at < end; at++) {
      grown[(int) at & size - 1] = ring[place(at)];
    }
    ring = grown;
  }

  /** Tells whether bytes from a position are those that are kept; all of them must be kept. */
  boolean hasSame(long position, ByteBuffer memory, int offset, int length) {
    for (int i = 0; i < length; i++) {
      if (ring[place(position + i)] != memory.get(offset + i)) {
        return false;
      }
    }
    return true;
  }

  /** Gives the memory back: nothing of before can be compared from now on. */
  void forget() {
    room.remove(this, ring.length);
    ring = EMPTY;
    first = end;
  }

  private int place(long position) {
    return (int) position & ring.length - 1;
  }
}

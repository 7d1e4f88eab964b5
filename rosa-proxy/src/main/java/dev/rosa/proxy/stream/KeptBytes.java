package dev.rosa.proxy.stream;

import java.nio.ByteBuffer;

/**
 * The last bytes of a stream that were read, by position, to compare repeated segments with. Bytes
 * that nobody has read are gaps between them, of which the last few are known. Bytes that were read
 * are known from the gap before the last one on. Grows up to {@value #MOST} bytes. Owned by one
 * thread.
 */
final class KeptBytes {

  /** Most bytes that are kept. */
  static final int MOST = 16 * 1024;

  private static final int FIRST = 512;

  private static final int EARLIER_GAPS = 8;

  private static final byte[] EMPTY = {};
  private static final long[] NONE = {};

  /** Neighbours in the room, which sets them. */
  KeptBytes older;

  KeptBytes younger;

  private final KeptRoom room;
  private byte[] ring = EMPTY;

  /** Count of bytes that were read, and of the first one of them that is known. */
  private long read;

  private long known;

  /** Positions in the stream: behind the last byte, and of the last gap. */
  private long end;

  private long gapBegin;
  private long gapEnd;

  /** Begins and ends of gaps before that one, in no order. */
  private long[] earlier = NONE;

  private int nextEarlier;

  /** None so far; the room has the memory. */
  KeptBytes(KeptRoom room) {
    this.room = room;
  }

  /** Position of the first byte that is kept. */
  long begin() {
    long kept = read - Math.max(known, read - ring.length);
    long behindGap = end - gapEnd;
    return kept <= behindGap ? end - kept : gapBegin - (kept - behindGap);
  }

  /** The first position from this one on that is in no gap. */
  long behindGap(long position) {
    if (position >= gapBegin) {
      return Math.max(position, gapEnd);
    }
    for (int i = 0; i < earlier.length; i += 2) {
      if (position >= earlier[i] && position < earlier[i + 1]) {
        return earlier[i + 1];
      }
    }
    return position;
  }

  /** Goes on at a position: the bytes before it are not known. */
  void skipTo(long position) {
    known = read;
    end = position;
    gapBegin = 0;
    gapEnd = 0;
    earlier = NONE;
  }

  /** Goes on behind bytes that nobody reads. */
  void skip(long length) {
    if (end != gapEnd) {
      known = Math.max(known, read - (end - gapEnd));
      keepGap();
      gapBegin = end;
    }
    end += length;
    gapEnd = end;
    room.add(this, 0);
  }

  private void keepGap() {
    if (gapBegin == gapEnd) {
      return;
    }
    if (earlier.length == 0) {
      earlier = new long[2 * EARLIER_GAPS];
    }
    earlier[nextEarlier] = gapBegin;
    earlier[nextEarlier + 1] = gapEnd;
    nextEarlier = (nextEarlier + 2) % earlier.length;
  }

  /** Adds the stream's next bytes. */
  void add(ByteBuffer memory, int offset, int length) {
    grow(read + length - known);
    int skipped = Math.max(0, length - ring.length);
    read += skipped;
    for (int done = skipped; done < length; ) {
      int place = place(read);
      int part = Math.min(length - done, ring.length - place);
      memory.get(offset + done, ring, place, part);
      done += part;
      read += part;
    }
    end += length;
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
    for (long at = Math.max(known, read - ring.length); at < read; at++) {
      grown[(int) at & size - 1] = ring[place(at)];
    }
    ring = grown;
  }

  /**
   * Tells whether bytes from a position are those that are kept, as far as they are in no gap; all
   * others of them must be kept.
   */
  boolean hasSame(long position, ByteBuffer memory, int offset, int length) {
    for (long at = behindGap(position); at < position + length; at = behindGap(at + 1)) {
      if (ring[place(index(at))] != memory.get(offset + (int) (at - position))) {
        return false;
      }
    }
    return true;
  }

  /** Count of a byte among those that were read. */
  private long index(long position) {
    long later = position >= gapEnd ? end - position : end - position - (gapEnd - gapBegin);
    return read - later;
  }

  /** Gives the memory back: nothing of before can be compared from now on. */
  void forget() {
    room.remove(this, ring.length);
    ring = EMPTY;
    known = read;
  }

  private int place(long count) {
    return (int) count & ring.length - 1;
  }
}

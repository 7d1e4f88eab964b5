package dev.rosa.proxy.stream;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The last bytes of a stream that were read, by position, to compare repeated segments with. Bytes
 * that were not read are gaps between them: the last {@value #MOST_GAPS} gaps are known, and what
 * was read between them. Grows up to {@value #MOST} bytes. Owned by one thread.
 */
final class KeptBytes {

  /** Most bytes that are kept. */
  static final int MOST = 16 * 1024;

  private static final int FIRST = 512;

  private static final int MOST_GAPS = 16;

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

  /** Position in the stream behind the last byte. */
  private long end;

  /** Begin and end of each gap, in their order. */
  private long[] gaps = NONE;

  private int gapCount;

  /** None so far; the room has the memory. */
  KeptBytes(KeptRoom room) {
    this.room = room;
  }

  /** Position of the first byte that is kept. */
  long begin() {
    long kept = read - Math.max(known, read - ring.length);
    long position = end;
    for (int i = gapCount - 1; i >= 0 && kept > position - gapEnd(i); i--) {
      kept -= position - gapEnd(i);
      position = gapBegin(i);
    }
    return position - kept;
  }

  private long gapBegin(int gap) {
    return gaps[2 * gap];
  }

  private long gapEnd(int gap) {
    return gaps[2 * gap + 1];
  }

  /** The first position from this one on that is in no gap. */
  long behindGap(long position) {
    for (int i = gapCount - 1; i >= 0; i--) {
      if (position >= gapBegin(i)) {
        return Math.max(position, gapEnd(i));
      }
    }
    return position;
  }

  /** Goes on at a position: the bytes before it are not known. */
  void skipTo(long position) {
    known = read;
    end = position;
    gapCount = 0;
  }

  /** Goes on behind bytes that are not read. */
  void skip(long length) {
    if (gapCount == 0 || gapEnd(gapCount - 1) != end) {
      addGap();
    }
    end += length;
    gaps[2 * gapCount - 1] = end;
    room.add(this, 0);
  }

  private void addGap() {
    if (gapCount == MOST_GAPS) {
      known = Math.max(known, index(gapEnd(0)));
      gapCount--;
      System.arraycopy(gaps, 2, gaps, 0, 2 * gapCount);
    } else if (2 * gapCount == gaps.length) {
      gaps = Arrays.copyOf(gaps, Math.max(2, 2 * gaps.length));
    }
    gaps[2 * gapCount] = end;
    gapCount++;
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
    long later = end - position;
    for (int i = gapCount - 1; i >= 0 && gapBegin(i) >= position; i--) {
      later -= gapEnd(i) - gapBegin(i);
    }
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

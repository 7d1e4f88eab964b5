package dev.rosa.proxy.url;

import java.util.Arrays;
import java.util.List;

/**
 * Table of many URLs with categories. An entry is a host, which stands for all hosts below it and
 * all of their paths, or a host with the beginning of a path, which ends at a slash or with the
 * path. Ports and queries do not count.
 *
 * <p>Hashes are sorted in one array; the entries' text lies in another, and verifies each hit. A
 * lookup allocates nothing. Immutable.
 */
public final class UrlTable {

  /** Most categories; a set of them is a {@code long}. */
  public static final int MOST_CATEGORIES = 63;

  /** Set beside an entry's categories if paths of its host are in the table, too. */
  static final long HAS_PATHS = 1L << MOST_CATEGORIES;

  /** A bucket has between 8 and 16 entries on average: a few steps of the search. */
  private static final int BUCKET_BITS = 4;

  private final long seed;

  /** Ascending. */
  private final long[] hashes;

  /** Offset of each entry's text: 2 bytes of length, big-endian, then its bytes. */
  private final int[] texts;

  /** Index of each entry's set of categories. */
  private final short[] sets;

  private final long[] distinctSets;
  private final byte[] text;

  /** Index of the first hash of each bucket, and of the end. */
  private final int[] buckets;

  private final int bucketShift;
  private final List<String> categories;

  /** Takes the builder's entries. */
  UrlTable(UrlTableBuilder from, SortedEntries order, List<String> categories) {
    seed = from.seed();
    hashes = order.hashes();
    texts = order.ordered(from.texts());
    sets = order.ordered(from.sets());
    distinctSets = from.distinctSets();
    text = from.text();
    int bits =
        Math.max(1, Integer.SIZE - BUCKET_BITS - Integer.numberOfLeadingZeros(hashes.length));
    bucketShift = Long.SIZE - bits;
    buckets = buckets(bits);
    this.categories = List.copyOf(categories);
  }

  private int[] buckets(int bits) {
    int[] begins = new int[(1 << bits) + 1];
    int bucket = 0;
    for (int i = 0; i < hashes.length; i++) {
      while (bucket <= bucket(hashes[i])) {
        begins[bucket++] = i;
      }
    }
    Arrays.fill(begins, bucket, begins.length, hashes.length);
    return begins;
  }

  /** The highest bits of a hash, in the order of signed numbers. */
  private int bucket(long hash) {
    return (int) ((hash ^ Long.MIN_VALUE) >>> bucketShift);
  }

  /** A table without entries. */
  public static UrlTable empty() {
    return new UrlTableBuilder(0, List.of()).build();
  }

  /** Entries that it has. */
  public int size() {
    return hashes.length;
  }

  /** Names of the categories; the first is bit 0 of a set. */
  public List<String> categories() {
    return categories;
  }

  /** Bytes of memory that it takes. */
  public long bytes() {
    return (long) hashes.length * (Long.BYTES + Integer.BYTES + Short.BYTES)
        + (long) buckets.length * Integer.BYTES
        + text.length;
  }

  /**
   * The categories of a URL.
   *
   * @return a bit for each category; 0 if it is in none
   */
  public long find(NormalUrl url) {
    byte[] host = url.host();
    int end = url.hostLength();
    long found = 0;
    for (int begin = 0; begin < end; begin = nextLabel(host, begin, end)) {
      long hash = UrlHash.add(UrlHash.start(seed), host, begin, end);
      long set = lookUp(hash, host, begin, end, null, 0);
      found |= set & ~HAS_PATHS;
      if ((set & HAS_PATHS) != 0) {
        found |= findPaths(hash, url, begin);
      }
    }
    return found;
  }

  private static int nextLabel(byte[] host, int begin, int end) {
    int at = begin;
    while (at < end && host[at] != '.') {
      at++;
    }
    return at + 1;
  }

  private long findPaths(long hashOfHost, NormalUrl url, int hostBegin) {
    byte[] path = url.target();
    int end = url.pathLength();
    long hash = hashOfHost;
    long found = 0;
    for (int at = 0; at < end; at++) {
      boolean endsFolder = at > 0 && path[at] == '/';
      if (endsFolder) {
        found |= lookUp(hash, url.host(), hostBegin, url.hostLength(), path, at);
      }
      hash = UrlHash.add(hash, path[at]);
      if (path[at] == '/' || at + 1 == end) {
        found |= lookUp(hash, url.host(), hostBegin, url.hostLength(), path, at + 1);
      }
    }
    return found & ~HAS_PATHS;
  }

  private long lookUp(
      long hash, byte[] host, int hostBegin, int hostEnd, byte[] path, int pathEnd) {
    long found = 0;
    for (int at = first(hash); at < hashes.length && hashes[at] == hash; at++) {
      if (hasText(texts[at], host, hostBegin, hostEnd, path, pathEnd)) {
        found |= distinctSets[sets[at] & 0xffff];
      }
    }
    return found;
  }

  /** Index of the first hash that is not less. */
  private int first(long hash) {
    int bucket = bucket(hash);
    int low = buckets[bucket];
    int high = buckets[bucket + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (hashes[middle] < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean hasText(
      int entry, byte[] host, int hostBegin, int hostEnd, byte[] path, int pathEnd) {
    int length = (text[entry] & 0xff) << 8 | (text[entry + 1] & 0xff);
    int hostLength = hostEnd - hostBegin;
    if (length != hostLength + pathEnd) {
      return false;
    }
    int at = entry + 2;
    for (int i = 0; i < hostLength; i++) {
      if (text[at++] != host[hostBegin + i]) {
        return false;
      }
    }
    for (int i = 0; i < pathEnd; i++) {
      if (text[at++] != path[i]) {
        return false;
      }
    }
    return true;
  }
}

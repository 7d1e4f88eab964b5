package dev.rosa.proxy.url;

/** Hash of bytes, 64 bits, keyed by a seed so that a client cannot choose collisions. Stateless. */
final class UrlHash {
  private static final long FACTOR = 0x9e37_79b9_7f4a_7c15L;

  private UrlHash() {}

  /** The hash of nothing. */
  static long start(long seed) {
    return seed ^ FACTOR;
  }

  /** The hash with one more byte. */
  static long add(long hash, byte b) {
    long mixed = (hash ^ (b & 0xff)) * FACTOR;
    return mixed ^ mixed >>> 29;
  }

  static long add(long hash, byte[] bytes, int begin, int end) {
    long sum = hash;
    for (int at = begin; at < end; at++) {
      sum = add(sum, bytes[at]);
    }
    return sum;
  }
}

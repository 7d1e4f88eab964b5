package dev.rosa.router.evidence;

import java.util.Arrays;

/**
 * Table of counts by source address and kind, of fixed size. Its places depend on a secret, and a
 * look-up ends after a few of them, so that chosen addresses cost no more than others. Allocates
 * nothing after its start. One thread at a time.
 */
final class DropTable {

  /** Receiver of a table's records. */
  interface Visitor {
    /**
     * A record.
     *
     * @param high the first 8 bytes of an IPv6 address; else 0
     * @param low its last 8 bytes, or an IPv4 address as a number
     * @param ingress number of the interface that the last of the packets came in on
     */
    void visit(boolean ipv4, long high, long low, int kind, int ingress, int count);
  }

  /** Records that always find room if no two share places. */
  static final int SLOTS = 1024;

  /** Half of the places are for kinds with a proof: forged sources take none of those. */
  private static final int HALF = SLOTS / 2;

  private static final int PROBES = 16;
  private static final int IPV4 = 1 << 15;
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  private final long[] high = new long[SLOTS];
  private final long[] low = new long[SLOTS];

  /** Kind plus one, and the family; 0: the place is free. */
  private final int[] kinds = new int[SLOTS];

  private final int[] ingress = new int[SLOTS];
  private final int[] counts = new int[SLOTS];
  private final long secret;
  private final boolean[] proven;
  private int left;
  private boolean empty = true;

  /**
   * An empty table.
   *
   * @param secret random
   * @param proven by kind: true if it proves the source
   */
  DropTable(long secret, boolean... proven) {
    this.secret = secret;
    this.proven = proven.clone();
  }

  /** Counts a packet of a source; as lost if there is no place. */
  void add(boolean ipv4, long sourceHigh, long sourceLow, int kind, int cameInOn) {
    empty = false;
    int wanted = ipv4 ? kind + 1 | IPV4 : kind + 1;
    int place = place(sourceHigh, sourceLow, wanted);
    int half = proven[kind] ? 0 : HALF;
    for (int i = 0; i < PROBES; i++) {
      int slot = half + (place + i & HALF - 1);
      if (kinds[slot] == 0) {
        high[slot] = sourceHigh;
        low[slot] = sourceLow;
        kinds[slot] = wanted;
      }
      if (kinds[slot] == wanted && high[slot] == sourceHigh && low[slot] == sourceLow) {
        ingress[slot] = cameInOn;
        counts[slot]++;
        return;
      }
    }
    left++;
  }

  private int place(long sourceHigh, long sourceLow, int kind) {
    long mixed = mix(sourceHigh + secret);
    mixed = mix(mixed ^ sourceLow);
    return (int) mix(mixed + kind);
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 32) * MIX;
    return mixed ^ mixed >>> 29;
  }

  /** Counts a packet whose source is not known. */
  void leaveOut() {
    empty = false;
    left++;
  }

  boolean isEmpty() {
    return empty;
  }

  /** Packets that found no place, or have no source. */
  int left() {
    return left;
  }

  /** Shows all records. */
  void visit(Visitor visitor) {
    for (int i = 0; i < SLOTS; i++) {
      if (kinds[i] != 0) {
        int kind = (kinds[i] & ~IPV4) - 1;
        visitor.visit((kinds[i] & IPV4) != 0, high[i], low[i], kind, ingress[i], counts[i]);
      }
    }
  }

  void clear() {
    Arrays.fill(kinds, 0);
    Arrays.fill(counts, 0);
    left = 0;
    empty = true;
  }
}

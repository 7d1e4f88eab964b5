package dev.rosa.router.session;

/**
 * Packed word that tells how recently and how often a session was used, for the choice of
 * evictions. It holds the time of its last verified packet (Unix seconds) and that packet's batch.
 * It also holds the recent frequency, 0 to 3, and a flag for the record. The frequency fades with
 * time and with nothing else: no flood of new sessions makes a busy one look idle. Stateless.
 */
final class SessionUse {

  /** The most that is counted. */
  static final int MOST = 3;

  /** Set while the place is among those whose sessions changed; stays when the session goes. */
  static final long CHANGED = 4;

  /** Seconds without a packet after which a session counts one less, as a power of two: 32. */
  private static final int FADING_SHIFT = 5;

  private static final int BATCH_SHIFT = 3;
  private static final int BATCH_BITS = 29;
  private static final long BATCH = (1L << BATCH_BITS) - 1;

  private SessionUse() {}

  /**
   * A session's first packet: it has not come back yet, unless it was here before.
   *
   * @param use what the place's last session left
   */
  static long first(long use, boolean returned, long batch, long nowSeconds) {
    return word(use, returned ? 1 : 0, batch, nowSeconds);
  }

  /** After one more packet. */
  static long again(long use, long batch, long nowSeconds) {
    return word(use, Math.min(MOST, frequency(use, nowSeconds) + 1), batch, nowSeconds);
  }

  private static long word(long use, int frequency, long batch, long nowSeconds) {
    return nowSeconds << Integer.SIZE
        | (batch & BATCH) << BATCH_SHIFT
        | (use & CHANGED)
        | frequency;
  }

  /** Recent frequency of the session's packets, 0 … {@link #MOST}. */
  static int frequency(long use, long nowSeconds) {
    // In 32 bits, so that it is right when they overflow in 2106; a clock set back fades nothing.
    int idle = Math.max(0, (int) nowSeconds - (int) (use >>> Integer.SIZE));
    return Math.max(0, (int) (use & MOST) - (idle >>> FADING_SHIFT));
  }

  /** True if a packet of the batch with this number is one of the session's. */
  static boolean isOfBatch(long use, long batch) {
    return (use >>> BATCH_SHIFT & BATCH) == (batch & BATCH);
  }
}

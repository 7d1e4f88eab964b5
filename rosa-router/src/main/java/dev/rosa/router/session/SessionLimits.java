package dev.rosa.router.session;

/**
 * Limits on the sessions that a worker remembers.
 *
 * @param sessions at most
 * @param bytes at most, for all of them with their keys; the sessions of one batch may exceed it
 * @param batch packets worked on together; no session makes room while packets of it are among them
 */
public record SessionLimits(int sessions, long bytes, int batch) {

  /** Departed sessions for each place in the cache. */
  private static final int DEPARTED_PER_SESSION = 8;

  /** Room for restored ones. */
  private static final int ROOM_FOR_RESTORED = 8;

  private static final long MOST_DEPARTED = 1L << 30;

  /** Checks that a batch finds room for its sessions. */
  public SessionLimits {
    check(sessions, batch);
  }

  /**
   * Places for floors of sessions that had to leave; at most 2^30.
   *
   * @param known floors of before: in so much room no bucket overflows, also if the cache is
   *     smaller now. Bounded, as each restart may know more of them
   */
  public int departed(int known) {
    long usual = (long) DEPARTED_PER_SESSION * sessions;
    long roomy = Math.min((long) ROOM_FOR_RESTORED * known, ROOM_FOR_RESTORED * usual);
    return (int) Math.min(Math.max(usual, roomy), MOST_DEPARTED);
  }

  public static void check(int sessions, int batch) {
    if (sessions < batch) {
      throw new IllegalArgumentException(
          "%d sessions cannot be those of a batch of %d".formatted(sessions, batch));
    }
  }
}

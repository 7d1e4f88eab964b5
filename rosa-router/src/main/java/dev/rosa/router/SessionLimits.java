package dev.rosa.router;

/**
 * How many sessions a worker remembers.
 *
 * @param sessions at most
 * @param bytes at most, for all of them with their keys; what one batch brings may exceed it
 * @param batch packets worked on together; no session makes room while packets of it are among them
 */
record SessionLimits(int sessions, long bytes, int batch) {

  /** Checks that a batch finds room for its sessions. */
  SessionLimits {
    check(sessions, batch);
  }

  static void check(int sessions, int batch) {
    if (sessions < batch) {
      throw new IllegalArgumentException(
          "%d sessions cannot be those of a batch of %d".formatted(sessions, batch));
    }
  }
}

package dev.rosa.api;

/**
 * Sixteen numbers that active code keeps for one session, as long as the session lives at this
 * router; all 0 at first. A router may forget them when the session is idle or it needs the room.
 */
public interface SessionState {

  /** Count of the numbers. */
  int SLOTS = 16;

  /**
   * The number in {@code slot}.
   *
   * @throws IndexOutOfBoundsException if {@code slot} is not within 0 … {@link #SLOTS} − 1
   */
  long get(int slot);

  /**
   * Replaces the number in {@code slot}.
   *
   * @throws IndexOutOfBoundsException if {@code slot} is not within 0 … {@link #SLOTS} − 1
   */
  void set(int slot, long value);
}

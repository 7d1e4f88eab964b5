package dev.rosa.firewall.keeper;

import java.time.Duration;

/**
 * Rule that says whether packets go to the workers: while all of them are heard. If that lasted for
 * a shorter time than one may be silent, they have to be heard for as long before they get packets
 * again, as each change costs time. Times are {@link System#nanoTime}'s. One thread at a time.
 */
public final class WorkerTrust {

  private final WorkerLiveness liveness;
  private final Duration silence;

  /** True while packets go to the workers. */
  private boolean isGiven;

  private long givenNanos;

  /** True if they went there for a short time only when they did last. */
  private boolean wasShort;

  /**
   * A rule by which packets do not go to the workers yet.
   *
   * @param silence how long a worker may not be heard of
   */
  public WorkerTrust(WorkerLiveness liveness, Duration silence) {
    this.liveness = liveness;
    this.silence = silence;
  }

  /** True if packets should go to the workers. */
  public boolean isDue(long nowNanos) {
    boolean isHeldBack = wasShort && !isGiven;
    return isHeldBack ? liveness.isSteady(nowNanos) : liveness.isAlive(nowNanos);
  }

  /** Notes that packets go to the workers from now on. */
  public void give(long nowNanos) {
    isGiven = true;
    givenNanos = nowNanos;
  }

  /** Notes that no packets go to the workers from now on. */
  public void take(long nowNanos) {
    isGiven = false;
    wasShort = nowNanos - givenNanos < silence.toNanos();
  }
}

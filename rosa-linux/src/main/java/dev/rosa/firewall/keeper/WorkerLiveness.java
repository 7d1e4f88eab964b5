package dev.rosa.firewall.keeper;

import dev.rosa.config.BadValueException;
import dev.rosa.config.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Liveness of all workers of a role, as their heartbeats show it to the keeper process. Times are
 * {@link System#nanoTime}'s. One thread at a time.
 */
public final class WorkerLiveness {

  private static final Duration LEAST_SILENCE = Duration.ofMillis(500);
  private static final Duration MOST_SILENCE = Duration.ofMinutes(1);

  private final Duration silence;
  private final boolean learns;
  private final long[] heardNanos = new long[WorkerBeat.MOST_WORKERS];
  private final boolean[] here = new boolean[WorkerBeat.MOST_WORKERS];
  private final boolean[] left = new boolean[WorkerBeat.MOST_WORKERS];
  private int workers;

  /** Time since when none was missing, if none is. */
  private long wholeNanos;

  /**
   * An instance that has heard no worker yet.
   *
   * @param silence how long a worker may not be heard of
   * @param workers how many there are; 0: as many as they say
   */
  public WorkerLiveness(Duration silence, int workers) {
    this.silence = silence;
    this.learns = workers == 0;
    this.workers = workers;
  }

  /**
   * Checks a configured time for which a worker may not be heard of.
   *
   * @throws BadValueException if it is too short or too long
   */
  public static void requireSilence(Duration silence) {
    if (silence.compareTo(LEAST_SILENCE) < 0 || silence.compareTo(MOST_SILENCE) > 0) {
      throw new BadValueException(
          "silence",
          "is %s, expected a time from %s to %s"
              .formatted(
                  Durations.format(silence),
                  Durations.format(LEAST_SILENCE),
                  Durations.format(MOST_SILENCE)));
    }
  }

  /** Registers a beat. */
  public void hear(WorkerBeat beat, long nowNanos) {
    if (!isAlive(nowNanos)) {
      wholeNanos = nowNanos;
    }
    if (learns) {
      workers = beat.workers();
    } else if (beat.workers() != workers) {
      return;
    }
    heardNanos[beat.worker()] = nowNanos;
    here[beat.worker()] = !beat.bye();
    left[beat.worker()] = beat.bye();
  }

  /** True if there are workers, and none is missing. */
  public boolean isAlive(long nowNanos) {
    return workers > 0 && missing(nowNanos).isEmpty();
  }

  /** True if none has been missing for as long as one may be silent. */
  public boolean isSteady(long nowNanos) {
    return isAlive(nowNanos) && nowNanos - wholeNanos >= silence.toNanos();
  }

  private OptionalInt missing(long nowNanos) {
    for (int worker = 0; worker < workers; worker++) {
      if (!here[worker] || nowNanos - heardNanos[worker] > silence.toNanos()) {
        return OptionalInt.of(worker);
      }
    }
    return OptionalInt.empty();
  }

  /** True if the missing workers have said goodbye: it is no fault. */
  public boolean saidBye(long nowNanos) {
    OptionalInt worker = missing(nowNanos);
    return worker.isPresent() && left[worker.getAsInt()];
  }

  /** Reason for which it is not alive, in words for a person. */
  public String complaint(long nowNanos) {
    OptionalInt worker = missing(nowNanos);
    if (worker.isEmpty()) {
      return "no worker has been heard yet";
    }
    int index = worker.getAsInt();
    if (left[index]) {
      return "worker %d says bye".formatted(index);
    }
    return here[index]
        ? "worker %d is silent for %s".formatted(index, Durations.format(silence))
        : "worker %d has not been heard yet".formatted(index);
  }

  /** Forgets all workers, as if none had been heard yet. */
  public void forget() {
    Arrays.fill(here, false);
    Arrays.fill(left, false);
  }
}

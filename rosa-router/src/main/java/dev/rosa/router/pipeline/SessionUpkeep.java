package dev.rosa.router.pipeline;

import dev.rosa.router.session.ReplayRecorder;
import dev.rosa.router.session.SessionCache;
import dev.rosa.router.session.SettledClock;

/**
 * Upkeep of sessions once a second, a little at every turn, so that no packet waits for it. It
 * removes ended sessions, and records what must outlive the router. One worker's.
 */
final class SessionUpkeep {

  private static final long ROUND_NANOS = 1_000_000_000L;

  /** Places whose end is looked at in one step: their ends stand side by side. */
  private static final int PLACES_PER_STEP = 4_096;

  /** Sessions that are forgotten in one step. */
  private static final int ENDED_PER_STEP = 32;

  private final SessionCache sessions;
  private final ReplayRecorder recorder;
  private long begunNanos;
  private boolean sweeping;
  private int place;

  SessionUpkeep(SessionCache sessions, ReplayRecorder recorder, long nowNanos) {
    this.sessions = sessions;
    this.recorder = recorder;
    this.begunNanos = nowNanos;
  }

  /**
   * Does a little, at most some tens of microseconds of it.
   *
   * @param settledSeconds sessions that ended before then have ended for good, see {@link
   *     SettledClock}
   * @return whether there is more to do now
   */
  boolean step(long nowNanos, long settledSeconds) {
    boolean due = nowNanos - begunNanos > ROUND_NANOS;
    if (due && !sweeping && !recorder.isUnderWay()) {
      begunNanos = nowNanos;
      begin();
    }
    if (sweeping) {
      sweep(settledSeconds);
    }
    boolean recording = recorder.isUnderWay() && recorder.step(settledSeconds);
    return sweeping || recording;
  }

  private void begin() {
    sweeping = true;
    place = 0;
    recorder.begin();
  }

  private void sweep(long settledSeconds) {
    int end = Math.min(sessions.places(), place + PLACES_PER_STEP);
    int ended = 0;
    while (place < end && ended < ENDED_PER_STEP) {
      ended += sessions.forgetIfEnded(place++, settledSeconds) ? 1 : 0;
    }
    sweeping = place < sessions.places();
  }

  /** A whole round now, however long it takes. */
  void round(long settledSeconds) {
    begin();
    while (sweeping) {
      sweep(settledSeconds);
    }
    recorder.finish(settledSeconds);
  }

  /** Sees to it that all that must outlive the router is in the file. */
  void finish(long settledSeconds) {
    recorder.finish(settledSeconds);
  }
}

package dev.rosa.router.pipeline;

import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.session.ReplayRecorder;
import dev.rosa.router.session.SessionCache;
import dev.rosa.router.session.SessionMemory;
import dev.rosa.session.SettledClock;
import java.util.function.Supplier;

/**
 * Upkeep of sessions once a second, a little at every turn, so that no packet waits for it. It
 * removes ended sessions, destroys the keys of those that were revoked or whose secret has left the
 * catalogue, and records what must outlive the router. One worker's.
 */
final class SessionUpkeep {

  private static final long ROUND_NANOS = 1_000_000_000L;

  /** Places whose end is looked at in one step: their ends stand side by side. */
  private static final int PLACES_PER_STEP = 4_096;

  /** The same in a round that compares sessions with a new catalogue: each is read. */
  private static final int READ_PER_STEP = 256;

  /** Sessions that are forgotten in one step. */
  private static final int ENDED_PER_STEP = 32;

  private final SessionCache sessions;
  private final ReplayRecorder recorder;
  private final Supplier<Catalogue> inForce;

  /** The catalogue of this round, and the one that all sessions were compared with. */
  private Catalogue catalogue = Catalogue.EMPTY;

  private Catalogue compared = Catalogue.EMPTY;
  private long begunNanos;
  private boolean sweeping;
  private int place;

  SessionUpkeep(
      SessionCache sessions, ReplayRecorder recorder, Supplier<Catalogue> inForce, long nowNanos) {
    this.sessions = sessions;
    this.recorder = recorder;
    this.inForce = inForce;
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
    catalogue = inForce.get();
    recorder.begin();
  }

  private void sweep(long settledSeconds) {
    boolean comparing = catalogue != compared;
    int end = Math.min(sessions.places(), place + (comparing ? READ_PER_STEP : PLACES_PER_STEP));
    int gone = 0;
    while (place < end && gone < ENDED_PER_STEP) {
      boolean ended = sessions.forgetIfEnded(place, settledSeconds);
      gone += ended || (comparing && expelIfBarred()) ? 1 : 0;
      place++;
    }
    sweeping = place < sessions.places();
    if (!sweeping) {
      compared = catalogue;
    }
  }

  private boolean expelIfBarred() {
    boolean barred = sessions.isTaken(place) && (isWithdrawn() || isRevoked());
    if (barred) {
      sessions.expel(place);
    }
    return barred;
  }

  private boolean isWithdrawn() {
    SessionMemory memory = sessions.memory();
    return !catalogue.mayKnow(memory.codeHigh(place), memory.codeLow(place), memory.epoch(place));
  }

  private boolean isRevoked() {
    SessionMemory memory = sessions.memory();
    Revocations revocations = catalogue.revocations();
    return revocations.coverSession(memory.session(place))
        || revocations.coverUser(memory.userHigh(place), memory.userLow(place))
        || revocations.coverEpoch(
            memory.codeHigh(place), memory.codeLow(place), memory.epoch(place));
  }

  /** True if no session is left in the cache that these revocations cover. */
  boolean hasSwept(Revocations revocations) {
    return compared.revocations() == revocations;
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

package dev.rosa.router.session;

import dev.rosa.domainstate.RouterSkew;
import dev.rosa.session.SettledClock;

/**
 * Clock readings of a worker's session cache: the present, the time before which sessions have
 * ended for good, and the permitted skew. The latest of each is kept ({@link SettledClock}). One
 * worker's.
 */
final class SessionTimes {

  /** A time that fits 32 bits; sessions that end later are taken to end then. */
  static final long LATEST_END = 0xffff_fffeL;

  private final long skewSeconds;
  private long now;
  private long settled;
  private long latestNow;

  /** The latest that the wall clock said in runs before, and the last end of their sessions. */
  private long latestBefore;

  private long lastEndBefore;
  private long latestEnd;

  /**
   * Times that are not known yet.
   *
   * @param skewSeconds how long before SST and after SET packets are accepted
   */
  SessionTimes(long skewSeconds) {
    this.skewSeconds = skewSeconds;
  }

  void setNow(long seconds) {
    now = seconds;
    latestNow = Math.max(latestNow, seconds);
  }

  long now() {
    return now;
  }

  void setSettled(long seconds) {
    settled = seconds;
  }

  /** The time before which sessions have ended for good. */
  long settled() {
    return settled;
  }

  /** Takes up what is known of runs before; the settled time must be known. */
  void restore(ReplayFloors before, long nowSeconds) {
    setNow(nowSeconds);
    long unknown = nowSeconds + RouterSkew.MOST.toSeconds() - skewSeconds;
    latestBefore = before.latestSeconds() == 0 ? unknown : before.latestSeconds();
    lastEndBefore = before.lastEndSeconds();
  }

  /**
   * The latest that the wall clock ever said in this run, and in those before as long as a session
   * lasts that may have begun then.
   */
  long latestNow() {
    return settled < lastEndBefore ? Math.max(latestNow, latestBefore) : latestNow;
  }

  /** The earliest time at which a session's first packet can have been accepted. */
  long beginOf(long sst) {
    return sst - skewSeconds;
  }

  /** The latest time at which a session's last packet can be accepted. */
  long endOf(long set) {
    return fitted(set + skewSeconds);
  }

  /** A time as it is remembered. */
  static long fitted(long seconds) {
    return Math.min(seconds, LATEST_END);
  }

  /** Notes the end of a session that is opened now. */
  long noteEnd(long end) {
    latestEnd = Math.max(latestEnd, end);
    return end;
  }

  /** The latest end of the sessions that were opened since this was last asked; 0: none was. */
  long takeLatestEnd() {
    long latest = latestEnd;
    latestEnd = 0;
    return latest;
  }
}

package dev.rosa.client.endpoint;

/**
 * Sequence numbers of one session in a {@link SequenceRecord}, unsigned: the highest one that was
 * accepted, and those that are reserved on the disk. More are reserved at a time if they are used
 * up fast. One thread's.
 */
final class SessionNumbers {
  static final long LEAST_STEP = 64;
  static final long MOST_STEP = 1L << 20;

  /** Reservations that may follow each other at once: so many double the step to its most. */
  static final int BURST = 15;

  static final long MILLIS_PER_RESERVATION = 1_000;

  /** A step that is used up sooner is too small. */
  private static final long SHORT_MILLIS = 1_000;

  /** A step that lasts longer is too large. */
  private static final long LONG_MILLIS = 4_000;

  private final int user;
  private final long set;
  private final TokenBucket reservations = new TokenBucket(BURST, MILLIS_PER_RESERVATION);

  private long highest;

  /** Numbers up to this one are on the disk. */
  private long recorded;

  /**
   * Numbers up to this one will be there after the next writing; equals {@link #recorded}: none.
   */
  private long asked;

  /** Numbers that are reserved at a time. */
  private long step = LEAST_STEP;

  private boolean wasReserved;
  private long reservedAtMillis;
  private boolean held;

  /**
   * Numbers of a session.
   *
   * @param user short form of its user's id
   * @param set service end time, Unix seconds
   * @param highest all up to this one count as accepted and are on the disk; 0: none
   */
  SessionNumbers(int user, long set, long highest) {
    this.user = user;
    this.set = set;
    this.highest = highest;
    this.recorded = highest;
    this.asked = highest;
  }

  int user() {
    return user;
  }

  /** Service end time, Unix seconds. */
  long set() {
    return set;
  }

  /** The highest number that was accepted; 0: none was. */
  long highest() {
    return highest;
  }

  /** What the file is to say: none up to this number is accepted after a restart. */
  long asked() {
    return asked;
  }

  /** True while the Destination can open the session's packets. */
  boolean isHeld() {
    return held;
  }

  void setHeld(boolean held) {
    this.held = held;
  }

  /** Notes the highest number that was accepted. */
  void accepted(long number) {
    highest = number;
  }

  /** True if a packet with this number may be delivered. */
  boolean isRecorded(long number) {
    return Long.compareUnsigned(number, recorded) <= 0;
  }

  /** Asks for numbers up to a step beyond this one. */
  void ask(long number, long nowMillis) {
    if (asked == recorded && wasReserved) {
      fitStep(nowMillis - reservedAtMillis);
    }
    long wanted = Long.compareUnsigned(number, -1 - step) > 0 ? -1 : number + step;
    if (Long.compareUnsigned(wanted, asked) > 0) {
      asked = wanted;
    }
  }

  private void fitStep(long lastedMillis) {
    if (lastedMillis < SHORT_MILLIS) {
      step = Math.min(MOST_STEP, 2 * step);
      return;
    }
    for (long left = lastedMillis; left > LONG_MILLIS && step > LEAST_STEP; left /= 2) {
      step /= 2;
    }
  }

  /** Asks for more if most of what was reserved is used: another session's writing will do. */
  void askIfNear(long nowMillis) {
    if (wasReserved && Long.compareUnsigned(recorded - highest, step / 2) < 0) {
      ask(highest, nowMillis);
    }
  }

  /** True if this session may cause a writing now. */
  boolean mayReserve(long nowMillis) {
    return reservations.hasToken(nowMillis);
  }

  /** Notes that this session causes a writing. */
  void spend(long nowMillis) {
    reservations.take(nowMillis);
  }

  /** What was asked for is on the disk. */
  void reserved(long nowMillis) {
    if (asked != recorded) {
      recorded = asked;
      reservedAtMillis = nowMillis;
      wasReserved = true;
    }
  }

  /** Gives back what was reserved and not used, as no more will be accepted. */
  void settle() {
    asked = highest;
    recorded = highest;
  }
}

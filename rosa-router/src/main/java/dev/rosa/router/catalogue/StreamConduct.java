package dev.rosa.router.catalogue;

import java.time.Duration;

/**
 * Record of a Code Server's conduct on one stream: the time for which it owes a catalogue or
 * serves, its unanswered fetches, and whether it contradicted itself. One thread's.
 */
final class StreamConduct {

  /** After so long a stream that is served counts as steady. */
  private static final Duration STEADY = Duration.ofSeconds(5);

  /** Fetches in a row that a Code Server may leave without an answer if there is another one. */
  static final int MOST_UNANSWERED = 3;

  private final long ticksOfPatience;
  private final long ticksUntilSteady;
  private boolean owes = true;
  private long ticksOwed;
  private long ticksServed;
  private int unanswered;
  private boolean contradicted;

  /** Of a stream that begins, and so owes its first catalogue. */
  StreamConduct(Duration patience, Duration tick) {
    this.ticksOfPatience = patience.dividedBy(tick);
    this.ticksUntilSteady = STEADY.dividedBy(tick);
  }

  /** A catalogue came that is not taken yet; one that was owed before is owed for as long. */
  void announced() {
    if (!owes) {
      owes = true;
      ticksOwed = 0;
    }
  }

  /** The newest catalogue was taken. */
  void taken() {
    owes = false;
  }

  /** A time of one tick has passed. */
  void tick() {
    if (owes) {
      ticksOwed++;
    } else {
      ticksServed++;
    }
  }

  /** True if a catalogue is owed for longer than the patience. */
  boolean isOwedTooLong() {
    return owes && ticksOwed > ticksOfPatience;
  }

  /** True at the one tick at which the stream has become steady. */
  boolean becomesSteady() {
    return !owes && ticksServed == ticksUntilSteady;
  }

  /** Its server did not give an item that its own catalogue names. */
  void contradicted() {
    contradicted = true;
  }

  /** True if it contradicted itself; not before the stream is steady, so that changes are few. */
  boolean isToBeLeft() {
    return contradicted && ticksServed >= ticksUntilSteady;
  }

  /** Counts a fetch; true if too many in a row had no answer. */
  boolean isSilentAfter(boolean answered) {
    unanswered = answered ? 0 : unanswered + 1;
    return unanswered == MOST_UNANSWERED;
  }
}

package dev.rosa.router.session;

import dev.rosa.domainstate.RouterSkew;

/**
 * Times as the file of a {@link ReplayRecord} has them: without the skew, because the next run may
 * have another. Instead of a session's end the file has its SET. Instead of the moment of a loss it
 * has the latest SST of a session that can have begun by then.
 *
 * @param skewSeconds how long before SST and after SET packets are accepted in this run
 * @param unknownSeconds the most that the skew was that a moment contains
 */
record RecordedTimes(long skewSeconds, long unknownSeconds) {

  /** Times of a file, where this run has this skew. */
  static RecordedTimes of(long skewSeconds) {
    return new RecordedTimes(skewSeconds, 0);
  }

  /**
   * Times of a file of an earlier version, which contain the skew of the run that wrote them. It is
   * not known: they are taken to be later than they are.
   */
  RecordedTimes ofEarlierVersion() {
    return new RecordedTimes(skewSeconds, RouterSkew.MOST.toSeconds());
  }

  /** The latest time at which the last packet of a session with this SET can be accepted. */
  long endOf(long set) {
    return SessionTimes.fitted(set + skewSeconds);
  }

  /** SET of a session that ends then; of an end that did not fit it is the latest that does. */
  long setOf(long end) {
    return end >= SessionTimes.LATEST_END
        ? SessionTimes.LATEST_END
        : Math.max(0, end - skewSeconds);
  }

  /** The moment by which a session with this SST can have begun. */
  long momentOf(long sst) {
    return Math.max(0, sst + unknownSeconds - skewSeconds);
  }

  /** The latest SST of a session that can have begun by then. */
  long sstOf(long moment) {
    return Math.min(moment + skewSeconds, ReplayRecordText.MOST_SECONDS);
  }
}

package dev.rosa.router.session;

import dev.rosa.domainstate.RouterSkew;
import java.util.BitSet;

/**
 * Record of the floors that come from an earlier run and were not used since, and of what the runs
 * before have lost. Such a floor may be older than one of the same session that another worker lost
 * in a run before. It is stale then, and its session counts as one whose floor was lost. Floors are
 * known by their index in {@link DepartedSessions}. One worker's.
 */
final class RestoredFloors {

  private final BitSet restored;
  private final BitSet stale;
  private final LostFloors lost = new LostFloors();

  /** For so many floors. */
  RestoredFloors(int capacity) {
    restored = new BitSet(capacity);
    stale = new BitSet(capacity);
  }

  /** Notes what a router before this one lost; in which buckets is not known any more. */
  void addLost(LostFloors before) {
    lost.addAll(before);
  }

  /** True if the record's floor of a session may be older than one that was lost. */
  boolean isStale(int user, long endSeconds, int run) {
    return run < latestRun(user, endSeconds);
  }

  /** In a record of an earlier version, the end of a floor may be later than the session's. */
  private int latestRun(int user, long endSeconds) {
    return lost.latestRun(user, endSeconds - RouterSkew.MOST.toSeconds());
  }

  /** Says that the floor at {@code index} comes from the record. */
  void set(int index, boolean isStale) {
    restored.set(index);
    stale.set(index, isStale);
  }

  /** Says that the floor at {@code index} goes, or is one of this run. */
  void clear(int index) {
    restored.clear(index);
    stale.clear(index);
  }

  /** True if the floor at {@code index} may be older than one that was lost. */
  boolean isStale(int index) {
    return stale.get(index);
  }

  /**
   * The run to record with the floor at {@code index}, see {@link ReplayFloors#run}. Its own is not
   * kept: of a floor that is not stale it is enough that it is no older than the loss.
   *
   * @param now the run that is under way
   */
  int run(int index, int user, long endSeconds, int now) {
    if (!restored.get(index)) {
      return now;
    }
    return stale.get(index) ? 0 : latestRun(user, endSeconds);
  }

  /** See {@link LostFloors#mayInclude}. */
  boolean mayHaveLost(int user, long beginSeconds, long endSeconds) {
    return lost.mayInclude(user, beginSeconds, endSeconds);
  }
}

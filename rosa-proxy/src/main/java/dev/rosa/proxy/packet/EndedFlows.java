package dev.rosa.proxy.packet;

/**
 * Connections that are over and stay for late packets only, the oldest first: their room is for
 * others who need it. Owned by one thread.
 */
final class EndedFlows {
  private Flow oldest;
  private Flow youngest;

  void add(Flow flow) {
    flow.isGivenUp = true;
    flow.endedBefore = youngest;
    if (youngest == null) {
      oldest = flow;
    } else {
      youngest.endedAfter = flow;
    }
    youngest = flow;
  }

  /** The one to be forgotten first; null: there is none. */
  Flow oldest() {
    return oldest;
  }

  /** True if it was there. */
  boolean remove(Flow flow) {
    if (!flow.isGivenUp) {
      return false;
    }
    Flow before = flow.endedBefore;
    Flow after = flow.endedAfter;
    if (before == null) {
      oldest = after;
    } else {
      before.endedAfter = after;
    }
    if (after == null) {
      youngest = before;
    } else {
      after.endedBefore = before;
    }
    flow.endedBefore = null;
    flow.endedAfter = null;
    flow.isGivenUp = false;
    return true;
  }
}

package dev.rosa.proxy.packet;

/**
 * Connections that give their room to others who need it, the oldest first. A connection is in one
 * queue of each kind at most. Owned by one thread.
 */
final class FlowQueue {

  /** Kind of a queue, for which each connection has neighbours. */
  enum Kind {
    /** Of all clients of a worker. */
    WORKER,
    /** Of one client. */
    CLIENT
  }

  /** Place of a connection in the queues of one kind. */
  static final class Place {
    private FlowQueue queue;
    private Flow older;
    private Flow younger;
  }

  private final Kind kind;
  private Flow oldest;
  private Flow youngest;

  FlowQueue(Kind kind) {
    this.kind = kind;
  }

  private Place place(Flow flow) {
    return kind == Kind.WORKER ? flow.ofWorker : flow.ofClient;
  }

  void add(Flow flow) {
    Place place = place(flow);
    place.queue = this;
    place.older = youngest;
    if (youngest == null) {
      oldest = flow;
    } else {
      place(youngest).younger = flow;
    }
    youngest = flow;
  }

  /** The one to be forgotten first; null: there is none. */
  Flow oldest() {
    return oldest;
  }

  boolean has(Flow flow) {
    return place(flow).queue == this;
  }

  /** True if it was there. */
  boolean remove(Flow flow) {
    if (!has(flow)) {
      return false;
    }
    Place place = place(flow);
    if (place.older == null) {
      oldest = place.younger;
    } else {
      place(place.older).younger = place.younger;
    }
    if (place.younger == null) {
      youngest = place.older;
    } else {
      place(place.younger).older = place.older;
    }
    place.queue = null;
    place.older = null;
    place.younger = null;
    return true;
  }
}

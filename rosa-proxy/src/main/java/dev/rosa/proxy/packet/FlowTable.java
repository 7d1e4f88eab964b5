package dev.rosa.proxy.packet;

import java.util.function.Consumer;

/**
 * Connections of a worker, by their ends. It never grows; a look-up allocates nothing. The secret
 * keeps clients from choosing connections that share a bucket. Owned by one thread.
 */
final class FlowTable {

  /** Odd, so that numbers differ in all of a hash. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private final Flow[] buckets;
  private final int most;
  private final long secret;
  private int size;
  private int swept;

  FlowTable(int most, long secret) {
    this.most = most;
    this.secret = secret;
    buckets = new Flow[Integer.highestOneBit(Math.max(2, most - 1)) << 1];
  }

  /** A hash of ends that clients cannot compute. */
  long hash(Ends ends) {
    return ends.hash(secret);
  }

  /** A hash of ends and a number, of which the same holds. */
  long hash(Ends ends, int number) {
    return ends.hash(secret + number * SPREAD);
  }

  private int bucket(Ends ends) {
    return (int) hash(ends) & buckets.length - 1;
  }

  /** The connection of these ends; null: there is none. */
  Flow find(Ends ends) {
    Flow flow = buckets[bucket(ends)];
    while (flow != null && !flow.ends.isSame(ends)) {
      flow = flow.nextInBucket;
    }
    return flow;
  }

  boolean isFull() {
    return size >= most;
  }

  void add(Flow flow) {
    int bucket = bucket(flow.ends);
    flow.nextInBucket = buckets[bucket];
    buckets[bucket] = flow;
    size++;
  }

  void remove(Flow gone) {
    int bucket = bucket(gone.ends);
    Flow before = null;
    for (Flow flow = buckets[bucket]; flow != null; flow = flow.nextInBucket) {
      if (flow == gone) {
        unlink(bucket, before, flow);
        return;
      }
      before = flow;
    }
  }

  private void unlink(int bucket, Flow before, Flow flow) {
    if (before == null) {
      buckets[bucket] = flow.nextInBucket;
    } else {
      before.nextInBucket = flow.nextInBucket;
    }
    size--;
  }

  /** Looks at the connections of some buckets, each time at the next ones; they may be removed. */
  void sweep(int count, Consumer<Flow> look) {
    for (int i = 0; i < count; i++) {
      swept = swept + 1 & buckets.length - 1;
      Flow flow = buckets[swept];
      while (flow != null) {
        Flow next = flow.nextInBucket;
        look.accept(flow);
        flow = next;
      }
    }
  }

  int bucketCount() {
    return buckets.length;
  }

  int size() {
    return size;
  }
}

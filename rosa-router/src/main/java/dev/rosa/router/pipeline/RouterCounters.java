package dev.rosa.router.pipeline;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counters of one worker's packets, by event and by drop reason. Written by the worker without
 * locks, read by any thread; every number only grows.
 */
public final class RouterCounters {

  /** Events that are counted besides drops. */
  public enum Event {
    /** Packets that came in. */
    RECEIVED,
    /** Not for this router: other traffic, another domain, a code this router may not have. */
    UNTOUCHED,
    /** Tag right. */
    VERIFIED,
    /** Handed to their code. */
    EXECUTED,
    /** Payload changed by their code. */
    MODIFIED,
    /** Keys derived because the session was not in the cache. */
    KEYS_DERIVED,
    /** Times that a packet was parked until a fetch ended: once for its code, once for a secret. */
    PARKINGS,
    /** The code failed or was exhausted, and its failure policy let the packet go on as it came. */
    FAULT_FORWARDED,
    /** The code used up its fuel. */
    FUEL_EXHAUSTED,
    /** The code used up the memory that it may allocate. */
    MEMORY_EXHAUSTED,
    /** The code used up its stack. */
    STACK_EXHAUSTED,
    /** The code was not run: packets have not paid for its fresh instance yet. */
    START_UNPAID,
    /** Handed back. */
    FORWARDED
  }

  private final AtomicLongArray events = new AtomicLongArray(Event.values().length);
  private final AtomicLongArray drops = new AtomicLongArray(DropReason.values().length);

  void count(Event event) {
    add(events, event.ordinal());
  }

  void drop(DropReason reason) {
    add(drops, reason.ordinal());
  }

  /** There is one writer, so a plain read and an ordered write will do. */
  private static void add(AtomicLongArray counters, int index) {
    counters.setRelease(index, counters.getPlain(index) + 1);
  }

  /** Number of times that an event happened. */
  public long counted(Event event) {
    return events.getAcquire(event.ordinal());
  }

  /** Number of packets dropped for this reason. */
  public long dropped(DropReason reason) {
    return drops.getAcquire(reason.ordinal());
  }
}

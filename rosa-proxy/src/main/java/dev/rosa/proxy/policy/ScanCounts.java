package dev.rosa.proxy.policy;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counters of one scan. Thread-safe. */
public final class ScanCounts {
  private final AtomicLongArray results = new AtomicLongArray(Result.values().length);
  private final AtomicLong nanos = new AtomicLong();

  /** Result of an answer that a rule wants scanned. */
  public enum Result {
    /** The service lets it pass. */
    CLEAN,
    /** The service gives another one. */
    CHANGED,
    /** The same, and it tells that it has found something. */
    FOUND,
    /** The service gives no verdict. */
    FAILED,
    /** The service was not asked: it is too large, a part of a file, or there is no memory. */
    UNSCANNED
  }

  void add(Result result) {
    results.incrementAndGet(result.ordinal());
  }

  void addNanos(long more) {
    nanos.addAndGet(more);
  }

  /** How many had a result. */
  public long of(Result result) {
    return results.get(result.ordinal());
  }

  /** Time that the service has taken for its verdicts. */
  public long nanos() {
    return nanos.get();
  }
}

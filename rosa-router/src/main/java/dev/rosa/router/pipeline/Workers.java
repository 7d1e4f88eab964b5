package dev.rosa.router.pipeline;

import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.pipeline.RouterCounters.Event;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * List of a router's packet workers, with the sums of their counters. They share nothing that
 * changes; a session's packets all come to the same one. Readings from any thread.
 *
 * @param all at least one
 */
public record Workers(List<RouterWorker> all) {

  public Workers {
    all = List.copyOf(all);
  }

  public long counted(Event event) {
    return sum(worker -> worker.counters().counted(event));
  }

  public long dropped(DropReason reason) {
    return sum(worker -> worker.counters().dropped(reason));
  }

  public long liveSessions() {
    return sum(RouterWorker::liveSessions);
  }

  public long parkedNow() {
    return sum(RouterWorker::parkedNow);
  }

  private long sum(ToLongFunction<RouterWorker> count) {
    return all.stream().mapToLong(count).sum();
  }

  public LatencyMeter.Summary latency() {
    return LatencyMeter.summary(all.stream().map(RouterWorker::latency).toList());
  }

  /**
   * Lets all of them fetch what the router may have, to be called before they run.
   *
   * @return codes that every worker has loaded
   */
  public int fetchAhead(Duration atMost) throws InterruptedException {
    long began = System.nanoTime();
    int loaded = Integer.MAX_VALUE;
    for (RouterWorker worker : all) {
      Duration left = atMost.minusNanos(System.nanoTime() - began);
      loaded = Math.min(loaded, worker.fetchAhead(left.isNegative() ? Duration.ZERO : left));
    }
    return loaded;
  }

  /** Lets all of them release code. To be called before they run. */
  public void forget(CodeDigest code) {
    all.forEach(worker -> worker.forget(code));
  }

  /** The code that is loaded. To be called before they run. */
  public Collection<LoadedCode> loadedCodes() {
    return all.get(0).loadedCodes();
  }
}

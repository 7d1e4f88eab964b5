package dev.rosa.bench.proxy.run;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.result.ProxyResults;
import dev.rosa.bench.proxy.result.RosaCounts;
import dev.rosa.bench.proxy.way.RosaWay;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measurement of the heap that the proxy's workers use for requests of connections that have been
 * there for a while: what a new connection takes is no part of it. Stateless.
 */
final class HeapRun {

  /** Duration of the run. */
  static final int SECONDS = 4;

  private static final int BEGIN_MILLIS = 2_000;
  private static final int MEASURED_MILLIS = 1_400;

  private final ProxyResults results;
  private final Progress progress;

  HeapRun(ProxyResults results, Progress progress) {
    this.results = results;
    this.progress = progress;
  }

  /** Once. */
  void measure(OpenWays ways, RosaWay rosa) throws InterruptedException {
    progress.begin(ProxyResults.HEAP, SECONDS);
    ExecutorService clients = Executors.newSingleThreadExecutor();
    try {
      Future<Reading> asking = clients.submit(() -> ways.run(rosa.name(), Demand.STEADY, SECONDS));
      Thread.sleep(BEGIN_MILLIS);
      RosaCounts before = RosaCounts.of(rosa.status());
      Thread.sleep(MEASURED_MILLIS);
      RosaCounts after = RosaCounts.of(rosa.status());
      Reading unused = asking.get();
      after
          .allocatedEach(before)
          .ifPresentOrElse(
              bytes -> results.add(ProxyResults.HEAP, bytes),
              () -> results.addAbsence(ProxyResults.HEAP, "the JVM does not count them"));
    } catch (IOException | ExecutionException e) {
      results.addAbsence(ProxyResults.HEAP, e.getMessage());
    } finally {
      clients.shutdown();
    }
  }
}

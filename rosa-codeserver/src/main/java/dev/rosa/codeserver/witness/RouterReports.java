package dev.rosa.codeserver.witness;

import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.witness.SeenCheckpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Table of the audit log checkpoints that routers say they keep, for the Authorization Server.
 * Those that were given to it longest ago come first. A router that asks no more is forgotten.
 * Thread-safe.
 */
final class RouterReports {

  private static final int MOST_ROUTERS = 1_024;
  private static final long LIFE_NANOS = Duration.ofMinutes(1).toNanos();

  /** Checkpoint that a router keeps, as it was checked, and the statement about its key. */
  record Report(SignedStatement witnessKey, SeenCheckpoint seen, long nanos) {}

  private final LongSupplier nanos;
  private final Map<RosaId, Report> reports = new LinkedHashMap<>();

  RouterReports(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes what a router keeps. */
  synchronized void note(RosaId router, SignedStatement witnessKey, SeenCheckpoint seen) {
    if (reports.containsKey(router) || reports.size() < MOST_ROUTERS) {
      Report unused = reports.put(router, new Report(witnessKey, seen, nanos.getAsLong()));
    }
  }

  /** Sizes that routers keep, each once. */
  synchronized Stream<Long> sizes() {
    long now = nanos.getAsLong();
    reports.values().removeIf(report -> now - report.nanos() > LIFE_NANOS);
    return reports.values().stream()
        .map(report -> report.seen().checkpoint().size())
        .distinct()
        .toList()
        .stream();
  }

  /** The next reports, at most so many; they come last in later calls. */
  synchronized List<Report> next(int most) {
    List<RosaId> routers = reports.keySet().stream().limit(most).toList();
    List<Report> next = new ArrayList<>();
    for (RosaId router : routers) {
      Report report = reports.remove(router);
      reports.put(router, report);
      next.add(report);
    }
    return next;
  }
}

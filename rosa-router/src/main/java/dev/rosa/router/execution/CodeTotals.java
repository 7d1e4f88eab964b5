package dev.rosa.router.execution;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Totals of one code's instances since the router's start. Those of instances that are gone are
 * added up in one place, so that a code that is loaded again and again needs no more memory.
 * Thread-safe.
 */
final class CodeTotals {

  /** Names of counters that are kept of instances that are gone: each may have had other ones. */
  static final int MOST_NAMES = 256;

  /** An instance that may run. It is not kept: withdrawn classes can be unloaded. */
  private record Live(WeakReference<LoadedCode> code, ApplicationContext context, RunTally tally) {}

  private final List<Live> live = new ArrayList<>();
  private final RunTally goneRuns = new RunTally();
  private final SortedMap<String, Long> goneCounters = new TreeMap<>();

  /** Adds an instance that begins now. */
  synchronized void add(LoadedCode code, ApplicationContext context) {
    addUpGone();
    live.add(new Live(new WeakReference<>(code), context, code.tally()));
  }

  /** Number of instances that are not known to be gone. */
  synchronized int live() {
    addUpGone();
    return live.size();
  }

  /** The application's counters by name, of all instances together. */
  synchronized SortedMap<String, Long> counters() {
    SortedMap<String, Long> totals = new TreeMap<>(goneCounters);
    live.forEach(instance -> addTo(totals, instance.context(), Integer.MAX_VALUE));
    return totals;
  }

  /** Report on the runs of all instances. */
  synchronized CodeReport report(CodeBreaker breaker) {
    Stream<RunTally> tallies = Stream.concat(Stream.of(goneRuns), live.stream().map(Live::tally));
    return CodeReport.of(tallies.toList(), breaker);
  }

  /** Nobody can run an instance of which no reference is left: its counts are final. */
  private void addUpGone() {
    for (Iterator<Live> instances = live.iterator(); instances.hasNext(); ) {
      Live instance = instances.next();
      if (instance.code().refersTo(null)) {
        goneRuns.add(instance.tally());
        addTo(goneCounters, instance.context(), MOST_NAMES);
        instances.remove();
      }
    }
  }

  private static void addTo(
      SortedMap<String, Long> totals, ApplicationContext context, int mostNames) {
    context
        .counters()
        .forEach(
            (name, value) -> {
              if (totals.containsKey(name) || totals.size() < mostNames) {
                totals.merge(name, value, ApplicationContext::sum);
              }
            });
  }
}

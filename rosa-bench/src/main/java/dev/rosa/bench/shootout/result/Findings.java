package dev.rosa.bench.shootout.result;

import dev.rosa.bench.measure.Machine;
import dev.rosa.wire.active.Suite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Findings of a shootout so far: results, allocations, costs of calls, versions. Written by the
 * thread that measures, read by the one that reports, which an interrupt may start at any time.
 */
public final class Findings {

  /**
   * Setting of a run.
   *
   * @param scope its name, e.g. {@code quick}
   * @param providers all of them, in the order of reports, with a description or the reason of
   *     their absence
   * @param jvmFlags of the forks
   */
  public record Setting(
      String scope,
      List<Integer> sizes,
      List<Integer> batches,
      List<Operation> operations,
      Map<String, String> providers,
      List<String> jvmFlags,
      Machine machine,
      Instant started) {

    private static final int USUAL_BYTES = 1_024;

    /** The size that sentences speak of: the figures' own where it is measured. */
    public int usualBytes() {
      return sizes.contains(USUAL_BYTES) ? USUAL_BYTES : sizes.get(sizes.size() / 2);
    }

    /** The largest number of packets in a call. */
    public int largestBatch() {
      return Collections.max(batches);
    }
  }

  private final Setting setting;
  private final Results results = new Results();
  private final List<Allocation> allocations = new ArrayList<>();
  private final Map<String, CallCost> callCosts = new LinkedHashMap<>();
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();
  private final Map<String, Map<Suite, String>> serveLines = new LinkedHashMap<>();
  private Optional<String> incompleteness = Optional.of("the run was interrupted");
  private Duration duration = Duration.ZERO;

  /** Nothing found yet. */
  public Findings(Setting setting) {
    this.setting = setting;
  }

  /** Setting of the run. */
  public Setting setting() {
    return setting;
  }

  /** Operations by providers. */
  public Results results() {
    return results;
  }

  /** Adds what an engine allocates. */
  public synchronized void add(Allocation allocation) {
    allocations.add(allocation);
  }

  /** Heap by engine and suite. */
  public synchronized List<Allocation> allocations() {
    return List.copyOf(allocations);
  }

  /** Adds a round of a call's cost, or why there is none. */
  public synchronized void add(CallCost cost) {
    callCosts.merge(
        cost.name(),
        cost,
        (known, more) -> {
          List<Double> rounds = new ArrayList<>(known.nsByRound());
          rounds.addAll(more.nsByRound());
          return new CallCost(known.name(), known.function(), rounds, more.absence());
        });
  }

  /** Cost of a call, in each way. */
  public synchronized List<CallCost> callCosts() {
    return List.copyOf(callCosts.values());
  }

  /** Adds the version of something used. */
  public synchronized void addVersion(String name, String version) {
    versions.put(name, version);
  }

  /** Versions of what was used besides the providers. */
  public synchronized Map<String, String> versions() {
    return new LinkedHashMap<>(versions);
  }

  /** Adds what a reader should know, in a sentence without a full stop. */
  public synchronized void addRemark(String remark) {
    remarks.add(remark);
  }

  /** Further remarks for a reader. */
  public synchronized List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Adds the lines of {@code providers.xml} by which a provider serves suites. */
  public synchronized void addServeLines(String provider, Map<Suite, String> lines) {
    serveLines.put(provider, Map.copyOf(lines));
  }

  /** The line by which a provider serves a suite; empty if it does not. */
  public synchronized Optional<String> serveLine(String provider, Suite suite) {
    return Optional.ofNullable(serveLines.getOrDefault(provider, Map.of()).get(suite));
  }

  /** Sentences that a reader of any report must not miss. */
  public synchronized List<String> warnings() {
    return Stream.concat(
            incompleteness.stream().map(why -> "Not everything is here: " + why), remarks.stream())
        .map(sentence -> sentence + ".")
        .toList();
  }

  /** Says how the run ended. */
  public synchronized void end(Duration took, Optional<String> whatIsMissing) {
    duration = took;
    incompleteness = whatIsMissing;
  }

  /** Duration of the run; 0 while it lasts. */
  public synchronized Duration duration() {
    return duration;
  }

  /** Reason why not everything was measured, in a sentence without a full stop; empty if it was. */
  public synchronized Optional<String> incompleteness() {
    return incompleteness;
  }
}

package dev.rosa.as.staging;

import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.serving.ServerPages.Counts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Figures of the domain's state for the status pages. Revocations are counted when their list has
 * changed. Thread-safe.
 */
public final class StateFigures {

  private final StagingRecords records;
  private final List<SecretStagingClient> clients;
  private final InstantSource clock;
  private List<SegmentName> counted;
  private Map<String, Long> revocations;

  public StateFigures(
      StagingRecords records, List<SecretStagingClient> clients, InstantSource clock) {
    this.records = records;
    this.clients = List.copyOf(clients);
    this.clock = clock;
  }

  /** The groups of figures. */
  public List<Counts> counts() {
    return List.of(
        Counts.gauges("state", "The newest signed state of the domain", this::state),
        Counts.gauges("revocations", "Revocations in the state", this::revocations),
        new Counts("state.taken", "States that each code server has taken", this::taken),
        Counts.gauges(
            "audit.witnesses",
            "Witnesses of the audit log, the rows under the newest cosignature of the one with"
                + " the fewest, and 1 while the log was set back",
            this::witnesses));
  }

  private Map<String, Long> state() {
    Optional<DomainState> newest = records.state().known();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("number", newest.map(DomainState::number).orElse(0L));
    figures.put("ageSeconds", newest.map(this::age).orElse(0L));
    figures.put("segments", newest.map(state -> (long) segments(state).size()).orElse(0L));
    return figures;
  }

  private long age(DomainState state) {
    return Math.max(0, Duration.between(state.issuedAt(), clock.instant()).toSeconds());
  }

  private static List<SegmentName> segments(DomainState state) {
    return state.content().segments();
  }

  private synchronized Map<String, Long> revocations() {
    List<SegmentName> now = records.state().known().map(StateFigures::segments).orElse(List.of());
    if (!now.equals(counted)) {
      revocations = records.revocations().counts();
      counted = now;
    }
    return revocations;
  }

  private Map<String, Long> witnesses() {
    Collection<Long> cosigned = records.log().cosignedRows().values();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("witnesses", (long) cosigned.size());
    figures.put("leastRows", cosigned.stream().min(Long::compare).orElse(0L));
    figures.put("setBack", records.forks().found().isPresent() ? 1L : 0);
    return figures;
  }

  private Map<String, Long> taken() {
    Map<String, Long> taken = new LinkedHashMap<>();
    clients.forEach(client -> taken.put(client.codeServer().toString(), client.statesTaken()));
    return taken;
  }
}

package dev.rosa.codeserver.catalogue;

import dev.rosa.serving.ServerPages.Counts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Figures for status pages about the domain's state that this Code Server has, as of the last look.
 * Thread-safe.
 */
public final class StateStatus {

  private static final Logger LOG = LoggerFactory.getLogger(StateStatus.class);

  /** A state that was issued further ahead of the clock is told. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(5);

  private final StateRepository states;
  private final InstantSource clock;
  private volatile Optional<CarriedState> seen = Optional.empty();
  private final AtomicLong issuedAhead = new AtomicLong();

  /** True if the state that was seen last was issued ahead. The looking thread's. */
  private boolean ahead;

  /** Figures of the state in a storage. */
  public StateStatus(StateRepository states, InstantSource clock) {
    this.states = states;
    this.clock = clock;
  }

  /** Reads the storage, or keeps what it read last. To be called regularly. */
  public void look() {
    try {
      Optional<CarriedState> now = states.carried();
      now.filter(this::isNew).ifPresent(this::compareClocks);
      seen = now;
    } catch (RuntimeException | Error e) {
      // A task that throws is not scheduled again. The catalogue's feed reads the same storage, and
      // logs that it cannot.
      LOG.debug("cannot read the storage", e);
    }
  }

  private boolean isNew(CarriedState state) {
    return seen.filter(before -> before.number() == state.number()).isEmpty();
  }

  private void compareClocks(CarriedState state) {
    boolean now = state.issuedAt().isAfter(clock.instant().plus(CLOCKS_DIFFER));
    issuedAhead.addAndGet(now ? 1 : 0);
    if (now && !ahead) {
      LOG.warn(
          "the state of the domain was issued at {}, ahead of this server's clock; compare the"
              + " nodes' clocks",
          state.issuedAt());
    } else if (ahead && !now) {
      LOG.info("the state of the domain is not ahead of this server's clock any more");
    }
    ahead = now;
  }

  /** The figures; all are 0 while there is no state. */
  public Counts counts() {
    return Counts.gauges(
        "state",
        "The domain's state: its number, its age, the time until its end, states that were"
            + " issued ahead of this server's clock, its revocations",
        this::figures);
  }

  private Map<String, Long> figures() {
    Optional<CarriedState> state = seen;
    long now = clock.millis();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("number", state.map(CarriedState::number).orElse(0L));
    figures.put(
        "ageSeconds", state.map(each -> seconds(now - each.issuedAt().toEpochMilli())).orElse(0L));
    figures.put(
        "secondsLeft",
        state.map(each -> seconds(each.validUntil().toEpochMilli() - now)).orElse(0L));
    figures.put("issuedAhead", issuedAhead.get());
    figures.put("revocations", state.map(CarriedState::revocations).orElse(0L));
    return figures;
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000);
  }
}

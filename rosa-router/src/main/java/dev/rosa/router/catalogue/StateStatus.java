package dev.rosa.router.catalogue;

import dev.rosa.domainstate.DomainState;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Status figures of the domain's signed state and revocations that a router obeys, at one moment.
 * Immutable.
 *
 * @param state null: none came yet and none was kept
 * @param revocations in force
 * @param kept whether the state is on the disk, and so outlives the router
 * @param now the moment
 * @param issuedAhead states so far that were issued ahead of the router's clock
 */
public record StateStatus(
    DomainState state, Revocations revocations, boolean kept, Instant now, long issuedAhead) {

  /** Figures of the state; all are 0 without one. */
  public Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("number", state == null ? 0 : state.number());
    figures.put("ageSeconds", state == null ? 0 : seconds(state.issuedAt(), now));
    figures.put("secondsLeft", state == null ? 0 : seconds(now, state.validUntil()));
    figures.put("revokedSessions", (long) revocations.sessions());
    figures.put("revokedUsers", (long) revocations.users());
    figures.put("revokedCodes", (long) revocations.codes());
    figures.put("issuedAhead", issuedAhead);
    figures.put("kept", kept ? 1L : 0L);
    return figures;
  }

  private static long seconds(Instant from, Instant to) {
    return Duration.between(from, to).toSeconds();
  }

  /** The state for {@code /status}. */
  public Map<String, Object> asMap() {
    Map<String, Object> shown = new LinkedHashMap<>(figures());
    shown.put("kept", kept);
    return shown;
  }
}

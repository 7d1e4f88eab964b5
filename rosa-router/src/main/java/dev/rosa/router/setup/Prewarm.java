package dev.rosa.router.setup;

import dev.rosa.config.BadValueException;
import dev.rosa.config.Durations;
import java.time.Duration;

/**
 * The element {@code <prewarm>} of a router's configuration: preparation before the router says
 * that it is ready.
 *
 * @param limit how long the packet path is prewarmed and code is fetched, at most; {@code off}: not
 *     at all
 * @param fetch whether permitted code and its secrets are fetched before a packet needs them
 */
public record Prewarm(String limit, Boolean fetch) {

  private static final String OFF = "off";
  private static final String DEFAULT_LIMIT = "5s";
  private static final Duration MOST_LIMIT = Duration.ofMinutes(1);

  public Prewarm {
    limit = limit == null ? DEFAULT_LIMIT : limit;
    fetch = fetch != null && fetch;
    if (!limit.equals(OFF) && Durations.parse(limit).compareTo(MOST_LIMIT) > 0) {
      throw new BadValueException(
          "limit",
          "is %s, expected a time of at most %s, or off"
              .formatted(limit, Durations.format(MOST_LIMIT)));
    }
  }

  /** True if the packet path is prewarmed. */
  public boolean isOn() {
    return !limit.equals(OFF);
  }

  /** Time limit of prewarming; zero: it is off. */
  public Duration atMost() {
    return isOn() ? Durations.parse(limit) : Duration.ZERO;
  }
}

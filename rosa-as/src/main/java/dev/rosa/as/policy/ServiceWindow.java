package dev.rosa.as.policy;

import dev.rosa.config.Durations;
import java.time.Duration;
import java.time.Instant;

/**
 * Window in which a session is good: from SST to SET, Unix seconds that fit 32 bits unsigned.
 *
 * @param sst service start time
 * @param set service end time, after sst
 */
public record ServiceWindow(long sst, long set) {
  private static final long MAX = 0xFFFF_FFFFL;

  /** Fills in what the request left open, then checks it against the domain's policy. */
  public static ServiceWindow of(RequestedService wanted, DomainPolicy policy, Instant now)
      throws Refusal {
    long sst = wanted.start() == 0 ? now.getEpochSecond() : wanted.start();
    long set = wanted.end() == 0 ? sst + wanted.seconds() : wanted.end();
    if (wanted.end() == 0 && wanted.seconds() == 0) {
      throw Refusal.invalid("the request gives no end, expected SET or a number of seconds");
    }
    ServiceWindow window = new ServiceWindow(sst, set);
    window.checkOrder();
    window.checkTime(policy, now);
    return window;
  }

  public Duration length() {
    return Duration.ofSeconds(set - sst);
  }

  private void checkOrder() throws Refusal {
    if (set <= sst) {
      throw Refusal.invalid(
          "SET %d is not after SST %d, expected an end after the start".formatted(set, sst));
    }
    if (set > MAX) {
      throw Refusal.invalid("SET %d is beyond what 32 bits can say".formatted(set));
    }
  }

  private void checkTime(DomainPolicy policy, Instant now) throws Refusal {
    if (length().compareTo(policy.maxWindow()) > 0) {
      throw Refusal.invalid(
          "the window of %d s is longer than this domain allows, expected at most %s"
              .formatted(length().toSeconds(), Durations.format(policy.maxWindow())));
    }
    Instant start = Instant.ofEpochSecond(sst);
    if (start.isAfter(now.plus(policy.maxStartAhead()))) {
      throw Refusal.invalid(
          "SST lies %d s ahead of the server's clock, expected at most %s"
              .formatted(
                  Duration.between(now, start).toSeconds(),
                  Durations.format(policy.maxStartAhead())));
    }
    // The start of a window counts whole seconds, the clock does not.
    if (start.plusSeconds(1).isBefore(now.minus(policy.skew()))) {
      throw Refusal.invalid(
          "SST lies %d s behind the server's clock, expected at most %s; set your clock or ask anew"
              .formatted(
                  Duration.between(start, now).toSeconds(), Durations.format(policy.skew())));
    }
  }
}

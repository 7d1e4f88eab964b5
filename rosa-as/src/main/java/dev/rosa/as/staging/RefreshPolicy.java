package dev.rosa.as.staging;

import java.time.Duration;

/**
 * Configured times of the refresh of secrets: age of an epoch, wait for routers, length of a lease.
 *
 * @param every age at which an epoch is followed by the next; zero: only by command
 * @param routersWait longest wait for routers to fetch a secret before it is used
 * @param lease how long a Code Server serves without hearing of new epochs, in whole seconds
 */
public record RefreshPolicy(Duration every, Duration routersWait, Duration lease) {
  /** One refresh a day. */
  public static final RefreshPolicy DEFAULT =
      new RefreshPolicy(Duration.ofDays(1), Duration.ofSeconds(15), Duration.ofSeconds(30));
}

package dev.rosa.domainstate;

import java.time.Duration;

/** Bound of the skew that a router may be configured with. */
public final class RouterSkew {

  /**
   * The largest one. A router with it takes a session's packets for so long after SET, so a
   * revocation lasts as long.
   */
  public static final Duration MOST = Duration.ofMinutes(5);

  private RouterSkew() {}
}

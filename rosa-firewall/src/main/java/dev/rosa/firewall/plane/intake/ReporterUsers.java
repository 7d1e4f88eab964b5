package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.Proof;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Users that have connections, with the connections and the rate of each. A user whose connections
 * are gone is remembered until its bucket is full, so that a new connection brings no new burst.
 * One thread's.
 */
final class ReporterUsers {

  /** Reporter: a Unix user with its rate. */
  static final class User {
    final String name;
    final Set<Proof> claims;
    private int connections;
    private double tokens;
    private long filledNanos;

    private User(String name, Set<Proof> claims, double tokens, long nowNanos) {
      this.name = name;
      this.claims = claims;
      this.tokens = tokens;
      this.filledNanos = nowNanos;
    }
  }

  private static final double NANOS = 1e9;

  private final IntakeLimits limits;
  private final ReporterClaims claims;
  private final Map<String, User> users = new HashMap<>();

  ReporterUsers(IntakeLimits limits, ReporterClaims claims) {
    this.limits = limits;
    this.claims = claims;
  }

  /** The user of that name; null: it may not report. */
  User find(String name, long nowNanos) {
    users.values().removeIf(user -> user.connections == 0 && isFull(user, nowNanos));
    User known = users.get(name);
    if (known != null) {
      return known;
    }
    Set<Proof> permitted = claims.of(name);
    return permitted.isEmpty()
        ? null
        : users.computeIfAbsent(
            name, unused -> new User(name, Set.copyOf(permitted), limits.burst(), nowNanos));
  }

  private boolean isFull(User user, long nowNanos) {
    fill(user, nowNanos);
    return user.tokens >= limits.burst();
  }

  private void fill(User user, long nowNanos) {
    double passed = Math.max(0, nowNanos - user.filledNanos) / NANOS;
    user.tokens = Math.min(limits.burst(), user.tokens + passed * limits.perSecond());
    user.filledNanos = nowNanos;
  }

  /** Counts a connection; false: the user has as many as it may. */
  boolean connect(User user) {
    if (user.connections >= limits.connectionsPerUser()) {
      return false;
    }
    user.connections++;
    return true;
  }

  /** A connection has ended. */
  void disconnect(User user) {
    user.connections--;
  }

  /** Takes a token for one line; false: there is none. */
  boolean take(User user, long nowNanos) {
    fill(user, nowNanos);
    if (user.tokens < 1) {
      return false;
    }
    user.tokens--;
    return true;
  }
}

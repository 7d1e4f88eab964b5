package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.EvidenceLine;
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

  /** Reporter: a Unix user with its rates. */
  static final class User {
    final String name;
    final Set<Proof> claims;
    private int connections;

    /** Lines that claim a proof; all others have a rate of their own, and delay none of these. */
    private final Rate proven;

    private final Rate others;

    private User(String name, Set<Proof> claims, Rate proven, Rate others) {
      this.name = name;
      this.claims = claims;
      this.proven = proven;
      this.others = others;
    }
  }

  /** Bucket of tokens, one for each line. */
  private final class Rate {
    private double tokens = limits.burst();
    private long filledNanos;

    Rate(long nowNanos) {
      this.filledNanos = nowNanos;
    }

    boolean isFull(long nowNanos) {
      fill(nowNanos);
      return tokens >= limits.burst();
    }

    boolean take(long nowNanos) {
      fill(nowNanos);
      if (tokens < 1) {
        return false;
      }
      tokens--;
      return true;
    }

    private void fill(long nowNanos) {
      double passed = Math.max(0, nowNanos - filledNanos) / NANOS;
      tokens = Math.min(limits.burst(), tokens + passed * limits.perSecond());
      filledNanos = nowNanos;
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
            name,
            unused ->
                new User(name, Set.copyOf(permitted), new Rate(nowNanos), new Rate(nowNanos)));
  }

  private static boolean isFull(User user, long nowNanos) {
    return user.proven.isFull(nowNanos) && user.others.isFull(nowNanos);
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

  /** Takes a token for one line; false: there is none of its kind. */
  static boolean take(User user, String line, long nowNanos) {
    return (EvidenceLine.claimsProof(line) ? user.proven : user.others).take(nowNanos);
  }
}

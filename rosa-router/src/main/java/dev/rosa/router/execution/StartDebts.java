package dev.rosa.router.execution;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Debts of users for fresh instances of one code. A packet that the code was stopped or failed on
 * wants one; what the packet's own fuel does not pay of that start, its user owes. His packets pay
 * with what they do not use; while he owes three starts they are left out, and pay with all. Of 64
 * users the debts are known. One worker's.
 */
final class StartDebts {

  private static final int MOST_STARTS = 3;

  private final Map<SessionUser, Long> units = new LinkedHashMap<>(16, 0.75f, true);

  /** True if a user's packets are to be left out. */
  boolean areTooHigh(long userHigh, long userLow, int fuelOfStart) {
    if (units.isEmpty()) {
      return false;
    }
    long owed = units.getOrDefault(new SessionUser(userHigh, userLow), 0L);
    return owed > 0 && owed >= (long) MOST_STARTS * fuelOfStart;
  }

  /** A user owes units more. */
  void add(long userHigh, long userLow, long more) {
    if (more <= 0) {
      return;
    }
    units.merge(new SessionUser(userHigh, userLow), more, Long::sum);
    if (units.size() > CodeStops.MOST_USERS) {
      units.remove(units.keySet().iterator().next());
    }
  }

  /** A user's packet has left units. */
  void pay(long userHigh, long userLow, long left) {
    if (!units.isEmpty()) {
      units.computeIfPresent(
          new SessionUser(userHigh, userLow), (user, owed) -> owed > left ? owed - left : null);
    }
  }
}

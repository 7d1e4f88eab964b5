package dev.rosa.router.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Stops of one code that are in force: for all users, and for single ones. Immutable; a look takes
 * no memory.
 */
final class CodeStops {

  /** The code runs for all. */
  static final CodeStops NONE = new CodeStops(null, new long[0], List.of());

  /** For more users than that it is stopped for all. */
  static final int MOST_USERS = 64;

  private final CodeBreaker.Stop all;

  /** Two numbers for each user. */
  private final long[] users;

  private final List<CodeBreaker.Stop> ofUsers;

  private CodeStops(CodeBreaker.Stop all, long[] users, List<CodeBreaker.Stop> ofUsers) {
    this.all = all;
    this.users = users;
    this.ofUsers = ofUsers;
  }

  /** The stop for all users, or null. */
  CodeBreaker.Stop forAll() {
    return all;
  }

  /** Those of single users. */
  List<CodeBreaker.Stop> ofUsers() {
    return ofUsers;
  }

  /** True if the code is not to be run on packets of this user. */
  boolean concern(long userHigh, long userLow) {
    if (all != null) {
      return true;
    }
    for (int i = 0; i < users.length; i += 2) {
      if (users[i] == userHigh && users[i + 1] == userLow) {
        return true;
      }
    }
    return false;
  }

  CodeStops andForAll(CodeBreaker.Stop stop) {
    return new CodeStops(stop, users, ofUsers);
  }

  CodeStops andFor(long userHigh, long userLow, CodeBreaker.Stop stop) {
    long[] more = Arrays.copyOf(users, users.length + 2);
    more[users.length] = userHigh;
    more[users.length + 1] = userLow;
    List<CodeBreaker.Stop> stops = new ArrayList<>(ofUsers);
    stops.add(stop);
    return new CodeStops(all, more, List.copyOf(stops));
  }
}

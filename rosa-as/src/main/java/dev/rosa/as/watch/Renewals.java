package dev.rosa.as.watch;

import dev.rosa.identity.RosaId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Count of the sessions that one look of {@link SessionWatches} tells to renew, and the time over
 * which each Source spreads its renewals. A Source waits for its own sessions, and for as many of
 * each other one: no Source holds up those that have fewer. For one thread.
 */
final class Renewals {

  /** Time that the renewal of one session has: the server does several in it. */
  private static final int MILLIS_EACH = 10;

  private static final long MOST_MILLIS = 60_000;

  private final Map<RosaId, Set<Long>> sessions = new HashMap<>();

  /** By the number of a Source's own sessions. */
  private final Map<Integer, Integer> spreads = new HashMap<>();

  /** Counts a session that its Source is to renew, once. */
  void add(RosaId source, long session) {
    spreads.clear();
    boolean unused = sessions.computeIfAbsent(source, first -> new HashSet<>()).add(session);
  }

  /** Time for the sessions of a Source, milliseconds; 0 if it has none to renew. */
  int spreadMillis(RosaId source) {
    int own = sessions.getOrDefault(source, Set.of()).size();
    return spreads.computeIfAbsent(own, this::spreadMillis);
  }

  private int spreadMillis(int own) {
    long together = sessions.values().stream().mapToLong(each -> Math.min(each.size(), own)).sum();
    return (int) Math.min(together * MILLIS_EACH, MOST_MILLIS);
  }
}

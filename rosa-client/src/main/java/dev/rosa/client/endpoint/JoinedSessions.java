package dev.rosa.client.endpoint;

import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Sessions that a Destination may open packets of, bounded in number. When all places are taken,
 * the user with most sessions gives one: the one that was used least recently. So no user takes the
 * places of those with fewer. Of a session that made room the highest number stays in the {@link
 * SequenceRecord}. Owned by one thread.
 */
final class JoinedSessions {
  private final int most;
  private final SequenceRecord record;
  private final LongConsumer left;
  private final Map<Long, JoinedSession> all = new HashMap<>();

  /** Verified packets so far, for the order of use. */
  private long uses;

  /**
   * No sessions yet.
   *
   * @param most that are held at a time
   * @param record closed with this
   * @param left told of each session that is no longer held
   */
  JoinedSessions(int most, SequenceRecord record, LongConsumer left) {
    this.most = most;
    this.record = record;
    this.left = left;
  }

  /** The session of this number, or null. */
  JoinedSession get(long session) {
    return all.get(session);
  }

  /** Notes that a packet of the session has proven itself. */
  void noteUse(JoinedSession session) {
    session.setLastUse(++uses);
  }

  /**
   * Takes up a session, and its key in any case; others make room for it.
   *
   * @return why not, or null
   */
  DestinationEvent hold(ActiveSession joined, SuiteEngine engine) {
    SessionParameters parameters = joined.parameters();
    long set = Integer.toUnsignedLong(parameters.set());
    int user = parameters.user().hashCode();
    forgetEnded();
    DestinationEvent refusal = null;
    if (record.mayHaveForgotten(parameters.session(), set)) {
      refusal = DestinationEvent.WINDOW_LOST;
    } else if (!record.hasRoom(parameters.session(), user)) {
      refusal = DestinationEvent.SESSION_LIMIT;
    }
    if (refusal != null) {
      joined.key().destroy();
      return refusal;
    }
    if (all.size() >= most) {
      makeRoom(parameters.user());
    }
    SessionNumbers numbers = record.hold(parameters.session(), user, set);
    JoinedSession session = new JoinedSession(joined, engine, record, numbers);
    noteUse(session);
    all.put(parameters.session(), session);
    return null;
  }

  /** A session is only forgotten when no packet of it can pass the window check any more. */
  private void forgetEnded() {
    long settledSeconds = record.settledSeconds();
    all.entrySet()
        .removeIf(
            each -> {
              boolean ended = record.hasEnded(each.getValue().numbers(), settledSeconds);
              if (ended) {
                leave(each.getKey(), each.getValue());
              }
              return ended;
            });
    record.forgetEnded(settledSeconds);
  }

  /** Joins are few a second: looking at all sessions is cheaper than keeping them in order. */
  private void makeRoom(UserId joining) {
    Map<UserId, Integer> counts = new HashMap<>();
    all.values().forEach(session -> counts.merge(session.user(), 1, Integer::sum));
    int largest = Collections.max(counts.values());
    boolean own = counts.getOrDefault(joining, 0) == largest;
    Map.Entry<Long, JoinedSession> least = null;
    for (Map.Entry<Long, JoinedSession> each : all.entrySet()) {
      UserId user = each.getValue().user();
      boolean gives = own ? user.equals(joining) : counts.get(user) == largest;
      if (gives && (least == null || each.getValue().lastUse() < least.getValue().lastUse())) {
        least = each;
      }
    }
    leave(least.getKey(), least.getValue());
    all.remove(least.getKey());
  }

  private void leave(long number, JoinedSession session) {
    session.destroy();
    session.numbers().setHeld(false);
    left.accept(number);
  }

  /** Destroys all keys, and closes the record. */
  void close() {
    record.close();
    all.values().forEach(JoinedSession::destroy);
    all.clear();
  }
}

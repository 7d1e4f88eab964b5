package dev.rosa.router;

import dev.rosa.session.ReplayWindow;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions that have proven themselves, at most so many; the least recently used one makes
 * room. A session that had to leave before its SET is not forgotten altogether: the highest
 * sequence number it had stays, so that its old packets cannot be replayed. Owned by one worker.
 */
final class SessionCache {

  /** What stays of a session that made room: 16 bytes instead of some kilobytes. */
  private record Departed(long highest, long endSeconds) {}

  /** Departed sessions for each place in the cache. */
  private static final int DEPARTED_PER_SESSION = 8;

  private final int capacity;
  private final LongObjectMap<RouterSession> sessions = new LongObjectHashMap<>();
  private final LongObjectMap<Departed> departed = new LongObjectHashMap<>();
  private RouterSession newest;
  private RouterSession oldest;
  private volatile int live;

  SessionCache(int capacity) {
    this.capacity = capacity;
  }

  /**
   * The session, if every parameter of its key equals; else null. Asking leaves no trace: the
   * packet has proven nothing yet.
   */
  RouterSession find(long session, byte[] context) {
    RouterSession found = sessions.get(session);
    return found != null && found.hasContext(context) ? found : null;
  }

  /** Notes that a packet of the session has proven itself: it is the last one to make room. */
  void touch(RouterSession session) {
    if (session != newest) {
      unlink(session);
      linkNewest(session);
    }
  }

  /** A replay window for a session that is about to be added: it goes on where it was left. */
  ReplayWindow windowFor(long session) {
    Departed before = departed.remove(session);
    return before == null ? new ReplayWindow() : ReplayWindow.startingAfter(before.highest());
  }

  /** Takes up what a router before this one knew. */
  void restore(List<ReplayRecord.Floor> floors, long nowSeconds) {
    for (ReplayRecord.Floor floor : floors) {
      if (floor.endSeconds() > nowSeconds) {
        departed.put(floor.session(), new Departed(floor.highest(), floor.endSeconds()));
      }
    }
  }

  /** What must not be forgotten of the sessions here, and of those that made room. */
  List<ReplayRecord.Floor> floors() {
    List<ReplayRecord.Floor> floors = new ArrayList<>(sessions.size() + departed.size());
    for (RouterSession session = newest; session != null; session = session.older) {
      floors.add(
          new ReplayRecord.Floor(session.session, session.window.highest(), session.endSeconds));
    }
    for (LongObjectMap.PrimitiveEntry<Departed> gone : departed.entries()) {
      floors.add(
          new ReplayRecord.Floor(gone.key(), gone.value().highest(), gone.value().endSeconds()));
    }
    return floors;
  }

  /** Adds a verified session; the least recently used one makes room. */
  void add(RouterSession session, long nowSeconds) {
    remove(sessions.get(session.session));
    if (sessions.size() >= capacity) {
      depart(oldest, nowSeconds);
    }
    sessions.put(session.session, session);
    linkNewest(session);
    live = sessions.size();
  }

  private void depart(RouterSession session, long nowSeconds) {
    remove(session);
    if (session.endSeconds <= nowSeconds) {
      return;
    }
    if (departed.size() < capacity * (long) DEPARTED_PER_SESSION) {
      departed.put(session.session, new Departed(session.window.highest(), session.endSeconds));
    }
  }

  /** Removes the sessions whose SET has passed, and what stayed of those that made room. */
  void removeEnded(long nowSeconds) {
    for (RouterSession session = oldest, next; session != null; session = next) {
      next = session.newer;
      if (session.endSeconds <= nowSeconds) {
        remove(session);
      }
    }
    departed.values().removeIf(gone -> gone.endSeconds() <= nowSeconds);
    live = sessions.size();
  }

  /** Sessions in the cache. From any thread. */
  int live() {
    return live;
  }

  private void remove(RouterSession session) {
    if (session != null) {
      sessions.remove(session.session);
      unlink(session);
      session.keys.destroy();
    }
  }

  private void linkNewest(RouterSession session) {
    session.older = newest;
    session.newer = null;
    if (newest != null) {
      newest.newer = session;
    }
    newest = session;
    if (oldest == null) {
      oldest = session;
    }
  }

  private void unlink(RouterSession session) {
    if (session.newer == null) {
      newest = session.older;
    } else {
      session.newer.older = session.older;
    }
    if (session.older == null) {
      oldest = session.newer;
    } else {
      session.older.newer = session.newer;
    }
  }
}

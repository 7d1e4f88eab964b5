package dev.rosa.router.catalogue;

import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.Revoked.Subject;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * One segment of the list of revocations, parsed and compact as a router keeps it in memory.
 * Immutable.
 */
final class Segment {

  /** Numbers of the sessions. */
  private final long[] sessions;

  /** Users, codes, epochs and routers. */
  private final List<Subject> others;

  private Segment(long[] sessions, List<Subject> others) {
    this.sessions = sessions;
    this.others = others;
  }

  /**
   * The revocations in a segment's bytes.
   *
   * @throws IllegalArgumentException in one line, if not all of it is understood
   */
  static Segment read(byte[] segment) {
    return of(RevocationSegments.read(segment).stream().map(Revoked::subject).toList());
  }

  static Segment of(Collection<? extends Subject> subjects) {
    return new Segment(
        subjects.stream()
            .filter(Revoked.Session.class::isInstance)
            .mapToLong(session -> ((Revoked.Session) session).number())
            .toArray(),
        subjects.stream()
            .filter(subject -> !(subject instanceof Revoked.Session))
            .<Subject>map(subject -> subject)
            .toList());
  }

  /** Number of sessions. */
  int sessions() {
    return sessions.length;
  }

  /** Adds its sessions to a set. */
  void addTo(SessionNumbers set) {
    for (long session : sessions) {
      set.add(session);
    }
  }

  /** Gives all that are not sessions to {@code each}. */
  void forOthers(Consumer<Subject> each) {
    others.forEach(each);
  }
}

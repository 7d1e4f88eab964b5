package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Memory of sources that were banned, so that a repeat offender is banned for longer. Bounded: the
 * one whose last ban was noted first is forgotten first. One thread's.
 */
final class Offences {

  private static final int MOST_COUNT = 64;

  private final int most;
  private final PolicySettings.Times times;
  private final Map<Source, Offence> offences = new LinkedHashMap<>();

  Offences(int most, PolicySettings.Times times) {
    this.most = most;
    this.times = times;
  }

  /** Offences of a source that are not forgotten. */
  int count(Source source, long nowMillis) {
    Offence known = offences.get(source);
    return known == null ? 0 : known.left(nowMillis, times.forget().toMillis());
  }

  /** Length of the next ban of a source. */
  long nextBanMillis(Source source, long nowMillis) {
    double grown =
        (double) times.ban().toMillis() * Math.pow(times.growth(), count(source, nowMillis));
    return (long) Math.min((double) times.longest().toMillis(), grown);
  }

  /** Notes a ban; returns what is remembered now. */
  Offence note(Source source, long nowMillis, long endMillis) {
    int count = Math.min(MOST_COUNT, count(source, nowMillis) + 1);
    Offence noted = new Offence(source, count, endMillis);
    put(noted);
    return noted;
  }

  /** Remembers offences as they were recorded. */
  void put(Offence offence) {
    offences.remove(offence.source());
    if (offences.size() >= most) {
      Iterator<Source> oldest = offences.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    offences.put(offence.source(), offence);
  }

  /** Offences of a source that are remembered. */
  Optional<Offence> find(Source source) {
    return Optional.ofNullable(offences.get(source));
  }

  void forget(Source source) {
    offences.remove(source);
  }
}

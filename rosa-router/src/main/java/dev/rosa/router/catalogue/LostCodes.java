package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import dev.rosa.domainstate.StateContent;
import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.MinuteRates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Record of the codes that this router could run, and that a catalogue takes from it although the
 * domain's state names them. An operator may have wanted that, and a stolen Code Server can do it:
 * so there is a line about each code, a bounded number of them a minute. One thread's.
 */
final class LostCodes {

  private static final int LINES_PER_MINUTE = 10;

  private final MinuteRates<String> rates = new MinuteRates<>();

  /** Codes that this router may run, and for which a catalogue had a secret. */
  private Map<CodeDigest, Catalogue.Entry> usable = Map.of();

  /** Lines that are not told yet, one for each code. */
  private final Map<CodeDigest, String> untold = new LinkedHashMap<>();

  /** A catalogue of that Code Server is in force. */
  void taken(HostPort from, InForce inForce) {
    StateContent state = inForce.state().content();
    Map<CodeDigest, Catalogue.Entry> before = usable;
    usable = new HashMap<>();
    for (Catalogue.Entry entry : inForce.catalogue().entries()) {
      boolean counts = !entry.epochs().isEmpty() || before.containsKey(entry.digest());
      if (entry.permitted() && counts && inForce.catalogue().obeys(entry)) {
        usable.put(entry.digest(), entry);
      }
    }
    for (Catalogue.Entry entry : before.values()) {
      boolean lost = !usable.containsKey(entry.digest());
      if (lost && !state.epochsOf(entry.digest()).isEmpty()) {
        untold.put(entry.digest(), line(from, entry, inForce.catalogue()));
      }
    }
  }

  private static String line(HostPort from, Catalogue.Entry entry, Catalogue catalogue) {
    boolean listed = catalogue.find(entry.digest()) != null;
    return "code server %s %s %s, which this router could run and the domain's state names: its packets pass unchecked, and it does not run on them"
        .formatted(
            from, listed ? "does not permit any more" : "does not list any more", entry.label());
  }

  /** The lines that are to be told now. */
  List<String> lines(Instant now) {
    List<String> lines = new ArrayList<>();
    Iterator<String> next = untold.values().iterator();
    while (next.hasNext() && rates.take("codes", LINES_PER_MINUTE, now).isPresent()) {
      lines.add(next.next());
      next.remove();
    }
    return lines;
  }
}

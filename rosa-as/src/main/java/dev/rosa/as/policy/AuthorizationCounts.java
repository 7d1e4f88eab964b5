package dev.rosa.as.policy;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of the Authorization Server's answers since it started, by kind. Thread-safe. */
public final class AuthorizationCounts {

  /** A kind of answer. */
  public enum Event {
    /** A session was opened. */
    GRANTED,
    /** A recipient got a session's key. */
    JOINED,
    /** An administrator's signed act was carried out. */
    ADMINISTERED,
    /** Refused by a check, not by a quota. */
    REFUSED,
    /** Refused: the user's requests a minute. */
    USER_REQUESTS,
    /** Refused: the rule's requests a minute. */
    RULE_REQUESTS,
    /** Refused: the user's live sessions. */
    USER_SESSIONS,
    /** Refused: the rule's live sessions, of all its users or of this one. */
    RULE_SESSIONS,
    /** A refusal, counted above as well, that the audit record has no row of. */
    UNRECORDED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Map<Event, LongAdder> counts = new EnumMap<>(Event.class);

  public AuthorizationCounts() {
    for (Event event : Event.values()) {
      counts.put(event, new LongAdder());
    }
  }

  public void count(Event event) {
    counts.get(event).increment();
  }

  long counted(Event event) {
    return counts.get(event).sum();
  }

  /** All counts by label. */
  public Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (Event event : Event.values()) {
      all.put(event.label(), counted(event));
    }
    return all;
  }
}

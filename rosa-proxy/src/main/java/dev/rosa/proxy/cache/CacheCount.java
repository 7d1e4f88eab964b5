package dev.rosa.proxy.cache;

import java.util.Locale;

/** What the program counts. */
public enum CacheCount {
  /** A request passed. */
  HIT,
  /** No verdict is known. */
  UNKNOWN,
  /** It is not of the form that the program reads, or too long. */
  FORM,
  /** It is not the next one, no answer came before it, or it is no plain segment. */
  ORDER,
  /** Nothing is known of its client, or the daemon has not been heard of. */
  LAPSED;

  /** Its word in status and metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

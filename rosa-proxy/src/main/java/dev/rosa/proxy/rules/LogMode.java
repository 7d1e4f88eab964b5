package dev.rosa.proxy.rules;

import java.util.Locale;

/** What is logged of a connection that a rule decides about. */
public enum LogMode {
  /** Nothing. */
  NONE,
  /** A line for each connection. */
  SUMMARY,
  /** A line for each request, too. */
  FULL;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Its word in configurations. */
  public String label() {
    return label;
  }

  static LogMode ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}

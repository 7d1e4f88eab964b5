package dev.rosa.proxy.rules.criterion;

import java.util.Locale;

/** Kind of a criterion, which is an attribute of a rule. */
public enum CriterionKind {
  PROTOCOLS(false),
  USERS(false),
  FROM(false),
  TO(false),
  HOSTS(false),
  PATHS(false),
  COMMANDS(false),
  CATEGORIES(false),
  TIMES(false),
  TYPES(true),
  FILES(true),
  KINDS(true),
  LONGER_THAN(true);

  private final boolean isOfContent;
  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  CriterionKind(boolean isOfContent) {
    this.isOfContent = isOfContent;
  }

  /** True if it asks for what the server sends, which a request does not tell. */
  public boolean isOfContent() {
    return isOfContent;
  }

  /** True if it asks for what the requests of one connection have in common. */
  public boolean isOfConnection() {
    return compareTo(HOSTS) <= 0;
  }

  /** The attribute. */
  public String label() {
    return label;
  }
}

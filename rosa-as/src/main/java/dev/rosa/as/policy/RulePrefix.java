package dev.rosa.as.policy;

import dev.rosa.config.IpPrefix;

/** Check of the addresses of a rule as they are written: a prefix, or {@code *} for any address. */
public final class RulePrefix {
  private RulePrefix() {}

  /**
   * Returns the text in its one spelling.
   *
   * @throws IllegalArgumentException with a sentence if it is neither a prefix nor {@code *}
   */
  public static String check(String text) {
    return text.equals(Rule.ANY) ? text : IpPrefix.parse(text).toString();
  }
}

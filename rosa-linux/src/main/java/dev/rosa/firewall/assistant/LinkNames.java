package dev.rosa.firewall.assistant;

import java.util.regex.Pattern;

/**
 * Names that interfaces of a machine may have, and what can be told of them. The kernel takes
 * nearly any bytes for a name. Its static methods keep no state.
 */
public final class LinkNames {

  /**
   * Between quotes nft takes all but a quote. A star at the end may stand for more names, a
   * backslash may be a sign to nft or {@code ip}, and what does not print, or stands for bytes that
   * could not be read, is no name to go by.
   */
  private static final Pattern OF_RULES =
      Pattern.compile("(?!.*\\*$)[^\"\\\\\\p{C}\\p{Z}\\x{FFFD}]+");

  /** In a batch of tc, all behind a # is a comment, also between quotes. */
  private static final Pattern OF_FILTERS = Pattern.compile("[!-~&&[^#]]+");

  private LinkNames() {}

  /** True if nft can be told of an interface of this name, between quotes. */
  public static boolean fitsRules(String name) {
    return OF_RULES.matcher(name).matches();
  }

  /** True if {@code nft} and {@code tc} can be told of it, between quotes. */
  public static boolean fitsFilters(String name) {
    return fitsRules(name) && OF_FILTERS.matcher(name).matches();
  }
}

package dev.rosa.firewall.plane.ban;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of IPv6 addresses, with the longest run of zero groups left out (RFC 5952 §4). */
final class Ipv6Text {

  /** Two or more groups of zero. */
  private static final Pattern ZEROS = Pattern.compile("(?<![0-9a-f])0(:0)+(?![0-9a-f])");

  private Ipv6Text() {}

  /** The short form of a text of eight groups without leading zeros. */
  static String shortest(String groups) {
    Matcher runs = ZEROS.matcher(groups);
    int start = 0;
    int end = 0;
    while (runs.find()) {
      if (runs.end() - runs.start() > end - start) {
        start = runs.start();
        end = runs.end();
      }
    }
    return end == 0 ? groups : shortened(groups, start, end);
  }

  private static String shortened(String groups, int start, int end) {
    String before = start == 0 ? "" : groups.substring(0, start - 1);
    String after = end == groups.length() ? "" : groups.substring(end + 1);
    return before + "::" + after;
  }
}

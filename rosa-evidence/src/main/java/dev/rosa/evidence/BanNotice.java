package dev.rosa.evidence;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Notice of a plane that a prefix of addresses is banned, or is not any longer: {@code ban SOURCE
 * SECONDS} or {@code lift SOURCE}. Immutable.
 *
 * @param prefix the addresses
 * @param seconds time that is left; 0: the ban is lifted
 */
record BanNotice(AddressPrefix prefix, long seconds) {

  /** A longer ban is told again in good time: a year. */
  private static final long MOST_SECONDS = 31_536_000;

  private static final Pattern BAN = Pattern.compile("ban (\\S+) (\\d{1,18})");
  private static final Pattern LIFT = Pattern.compile("lift (\\S+)");
  private static final Pattern MAC = Pattern.compile("([0-9a-f]{2}:){5}[0-9a-f]{2}");
  private static final Pattern PREFIX = Pattern.compile("([^/]+)/(0|[1-9]\\d{0,2})");

  /**
   * Reads a line; empty if it is about a MAC address, which no connection shows.
   *
   * @throws IllegalArgumentException in one line if it is no notice
   */
  static Optional<BanNotice> read(String line) {
    Matcher ban = BAN.matcher(line);
    if (ban.matches()) {
      long seconds = Math.min(MOST_SECONDS, Long.parseLong(ban.group(2)));
      return prefix(ban.group(1)).map(prefix -> new BanNotice(prefix, seconds));
    }
    Matcher lift = LIFT.matcher(line);
    if (!lift.matches()) {
      throw new IllegalArgumentException("expected: ban SOURCE SECONDS, or lift SOURCE");
    }
    return prefix(lift.group(1)).map(prefix -> new BanNotice(prefix, 0));
  }

  private static Optional<AddressPrefix> prefix(String source) {
    if (MAC.matcher(source).matches()) {
      return Optional.empty();
    }
    Matcher parts = PREFIX.matcher(source);
    if (parts.matches()) {
      InetAddress address = EvidenceLine.address(parts.group(1));
      return Optional.of(AddressPrefix.of(address, Integer.parseInt(parts.group(2))));
    }
    InetAddress address = EvidenceLine.address(source);
    return Optional.of(AddressPrefix.of(address, AddressPrefix.bits(address)));
  }
}

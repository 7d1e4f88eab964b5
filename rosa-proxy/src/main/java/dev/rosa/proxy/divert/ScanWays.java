package dev.rosa.proxy.divert;

import dev.rosa.config.IpPrefix;
import dev.rosa.proxy.rules.ScanWay;
import java.net.Inet4Address;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ways of connections to the relay of HTTP, as a word and as matches of nft. Stateless. */
final class ScanWays {
  private static final String SIDES = ">";
  private static final String NEXT = ";";

  private ScanWays() {}

  /** As one word of a command line; {@link #parse} is the inverse. */
  static String text(List<ScanWay> ways) {
    return ways.stream()
        .map(way -> words(way.from()) + SIDES + words(way.to()))
        .collect(Collectors.joining(NEXT));
  }

  private static String words(List<IpPrefix> prefixes) {
    return prefixes.stream().map(IpPrefix::toString).collect(Collectors.joining(" "));
  }

  static List<ScanWay> parse(String text) {
    return Stream.of(text.split(NEXT, -1)).map(ScanWays::parseOne).toList();
  }

  private static ScanWay parseOne(String text) {
    int sides = text.indexOf(SIDES);
    return new ScanWay(
        ScanWay.prefixes(text.substring(0, sides)), ScanWay.prefixes(text.substring(sides + 1)));
  }

  /** Matches of the addresses of what clients send, one for each rule of nft; maybe empty. */
  static List<String> sent(List<ScanWay> ways) {
    return matches(ways, "saddr", "daddr");
  }

  /** The same of what servers send. */
  static List<String> sentBack(List<ScanWay> ways) {
    return matches(ways, "daddr", "saddr");
  }

  private static List<String> matches(List<ScanWay> ways, String client, String server) {
    List<String> matches = new ArrayList<>();
    for (ScanWay way : ways) {
      if (way.from().isEmpty() && way.to().isEmpty()) {
        return List.of("");
      }
      for (IpFamily family : IpFamily.values()) {
        List<IpPrefix> from = of(way.from(), family);
        List<IpPrefix> to = of(way.to(), family);
        boolean isOfFamily =
            from.isEmpty() == way.from().isEmpty() && to.isEmpty() == way.to().isEmpty();
        if (isOfFamily) {
          matches.add(match(family, client, from) + match(family, server, to));
        }
      }
    }
    return matches;
  }

  private static List<IpPrefix> of(List<IpPrefix> prefixes, IpFamily family) {
    boolean isIpv4 = family == IpFamily.V4;
    return prefixes.stream()
        .filter(prefix -> prefix.address() instanceof Inet4Address == isIpv4)
        .toList();
  }

  private static String match(IpFamily family, String side, List<IpPrefix> prefixes) {
    if (prefixes.isEmpty()) {
      return "";
    }
    return "%s %s { %s } ".formatted(family.header, side, words(prefixes).replace(" ", ", "));
  }
}

package dev.rosa.proxy.rules;

import dev.rosa.config.IpPrefix;
import java.util.List;
import java.util.stream.Stream;

/**
 * Connections of HTTP that a scan may concern, by their ends: all that can be told before the
 * client has said anything. Immutable.
 *
 * @param from prefixes of clients; none: all
 * @param to prefixes of servers; none: all
 */
public record ScanWay(List<IpPrefix> from, List<IpPrefix> to) {

  /** All connections. */
  private static final ScanWay ALL = new ScanWay(List.of(), List.of());

  /** So many are told apart; where there are more of either, all connections are meant. */
  private static final int MOST = 64;

  private static final int MOST_PREFIXES = 1_000;

  /** Leaves out prefixes that others cover. */
  public ScanWay {
    from = widest(from);
    to = widest(to);
  }

  private static List<IpPrefix> widest(List<IpPrefix> prefixes) {
    List<IpPrefix> distinct = prefixes.stream().distinct().toList();
    return distinct.stream()
        .filter(
            one -> distinct.stream().noneMatch(other -> !other.equals(one) && covers(other, one)))
        .toList();
  }

  private static boolean covers(IpPrefix outer, IpPrefix inner) {
    return outer.lengthBits() <= inner.lengthBits() && outer.contains(inner.address());
  }

  /** Those of rules, whose attributes are right. */
  static List<ScanWay> of(Stream<RuleConfig> rules) {
    List<ScanWay> ways =
        rules
            .filter(rule -> rule.scan() != null)
            .map(rule -> new ScanWay(prefixes(rule.from()), prefixes(rule.to())))
            .distinct()
            .toList();
    int prefixes = ways.stream().mapToInt(way -> way.from.size() + way.to.size()).sum();
    boolean areAll = ways.size() > MOST || prefixes > MOST_PREFIXES || ways.contains(ALL);
    return areAll ? List.of(ALL) : ways;
  }

  /** Reads prefixes, separated by spaces. */
  public static List<IpPrefix> prefixes(String words) {
    return Words.of(words).stream().map(IpPrefix::parse).toList();
  }

  /** Tells whether each connection of another one is meant. */
  public boolean covers(ScanWay other) {
    return covers(from, other.from) && covers(to, other.to);
  }

  private static boolean covers(List<IpPrefix> outer, List<IpPrefix> inner) {
    return outer.isEmpty()
        || (!inner.isEmpty()
            && inner.stream().allMatch(one -> outer.stream().anyMatch(wide -> covers(wide, one))));
  }
}

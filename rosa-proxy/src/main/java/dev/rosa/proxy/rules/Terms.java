package dev.rosa.proxy.rules;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names that rules may use: users, groups, categories, times, scans. Immutable. */
final class Terms {
  private final UserNumbers users;
  private final Map<String, BitSet> groups = new TreeMap<>();
  private final List<String> categories;
  private final Map<String, BitSet> times = new HashMap<>();
  private final ScansConfig scans;

  Terms(ProxyConfig config, UserNumbers users) {
    this.users = users;
    for (ProxyConfig.User user : config.users().user()) {
      int index = users.of(user.name());
      for (String group : Words.of(user.groups())) {
        groups.computeIfAbsent(group, unused -> new BitSet()).set(index);
      }
    }
    categories = List.copyOf(config.lists().files().keySet());
    scans = config.scans();
    config.times().time().forEach(time -> times.put(time.name(), time.minutes()));
  }

  /** Numbers of the users. */
  UserNumbers users() {
    return users;
  }

  /** Users of a group; null if there is none of that name. */
  BitSet group(String name) {
    return groups.get(name);
  }

  /** Bit of a category; 0 if there is none of that name. */
  long category(String name) {
    int index = categories.indexOf(name);
    return index < 0 ? 0 : 1L << index;
  }

  /** Minutes of a time; null if there is none of that name. */
  BitSet time(String name) {
    return times.get(name);
  }

  boolean hasScan(String name) {
    return scans.named(name).isPresent();
  }
}

package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Count of banned sources by the prefix that they share, so that the prefix is banned when there
 * are many. As large as the bans are. One thread's.
 */
final class Raising {

  /** An IPv4 address is behind so many bits of the IPv6 address that stands for it. */
  private static final int IPV6_BEFORE_IPV4 = 96;

  private final PolicySettings.Prefixes prefixes;
  private final Map<Source, Set<Source>> bySharedPrefix = new HashMap<>();

  Raising(PolicySettings.Prefixes prefixes) {
    this.prefixes = prefixes;
  }

  /** Notes a ban; returns the prefix that should be banned, too. */
  Optional<Source> add(Source banned) {
    Optional<Source> shared = shared(banned);
    if (shared.isEmpty()) {
      return shared;
    }
    Set<Source> sources = bySharedPrefix.computeIfAbsent(shared.get(), unused -> new HashSet<>());
    sources.add(banned);
    return sources.size() >= prefixes.raiseAt() ? shared : Optional.empty();
  }

  /** Notes the end of a ban. */
  void remove(Source banned) {
    shared(banned)
        .ifPresent(
            prefix ->
                bySharedPrefix.computeIfPresent(
                    prefix,
                    (unused, sources) -> {
                      sources.remove(banned);
                      return sources.isEmpty() ? null : sources;
                    }));
  }

  private int length(Source banned) {
    if (banned.standsForIpv4()) {
      return IPV6_BEFORE_IPV4 + prefixes.raiseIpv4();
    }
    return banned.family() == Source.Family.IPV4 ? prefixes.raiseIpv4() : prefixes.raiseIpv6();
  }

  private Optional<Source> shared(Source banned) {
    if (prefixes.raiseAt() == 0 || banned.family() == Source.Family.MAC) {
      return Optional.empty();
    }
    int length = length(banned);
    return length < banned.prefixLength() ? Optional.of(banned.prefix(length)) : Optional.empty();
  }
}

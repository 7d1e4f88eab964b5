package dev.rosa.firewall.plane.allow;

import dev.rosa.firewall.plane.ban.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sources that are never banned, with the reason of each: those of the configuration, those that an
 * operator has added, and those of the machine's surroundings. Thread-safe.
 */
public final class AllowedSources {

  /**
   * Allowed source, and the reason.
   *
   * @param byOperator true: the configuration or a command allows it; false: the surroundings do,
   *     which neighbours may have forged
   */
  public record Allowed(Source source, String reason, boolean byOperator) {}

  /** Most that are added by command: each decision looks at all of them. */
  public static final int MOST_ADDED = 1_024;

  private final List<Allowed> configured;
  private final Map<Source, Allowed> added = new LinkedHashMap<>();
  private Map<Source, String> surroundings = Map.of();

  /** A snapshot of all. */
  private volatile List<Allowed> all;

  /** Those of the configuration alone. */
  public AllowedSources(List<Source> configured) {
    this.configured =
        configured.stream().map(source -> new Allowed(source, "in <allow>", true)).toList();
    this.all = this.configured;
  }

  /** Adds a source by an operator's wish; false: there are {@value #MOST_ADDED} others. */
  public synchronized boolean add(Source source) {
    if (added.size() >= MOST_ADDED && !added.containsKey(source)) {
      return false;
    }
    added.put(source, new Allowed(source, "allowed by command", true));
    collect();
    return true;
  }

  /** True if {@link #add} has added it. */
  public synchronized boolean isAdded(Source source) {
    return added.containsKey(source);
  }

  /** Takes back what {@link #add} added; false: it was not added. */
  public synchronized boolean remove(Source source) {
    boolean known = added.remove(source) != null;
    collect();
    return known;
  }

  /** Replaces those of the surroundings; true if they are others than before. */
  public synchronized boolean replaceSurroundings(Map<Source, String> found) {
    boolean differ = !surroundings.equals(found);
    surroundings = Map.copyOf(found);
    collect();
    return differ;
  }

  private void collect() {
    List<Allowed> collected = new ArrayList<>(configured);
    collected.addAll(added.values());
    surroundings.forEach((source, reason) -> collected.add(new Allowed(source, reason, false)));
    all = List.copyOf(collected);
  }

  /** All of them. */
  public List<Allowed> all() {
    return all;
  }

  /** The reason why a source is not banned: it, or an address in it, is allowed; empty: none. */
  public Optional<String> why(Source source) {
    for (Allowed each : all) {
      if (each.source().contains(source)) {
        return Optional.of(sentence(each, source));
      }
      if (source.contains(each.source())) {
        return Optional.of("it contains " + each.source() + ", " + each.reason());
      }
    }
    return Optional.empty();
  }

  /**
   * The reason why a ban in force ends before its time; empty: none. What an operator allows ends
   * all bans with an address of it. What the surroundings name ends no operator's ban, and of the
   * others no wider one: else a neighbour could end the ban of any prefix, by a router
   * advertisement from which this machine makes itself an address there.
   *
   * @param byOperator whether an operator has asked for the ban
   */
  public Optional<String> whyEnds(Source banned, boolean byOperator) {
    for (Allowed each : all) {
      boolean isAllOfIt = each.source().contains(banned);
      if (each.byOperator()
          ? isAllOfIt || banned.contains(each.source())
          : isAllOfIt && !byOperator) {
        return Optional.of(sentence(each, banned));
      }
    }
    return Optional.empty();
  }

  private static String sentence(Allowed allowed, Source source) {
    return allowed.source().equals(source)
        ? allowed.reason()
        : allowed.reason() + " (" + allowed.source() + ")";
  }
}

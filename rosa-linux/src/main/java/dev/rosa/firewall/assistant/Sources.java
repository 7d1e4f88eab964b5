package dev.rosa.firewall.assistant;

import dev.rosa.network.Link;
import dev.rosa.network.WatchedLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Search for a plan's diverted interfaces: by name; by index and MAC address if one was renamed
 * since it was seen last; by MAC address and kind if one had gone, as to another network namespace,
 * and came back with another name. One thread at a time.
 */
public final class Sources {

  /** A name that a configuration may have; an interface may get another one later. */
  public static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._\\-]{0,14}");

  private final List<String> names;
  private final Seen[] seen;
  private List<String> devices = List.of();

  /** Interfaces of these names, of which none was seen yet. */
  public Sources(List<String> names) {
    this.names = List.copyOf(names);
    seen = new Seen[names.size()];
  }

  /**
   * An interface when it was seen last.
   *
   * @param others all interfaces that were there then, and are since, by their index
   * @param isAlone whether it was the only one of its kind with its MAC address
   * @param isGone whether it was not there at a look since; another one may have its index then
   */
  private record Seen(Link link, Map<Integer, Link> others, boolean isAlone, boolean isGone) {

    static Seen of(Link link, Map<String, Link> links) {
      return new Seen(
          link,
          byIndex(links),
          links.values().stream().filter(other -> isLike(link, other)).count() == 1,
          false);
    }

    /** Its name or its address may change, and another one may get its index. */
    private static boolean isSame(Link before, Link now) {
      return now != null && (now.name().equals(before.name()) || isLike(before, now));
    }

    private static boolean isLike(Link one, Link other) {
      return other.mac().equals(one.mac()) && other.kind().equals(one.kind());
    }

    /** The same, without the others that have gone since. */
    Seen beside(Map<String, Link> links) {
      Map<Integer, Link> now = byIndex(links);
      Map<Integer, Link> left = new HashMap<>(others);
      left.entrySet().removeIf(other -> !isSame(other.getValue(), now.get(other.getKey())));
      return new Seen(link, left, isAlone, isGone);
    }

    /** It has gone, or has a name that no rule can have. */
    Seen missedIn(Map<String, Link> links) {
      boolean isThere = links.values().stream().anyMatch(this::isNow);
      return isThere ? this : new Seen(link, others, isAlone, true);
    }

    private static Map<Integer, Link> byIndex(Map<String, Link> links) {
      Map<Integer, Link> found = new HashMap<>();
      links.values().forEach(one -> found.put(one.index(), one));
      return found;
    }

    boolean isNow(Link other) {
      return isGone ? hasComeBackAs(other) : isRenamed(other);
    }

    /** Another one may have got its index since the last look. */
    private boolean isRenamed(Link other) {
      return other.index() == link.index() && isSame(link, other);
    }

    /** One that was there beside it all the time is another one. */
    private boolean hasComeBackAs(Link other) {
      boolean hasCome = other.index() == link.index() || !others.containsKey(other.index());
      return isAlone && hasCome && isLike(link, other);
    }
  }

  /** All interfaces in the plan's order, whether they are there or not. */
  public List<Source> in(Map<String, Link> links) {
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < seen.length; i++) {
      String name = names.get(i);
      Seen before = seen[i] == null ? null : seen[i].beside(links);
      Link link = links.containsKey(name) ? links.get(name) : renamed(before, links);
      if (link == null) {
        seen[i] = before == null ? null : before.missedIn(links);
        sources.add(new Source(i + 1, name, name, 0, false));
      } else {
        seen[i] = Seen.of(link, links);
        boolean usable = link.taker(links).isEmpty() && LinkNames.fitsFilters(link.name());
        sources.add(new Source(i + 1, name, link.name(), link.index(), usable));
      }
    }
    devices = sources.stream().map(Source::device).toList();
    return sources;
  }

  /** Interfaces that may be one of them after a change, by name, index or MAC address. */
  public WatchedLinks watched() {
    Set<String> all = new TreeSet<>(names);
    all.addAll(devices);
    List<Link> known = Arrays.stream(seen).filter(Objects::nonNull).map(Seen::link).toList();
    return new WatchedLinks(
        all,
        known.stream().map(Link::index).collect(Collectors.toSet()),
        known.stream().map(Link::mac).collect(Collectors.toSet()));
  }

  /** Null if there is none, or if two could be it. */
  private Link renamed(Seen before, Map<String, Link> links) {
    if (before == null) {
      return null;
    }
    List<Link> found =
        links.values().stream()
            .filter(link -> before.isNow(link) && !names.contains(link.name()))
            .filter(link -> link.type().equals(Link.ETHERNET) && LinkNames.fitsRules(link.name()))
            .toList();
    return found.size() == 1 ? found.get(0) : null;
  }
}

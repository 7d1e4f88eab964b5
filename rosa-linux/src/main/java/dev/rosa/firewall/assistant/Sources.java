package dev.rosa.firewall.assistant;

import dev.rosa.network.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Search for a plan's diverted interfaces, by name, and by index if one was renamed since it was
 * seen last. One thread at a time.
 */
public final class Sources {

  /** A name that a configuration may have; an interface may get another one later. */
  public static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._\\-]{0,14}");

  private final List<String> names;
  private final int[] indices;
  private List<String> devices = List.of();

  /** Interfaces of these names, of which none was seen yet. */
  public Sources(List<String> names) {
    this.names = List.copyOf(names);
    indices = new int[names.size()];
  }

  /** All interfaces in the plan's order, whether they are there or not. */
  public List<Source> in(Map<String, Link> links) {
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < indices.length; i++) {
      String name = names.get(i);
      Link link = links.containsKey(name) ? links.get(name) : renamed(indices[i], links);
      if (link == null) {
        sources.add(new Source(i + 1, name, name, 0, false));
      } else {
        indices[i] = link.index();
        boolean usable = link.taker(links).isEmpty() && LinkNames.fitsFilters(link.name());
        sources.add(new Source(i + 1, name, link.name(), link.index(), usable));
      }
    }
    devices = sources.stream().map(Source::device).toList();
    return sources;
  }

  /** The names that they had when they were looked for last. */
  public List<String> devices() {
    return devices;
  }

  private Link renamed(int index, Map<String, Link> links) {
    return links.values().stream()
        .filter(link -> link.index() == index && !names.contains(link.name()))
        .filter(link -> link.type().equals(Link.ETHERNET) && LinkNames.fitsRules(link.name()))
        .findFirst()
        .orElse(null);
  }
}

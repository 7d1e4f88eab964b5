package dev.rosa.kernel.nft;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Figures of the nft tables of one name: what their counters have counted, and how full their named
 * sets are. Immutable.
 *
 * @param packets packets by the counter's name
 * @param fills fill by the set's name; none of a kernel before Linux 6.17, which does not tell
 */
public record NftFigures(SortedMap<String, Long> packets, SortedMap<String, Fill> fills) {

  /** No figures. */
  public static final NftFigures NONE = new NftFigures(new TreeMap<>(), new TreeMap<>());

  /** More than a table of ours has. */
  private static final int MOST_WORDS = 64;

  private static final Pattern FIGURE = Pattern.compile("(\\w+)=(\\d{1,18})(?:/(\\d{1,18}))?");

  /**
   * Fill of a set.
   *
   * @param elements elements that it holds
   * @param most elements that it may hold
   */
  public record Fill(long elements, long most) {
    private String text() {
      return elements + "/" + most;
    }
  }

  /**
   * As words {@code NAME=PACKETS} and {@code NAME=ELEMENTS/MOST}; {@link #parse} is the inverse.
   */
  public String text() {
    Stream<String> counted =
        packets.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue());
    Stream<String> filled =
        fills.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue().text());
    return Stream.concat(counted, filled).limit(MOST_WORDS).collect(Collectors.joining(" "));
  }

  /** Reads them; words that are no figures are left out. */
  public static NftFigures parse(String text) {
    SortedMap<String, Long> packets = new TreeMap<>();
    SortedMap<String, Fill> fills = new TreeMap<>();
    Matcher figures = FIGURE.matcher(text);
    while (figures.find()) {
      long first = Long.parseLong(figures.group(2));
      if (figures.group(3) == null) {
        packets.put(figures.group(1), first);
      } else {
        fills.put(figures.group(1), new Fill(first, Long.parseLong(figures.group(3))));
      }
    }
    return new NftFigures(packets, fills);
  }

  /** These figures and others; what both have is of the others. */
  public NftFigures and(NftFigures others) {
    NftFigures all = new NftFigures(new TreeMap<>(packets), new TreeMap<>(fills));
    all.packets.putAll(others.packets);
    all.fills.putAll(others.fills);
    return all;
  }

  /** Packets of the counters with these names alone. */
  public Map<String, Long> packetsOf(Iterable<String> names) {
    Map<String, Long> some = new TreeMap<>();
    for (String name : names) {
      Long count = packets.get(name);
      if (count != null) {
        some.put(name, count);
      }
    }
    return some;
  }
}

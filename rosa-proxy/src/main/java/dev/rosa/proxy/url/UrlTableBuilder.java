package dev.rosa.proxy.url;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builder of a {@link UrlTable}, entry by entry. Owned by one thread. */
public final class UrlTableBuilder {

  /** Most entries. */
  public static final int MOST = 8_000_000;

  /** Most bytes of all entries together. */
  private static final int MOST_TEXT = 1 << 30;

  private static final int FIRST_SIZE = 1024;

  private final long seed;
  private final List<String> categories;
  private final Map<Long, Short> sets = new HashMap<>();
  private final NormalUrl url = new NormalUrl();

  private long[] distinctSets = new long[FIRST_SIZE];
  private long[] hashes = new long[FIRST_SIZE];
  private int[] texts = new int[FIRST_SIZE];
  private short[] setOf = new short[FIRST_SIZE];
  private byte[] text = new byte[FIRST_SIZE];
  private int count;
  private int textLength;

  /**
   * An empty table.
   *
   * @param seed of the hashes; a random one, so that collisions cannot be chosen
   * @param categories at most {@link UrlTable#MOST_CATEGORIES}
   */
  public UrlTableBuilder(long seed, List<String> categories) {
    if (categories.size() > UrlTable.MOST_CATEGORIES) {
      throw new IllegalArgumentException("at most 63 categories");
    }
    this.seed = seed;
    this.categories = List.copyOf(categories);
  }

  /**
   * Adds an entry.
   *
   * @param entry {@code a.example}, {@code a.example/games}, with {@code http://} or not
   * @param category index of its category
   * @return null if it was added
   */
  public UrlFault add(String entry, int category) {
    int scheme = entry.indexOf("://");
    String rest = scheme < 0 ? entry : entry.substring(scheme + 3);
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    UrlFault fault = url.setAuthority(Scheme.HTTP, authority);
    if (fault != null) {
      return fault;
    }
    byte[] path = (slash < 0 ? "/" : rest.substring(slash)).getBytes(StandardCharsets.UTF_8);
    fault = url.setTarget(path, 0, path.length);
    if (fault != null) {
      return fault;
    }
    int pathLength = url.pathLength() == 1 ? 0 : url.pathLength();
    if (count + 2 > MOST || textLength + 2L * (2 + url.hostLength()) + pathLength > MOST_TEXT) {
      return UrlFault.TOO_LONG;
    }
    if (pathLength > 0) {
      put(0, UrlTable.HAS_PATHS);
    }
    put(pathLength, 1L << category);
    return null;
  }

  private void put(int pathLength, long set) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
      texts = Arrays.copyOf(texts, count * 2);
      setOf = Arrays.copyOf(setOf, count * 2);
    }
    int length = url.hostLength() + pathLength;
    while (textLength + 2 + length > text.length) {
      text = Arrays.copyOf(text, text.length * 2);
    }
    long hash = UrlHash.add(UrlHash.start(seed), url.host(), 0, url.hostLength());
    hashes[count] = UrlHash.add(hash, url.target(), 0, pathLength);
    texts[count] = textLength;
    setOf[count] = set(set);
    count++;
    text[textLength] = (byte) (length >> 8);
    text[textLength + 1] = (byte) length;
    System.arraycopy(url.host(), 0, text, textLength + 2, url.hostLength());
    System.arraycopy(url.target(), 0, text, textLength + 2 + url.hostLength(), pathLength);
    textLength += 2 + length;
  }

  private short set(long set) {
    return sets.computeIfAbsent(
        set,
        each -> {
          distinctSets[sets.size()] = each;
          return (short) sets.size();
        });
  }

  /** The table of what was added. */
  public UrlTable build() {
    text = Arrays.copyOf(text, textLength);
    return new UrlTable(this, SortedEntries.sort(hashes, count), categories);
  }

  long seed() {
    return seed;
  }

  int[] texts() {
    return texts;
  }

  short[] sets() {
    return setOf;
  }

  long[] distinctSets() {
    return distinctSets;
  }

  byte[] text() {
    return text;
  }
}

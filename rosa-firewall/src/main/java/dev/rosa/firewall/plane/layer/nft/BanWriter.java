package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Source;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Writer of elements to the kernel's sets, in transactions of bounded length; what is in force is
 * in the book. One thread's.
 */
final class BanWriter {

  /** A transaction of 10,000 elements is too long for a socket that is not the machine's root's. */
  private static final int MOST_AT_ONCE = 1_000;

  /** Elements that are replaced are written three times. */
  private static final int MOST_REPLACED = 500;

  /** The kernel takes no end that is much later. */
  private static final long MOST_MILLIS = TimeUnit.DAYS.toMillis(36_500);

  private final BanTable table;
  private final BanBook book;
  private final InstantSource clock;
  private final int mostSources;

  /** A writer that lets the book become no longer than {@code mostSources}. */
  BanWriter(BanTable table, BanBook book, InstantSource clock, int mostSources) {
    this.table = table;
    this.book = book;
    this.clock = clock;
    this.mostSources = mostSources;
  }

  /**
   * Puts sources into a set, or gives them a new end. Those before one that is refused are in
   * force.
   *
   * @param ends end of each, in milliseconds of the plane's clock
   * @throws IOException in one line if some are not in force
   */
  void put(BanSet set, Map<Source, Long> ends) throws IOException {
    List<Map.Entry<Source, Long>> fresh = new ArrayList<>();
    List<Map.Entry<Source, Long>> replaced = new ArrayList<>();
    for (Map.Entry<Source, Long> entry : ends.entrySet()) {
      (book.has(set, entry.getKey()) ? replaced : fresh).add(entry);
    }
    write(set, replaced, true);
    int room = Math.min(fresh.size(), Math.max(0, mostSources - book.size()));
    write(set, fresh.subList(0, room), false);
    if (room < fresh.size()) {
      throw new IOException(
          "%,d bans are not in force: there are %,d already, as many as a plane can have"
              .formatted(fresh.size() - room, book.size()));
    }
  }

  private void write(BanSet set, List<Map.Entry<Source, Long>> all, boolean replaces)
      throws IOException {
    int most = replaces ? MOST_REPLACED : MOST_AT_ONCE;
    for (int from = 0; from < all.size(); from += most) {
      List<Map.Entry<Source, Long>> some = all.subList(from, Math.min(all.size(), from + most));
      if (replaces) {
        takeOut(set, some.stream().map(Map.Entry::getKey).toList());
      }
      add(set, some);
      table.commit();
      some.forEach(entry -> book.put(set, entry.getKey(), entry.getValue()));
    }
  }

  private void add(BanSet set, List<Map.Entry<Source, Long>> some) {
    long now = clock.millis();
    table.beginAdding(set);
    for (Map.Entry<Source, Long> entry : some) {
      long left = Math.max(1, Math.min(MOST_MILLIS, entry.getValue() - now));
      table.element(entry.getKey().bytes(), left);
    }
    table.endElements();
  }

  /** Elements may have ended a moment ago: they are added first, so that none is missing. */
  private void takeOut(BanSet set, Collection<Source> sources) {
    table.beginAdding(set);
    sources.forEach(source -> table.element(source.bytes(), 0));
    table.endElements();
    table.beginDeleting(set);
    sources.forEach(source -> table.element(source.bytes(), 0));
    table.endElements();
  }

  /** Takes sources out of a set; those that are not in it are left out. */
  void remove(BanSet set, Collection<Source> sources) throws IOException {
    List<Source> held = sources.stream().filter(source -> book.has(set, source)).toList();
    for (int from = 0; from < held.size(); from += MOST_REPLACED) {
      List<Source> some = held.subList(from, Math.min(held.size(), from + MOST_REPLACED));
      takeOut(set, some);
      table.commit();
      some.forEach(source -> book.remove(set, source));
    }
  }

  /** Writes all of a set again, after another program has taken some or all of it away. */
  void restore(BanSet set) throws IOException {
    long now = clock.millis();
    List<Map.Entry<Source, Long>> all =
        book.of(set).entrySet().stream().filter(entry -> entry.getValue() > now).toList();
    for (int from = 0; from < all.size(); from += MOST_AT_ONCE) {
      add(set, all.subList(from, Math.min(all.size(), from + MOST_AT_ONCE)));
      table.commit();
    }
  }
}

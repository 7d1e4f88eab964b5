package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.link.NeighbourTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Bans of MAC addresses that follow from bans of IP addresses on the same link. A MAC address is
 * taken once, when its address is banned. It is given up when another address comes to use it, or
 * when it is allowed. One thread's.
 */
final class MacBans implements AutoCloseable {

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int REST = 9;
  private static final int MOST_WAITING = 100_000;

  private final NeighbourTable table;
  private final BanWriter writer;
  private final Predicate<Source> neverBanned;
  private final LongSupplier nanoTime;

  /** Addresses that were banned since the last look, with the end of their bans. */
  private final Map<Source, Long> waiting = new LinkedHashMap<>();

  /** The MAC address that is banned for an address. */
  private final Map<Source, Source> banned = new HashMap<>();

  private long lookedNanos;

  /** A long table of routes is read a tenth of the time at most. */
  private long restNanos;

  private MacBans(
      NeighbourTable table,
      BanWriter writer,
      Predicate<Source> neverBanned,
      LongSupplier nanoTime) {
    this.table = table;
    this.writer = writer;
    this.neverBanned = neverBanned;
    this.nanoTime = nanoTime;
    this.lookedNanos = nanoTime.getAsLong();
  }

  /**
   * Gets ready to look, in this thread's network namespace.
   *
   * @param neverBanned tells MAC addresses that are left alone
   */
  static MacBans open(BanWriter writer, Predicate<Source> neverBanned, LongSupplier nanoTime)
      throws IOException {
    return new MacBans(NeighbourTable.open(), writer, neverBanned, nanoTime);
  }

  /** Notes a banned source, or the new end of its ban. */
  void add(Source source, long endMillis) {
    if (source.family() != Source.Family.MAC
        && source.isAddress()
        && waiting.size() < MOST_WAITING) {
      waiting.put(source, endMillis);
    }
  }

  /** Lifts the bans that follow from those of sources. */
  void remove(List<Source> sources) throws IOException {
    List<Source> macs = new ArrayList<>();
    for (Source source : sources) {
      waiting.remove(source);
      Source mac = banned.get(source);
      if (mac != null) {
        macs.add(mac);
      }
    }
    writer.remove(BanSet.NEIGHBOURS, macs);
    sources.forEach(banned::remove);
  }

  /** Forgets MAC addresses whose bans have ended. */
  void removeEnded(BanBook book) {
    banned.values().removeIf(mac -> !book.has(BanSet.NEIGHBOURS, mac));
  }

  /** Bans MAC addresses of new sources, and gives up those that others use. */
  void tend() throws IOException {
    long began = nanoTime.getAsLong();
    boolean isDue = !banned.isEmpty() && began - lookedNanos >= LOOK_NANOS;
    if ((waiting.isEmpty() && !isDue) || began - lookedNanos < restNanos) {
      return;
    }
    NeighbourMacs macs = NeighbourMacs.read(table);
    lookedNanos = nanoTime.getAsLong();
    restNanos = REST * (lookedNanos - began);
    giveUp(macs);
    take(macs);
  }

  private void giveUp(NeighbourMacs macs) throws IOException {
    List<Source> others = new ArrayList<>();
    banned.forEach(
        (address, mac) -> {
          if (neverBanned.test(mac) || !macs.mayStay(address, mac)) {
            others.add(address);
          }
        });
    remove(others);
  }

  private void take(NeighbourMacs macs) throws IOException {
    Map<Source, Long> ends = new LinkedHashMap<>();
    Map<Source, Source> taken = new HashMap<>();
    for (Map.Entry<Source, Long> one : waiting.entrySet()) {
      Optional<Source> mac =
          banned.containsKey(one.getKey())
              ? Optional.of(banned.get(one.getKey()))
              : macs.of(one.getKey()).filter(Predicate.not(neverBanned));
      if (mac.isPresent()) {
        ends.put(mac.get(), one.getValue());
        taken.put(one.getKey(), mac.get());
      }
    }
    waiting.clear();
    writer.put(BanSet.NEIGHBOURS, ends);
    banned.putAll(taken);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}

package dev.rosa.evidence;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;

/**
 * Table of banned prefixes, as a plane has told them; each ends by its time. One thread changes it,
 * any thread asks. It is bounded: a ban that finds no room is left out, since lower layers drop the
 * source's packets anyway.
 */
final class BannedSources {

  /** Most bans that are remembered. */
  static final int MOST = 65_536;

  private static final long NANOS = 1_000_000_000L;
  private static final int IPV6_BITS = 128;

  private final Map<AddressPrefix, Long> ends = new ConcurrentHashMap<>();

  /** Bans of each length of prefix, IPv4 behind IPv6: lengths without any need no look-up. */
  private final AtomicIntegerArray lengths =
      new AtomicIntegerArray(IPV6_BITS + 1 + Integer.SIZE + 1);

  private final LongSupplier nanos;
  private long sweptNanos;

  BannedSources(LongSupplier nanos) {
    this.nanos = nanos;
    this.sweptNanos = nanos.getAsLong();
  }

  /** Takes a notice over. */
  void take(BanNotice notice) {
    if (notice.seconds() == 0) {
      remove(notice.prefix());
    } else if (hasRoomFor(notice.prefix())) {
      long end = nanos.getAsLong() + notice.seconds() * NANOS;
      if (ends.put(notice.prefix(), end) == null) {
        lengths.incrementAndGet(place(notice.prefix().bits(), notice.prefix().length()));
      }
    }
  }

  /** Looks for ended bans once a second at most, so that a full table costs little. */
  private boolean hasRoomFor(AddressPrefix prefix) {
    if (ends.size() < MOST || ends.containsKey(prefix)) {
      return true;
    }
    long now = nanos.getAsLong();
    if (now - sweptNanos >= NANOS) {
      sweptNanos = now;
      ends.forEach((each, end) -> removeEnded(each, end, now));
    }
    return ends.size() < MOST;
  }

  private void removeEnded(AddressPrefix prefix, long end, long now) {
    if (now - end >= 0) {
      remove(prefix);
    }
  }

  private void remove(AddressPrefix prefix) {
    if (ends.remove(prefix) != null) {
      lengths.decrementAndGet(place(prefix.bits(), prefix.length()));
    }
  }

  private static int place(int bits, int length) {
    return bits == IPV6_BITS ? length : IPV6_BITS + 1 + length;
  }

  /** Forgets all of them: another plane, or the same one anew, will tell those in force. */
  void clear() {
    ends.keySet().forEach(this::remove);
  }

  /** True if a ban of the address, or of a prefix that it is in, is in force. */
  boolean contains(InetAddress address) {
    if (ends.isEmpty()) {
      return false;
    }
    int bits = AddressPrefix.bits(address);
    for (int length = bits; length >= 0; length--) {
      if (lengths.get(place(bits, length)) > 0 && isInForce(AddressPrefix.of(address, length))) {
        return true;
      }
    }
    return false;
  }

  private boolean isInForce(AddressPrefix prefix) {
    Long end = ends.get(prefix);
    return end != null && nanos.getAsLong() - end < 0;
  }

  /** Bans that are remembered, ended ones included. */
  int size() {
    return ends.size();
  }
}

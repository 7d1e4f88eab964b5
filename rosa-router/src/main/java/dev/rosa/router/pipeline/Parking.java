package dev.rosa.router.pipeline;

import dev.rosa.keys.CodeDigest;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.router.catalogue.AwaitedItem;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Buffer of packets that wait for a fetch: copies, bounded per code and in all. When there is no
 * room the oldest goes (PROTOCOL §5 step 6). Owned by one worker.
 */
public final class Parking {

  /**
   * Limits on waiting packets.
   *
   * @param perCode packets for one code
   * @param total packets for all codes
   * @param timeout how long a packet may wait
   * @param unannouncedTimeout how long one may whose epoch no catalogue announces yet
   */
  public record Limits(int perCode, int total, Duration timeout, Duration unannouncedTimeout) {

    /** A Code Server announces an epoch before it is used: the announcement is on its way. */
    private static final Duration ANNOUNCEMENT = Duration.ofSeconds(5);

    /** Limits of a router whose Code Server announces epochs while packets come. */
    public Limits(int perCode, int total, Duration timeout) {
      this(perCode, total, timeout, timeout.compareTo(ANNOUNCEMENT) < 0 ? timeout : ANNOUNCEMENT);
    }

    /** The share of each of several workers: all packets of a code may come to one. */
    Limits share(int workers) {
      return new Limits(perCode, Math.max(perCode, total / workers), timeout, unannouncedTimeout);
    }

    /** These limits for packets that no announcement is still on its way for. */
    Limits withoutAnnouncements() {
      return new Limits(perCode, total, timeout, Duration.ZERO);
    }

    /** A share of the room for packets of epochs to come. */
    Limits ofUnannounced() {
      return new Limits(
          Math.max(1, perCode / UNANNOUNCED_SHARE),
          Math.max(1, total / UNANNOUNCED_SHARE),
          unannouncedTimeout);
    }
  }

  /**
   * A packet that waits.
   *
   * @param buffer a copy of its own
   * @param accepted whether its sequence number was accepted before
   */
  public record Parked(
      AwaitedItem awaited, PacketBuffer buffer, boolean accepted, long sinceNanos) {}

  /** Divisor for the share of parked packets whose epoch is not announced yet. */
  private static final int UNANNOUNCED_SHARE = 4;

  private final Limits limits;
  private final Map<CodeDigest, ArrayDeque<Parked>> byCode = new HashMap<>();
  private int total;

  Parking(Limits limits) {
    this.limits = limits;
  }

  /** Another room, of a share of this one's size, for packets of epochs to come. */
  Parking ofUnannounced() {
    return new Parking(limits.ofUnannounced());
  }

  /** Parks a copy of a packet, and gives those that had to make room to {@code overflow}. */
  void park(AwaitedItem awaited, PacketJob job, long nowNanos, Consumer<Parked> overflow) {
    ArrayDeque<Parked> waiting = byCode.computeIfAbsent(awaited.code(), c -> new ArrayDeque<>());
    if (waiting.size() >= limits.perCode()) {
      overflow.accept(waiting.poll());
      total--;
    }
    waiting.add(new Parked(awaited, copyOf(job.buffer), job.accepted, nowNanos));
    total++;
    if (total > limits.total()) {
      overflow.accept(removeOldest());
    }
  }

  private static PacketBuffer copyOf(PacketBuffer packet) {
    ByteBuffer memory = ByteBuffer.allocate(packet.length());
    PacketBuffer copy = new PacketBuffer(memory, 0, packet.length());
    copy.copyFrom(packet);
    return copy;
  }

  private Parked removeOldest() {
    ArrayDeque<Parked> oldest = null;
    for (ArrayDeque<Parked> waiting : byCode.values()) {
      if (!waiting.isEmpty()
          && (oldest == null || waiting.peek().sinceNanos() < oldest.peek().sinceNanos())) {
        oldest = waiting;
      }
    }
    total--;
    return oldest.poll();
  }

  /** Takes out, in order of arrival, the packets that wait for {@code need}. */
  void release(AwaitedItem awaited, Consumer<Parked> released) {
    take(awaited.code(), parked -> parked.awaited().equals(awaited), released);
  }

  /** Takes out, in order of arrival, the packets whose need is one of those. */
  void releaseAll(Predicate<AwaitedItem> needs, Consumer<Parked> released) {
    takeOfAll(parked -> needs.test(parked.awaited()), released);
  }

  /** Takes out the packets that have waited too long. */
  void expire(long nowNanos, Consumer<Parked> expired) {
    long timeoutNanos = limits.timeout().toNanos();
    takeOfAll(parked -> nowNanos - parked.sinceNanos() > timeoutNanos, expired);
  }

  private void takeOfAll(Predicate<Parked> which, Consumer<Parked> taken) {
    for (CodeDigest code : byCode.keySet().toArray(new CodeDigest[0])) {
      take(code, which, taken);
    }
  }

  private void take(CodeDigest code, Predicate<Parked> which, Consumer<Parked> taken) {
    ArrayDeque<Parked> waiting = byCode.get(code);
    if (waiting == null) {
      return;
    }
    for (Iterator<Parked> it = waiting.iterator(); it.hasNext(); ) {
      Parked parked = it.next();
      if (which.test(parked)) {
        it.remove();
        total--;
        taken.accept(parked);
      }
    }
    if (waiting.isEmpty()) {
      byCode.remove(code);
    }
  }

  /** Packets that wait. */
  int size() {
    return total;
  }

  /** True if any packet waits for {@code need}. */
  boolean isAwaited(AwaitedItem awaited) {
    ArrayDeque<Parked> waiting = byCode.get(awaited.code());
    return waiting != null && waiting.stream().anyMatch(parked -> parked.awaited().equals(awaited));
  }
}

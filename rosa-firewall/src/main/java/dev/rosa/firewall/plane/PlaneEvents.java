package dev.rosa.firewall.plane;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.Decision;
import dev.rosa.firewall.plane.policy.Verdict;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Events of the plane for operators that watch, and for its reporters. A watcher that is slow
 * misses events, and no thread waits for it. Thread-safe.
 */
final class PlaneEvents implements BanNews {

  private static final int MOST_WAITING = 4_096;

  /** Fewer than the operators' socket has connections: the others are for other commands. */
  private static final int MOST_WATCHERS = 8;

  /** Of these there may be very many in an attack, and none of them changes anything. */
  private static final Set<Verdict> WITHOUT_CHANGE = Set.of(Verdict.ALREADY_BANNED);

  private final BanNews reporters;
  private final InstantSource clock;
  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

  /**
   * Events without a watcher yet.
   *
   * @param reporters hear of bans, too
   * @param clock of the times of bans
   */
  PlaneEvents(BanNews reporters, InstantSource clock) {
    this.reporters = reporters;
    this.clock = clock;
  }

  /** Operator that watches, until it is closed. */
  final class Watcher implements AutoCloseable {
    private final boolean all;
    private final ArrayBlockingQueue<Supplier<ObjectNode>> waiting =
        new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong missed = new AtomicLong();

    private Watcher(boolean all) {
      this.all = all;
    }

    private void offer(Supplier<ObjectNode> event) {
      if (!waiting.offer(event)) {
        missed.incrementAndGet();
      }
    }

    /** The next event; empty if there is none in this time. */
    Optional<ObjectNode> next(long millis) throws InterruptedException {
      Supplier<ObjectNode> event = waiting.poll(millis, TimeUnit.MILLISECONDS);
      return Optional.ofNullable(event).map(Supplier::get);
    }

    /** Events that were left out since the last call. */
    long takeMissed() {
      return missed.getAndSet(0);
    }

    @Override
    public void close() {
      watchers.remove(this);
    }
  }

  /**
   * A watcher of all events from now on.
   *
   * @param all false: without decisions that change nothing
   * @throws IOException in one line if as many watch as may
   */
  synchronized Watcher watch(boolean all) throws IOException {
    if (watchers.size() >= MOST_WATCHERS) {
      throw new IOException(MOST_WATCHERS + " others watch already, as many as may");
    }
    Watcher watcher = new Watcher(all);
    watchers.add(watcher);
    return watcher;
  }

  /** Tells of a decision. */
  void decided(Decision decision) {
    for (Watcher watcher : watchers) {
      if (watcher.all || !WITHOUT_CHANGE.contains(decision.verdict())) {
        watcher.offer(() -> PlaneLines.decided(decision));
      }
    }
  }

  @Override
  public void tell(Ban ban) {
    reporters.tell(ban);
    long now = clock.millis();
    watchers.forEach(watcher -> watcher.offer(() -> PlaneLines.banned(ban, now)));
  }

  @Override
  public void tellLifted(Source source) {
    reporters.tellLifted(source);
    long now = clock.millis();
    watchers.forEach(watcher -> watcher.offer(() -> PlaneLines.lifted(source, now)));
  }
}

package dev.rosa.client.endpoint;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of sessions that unverified packets name, for joining at the Authorization Server. It has
 * one call a session at a time, few sessions at a time, few a second, and remembers a refusal for a
 * while. So forged packets of any content cost the server little. All methods belong to the
 * Destination's thread; the calls run on threads of the queue's own.
 */
final class JoinQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JoinQueue.class);
  private static final int THREADS = 2;
  private static final int MAX_PENDING = 32;
  static final int BURST = 32;
  static final long MILLIS_PER_JOIN = 100;
  private static final int MAX_REFUSED = 4_096;
  private static final long REFUSED_MILLIS = 30_000;
  private static final long TROUBLE_MILLIS = 1_000;
  private static final long SAY_MILLIS = 10_000;

  private final Join join;
  private final InstantSource clock;
  private final Runnable whenDone;
  private final ExecutorService calls =
      Executors.newFixedThreadPool(
          THREADS,
          task -> {
            Thread thread = new Thread(task, "session-join");
            thread.setDaemon(true);
            return thread;
          });
  private final Queue<Outcome> done = new ConcurrentLinkedQueue<>();
  private final Set<Long> pending = new HashSet<>();
  private final Map<Long, Verdict> verdicts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Verdict> eldest) {
          return size() > MAX_REFUSED;
        }
      };

  private final AtomicLong saidAtMillis = new AtomicLong();

  /** The bucket is full when this lies {@code BURST} joins back. */
  private long spentUntilMillis;

  /**
   * A queue.
   *
   * @param whenDone called from any thread when {@link #poll} has something
   */
  JoinQueue(Join join, InstantSource clock, Runnable whenDone) {
    this.join = join;
    this.clock = clock;
    this.whenDone = whenDone;
  }

  /** Request to the server for a session. */
  @FunctionalInterface
  interface Join {
    ActiveSession join(long session) throws CallFailedException;
  }

  /** State of a session that is not joined. */
  enum Hope {
    /** A call is under way. */
    PENDING,
    /** The server said no a short while ago. */
    REFUSED,
    /** The server could not be asked a short while ago. */
    TROUBLE,
    /** Too much is asked at the moment. */
    LIMITED
  }

  /** Outcome of a call: a session, or the reason for its absence. */
  public record Outcome(long session, ActiveSession joined, Hope verdict) {}

  /** A server's answer about a session, and the time until which it is remembered. */
  private record Verdict(Hope hope, long untilMillis) {}

  /** Sees to it that a session is asked for, unless there are reasons not to. */
  Hope ask(long session) {
    long nowMillis = clock.millis();
    Verdict verdict = verdicts.get(session);
    if (verdict != null && nowMillis < verdict.untilMillis()) {
      return verdict.hope();
    }
    if (pending.contains(session)) {
      return Hope.PENDING;
    }
    if (pending.size() >= MAX_PENDING || !spend(nowMillis)) {
      return Hope.LIMITED;
    }
    pending.add(session);
    calls.execute(() -> call(session));
    return Hope.PENDING;
  }

  private boolean spend(long nowMillis) {
    long floor = nowMillis - BURST * MILLIS_PER_JOIN;
    long after = Math.max(spentUntilMillis, floor) + MILLIS_PER_JOIN;
    if (after > nowMillis) {
      return false;
    }
    spentUntilMillis = after;
    return true;
  }

  private void call(long session) {
    Outcome outcome;
    try {
      outcome = new Outcome(session, join.join(session), null);
    } catch (CallFailedException e) {
      sayNowAndThen(session, e);
      outcome = new Outcome(session, null, e.isRefusal() ? Hope.REFUSED : Hope.TROUBLE);
    } catch (RuntimeException e) {
      LOG.error("session not joined session={}", hex(session), e);
      outcome = new Outcome(session, null, Hope.TROUBLE);
    }
    done.add(outcome);
    whenDone.run();
  }

  /** Forged packets could fill a log as well as a server: the counters know how often. */
  private void sayNowAndThen(long session, CallFailedException failure) {
    long nowMillis = clock.millis();
    long last = saidAtMillis.get();
    if (nowMillis - last >= SAY_MILLIS && saidAtMillis.compareAndSet(last, nowMillis)) {
      LOG.info("session not joined session={} reason={}", hex(session), failure.getMessage());
    }
  }

  private static String hex(long session) {
    return String.format("%016x", session);
  }

  /** The next call that has ended, or null. */
  Outcome poll() {
    Outcome outcome = done.poll();
    if (outcome != null) {
      pending.remove(outcome.session());
      if (outcome.joined() == null) {
        long millis = outcome.verdict() == Hope.REFUSED ? REFUSED_MILLIS : TROUBLE_MILLIS;
        verdicts.remove(outcome.session());
        verdicts.put(outcome.session(), new Verdict(outcome.verdict(), clock.millis() + millis));
      }
    }
    return outcome;
  }

  @Override
  public void close() {
    calls.shutdownNow();
  }
}

package dev.rosa.client.endpoint;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of sessions that unverified packets name, for joining at the Authorization Server. It has
 * one call a session at a time, few sessions at a time, few a second ({@link JoinRates}), and
 * remembers a refusal for a while. So forged packets of any content cost the server little. While
 * the server cannot be asked, a few sessions are asked for again every second, as long as a call
 * may take. All methods belong to the Destination's thread; the calls run on threads of the queue's
 * own.
 */
final class JoinQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JoinQueue.class);
  private static final int THREADS = 2;
  private static final int MAX_PENDING = 32;

  /** Sessions of unknown origin that may be pending: known ones have room beside them. */
  private static final int MAX_UNKNOWN = 24;

  /** Fewer than may be pending: the others have room while the server is away. */
  private static final int MAX_WAITING = 16;

  static final int MAX_UNKNOWN_WAITING = 8;

  private static final int MAX_REFUSED = 4_096;
  private static final long REFUSED_MILLIS = 30_000;
  static final long TROUBLE_MILLIS = 1_000;
  static final long PATIENCE_MILLIS = ControlNodes.PATIENCE.toMillis();
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

  private final JoinRates rates = new JoinRates();

  /** Sessions that are asked for. */
  private final Map<Long, Asked> pending = new HashMap<>();

  /** Those of them that are asked for again, with the time of that; the earliest first. */
  private final Map<Long, Long> waiting = new LinkedHashMap<>();

  private final Map<Long, Verdict> verdicts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Verdict> eldest) {
          return size() > MAX_REFUSED;
        }
      };

  private final AtomicLong saidAtMillis = new AtomicLong();

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
    /** A call is under way, or follows. */
    PENDING,
    /** The server said no a short while ago. */
    REFUSED,
    /** The server could not be asked a short while ago, and the session does not wait for it. */
    TROUBLE,
    /** Too much is asked at the moment. */
    LIMITED
  }

  /** Outcome of a call: a session, or the reason for its absence. */
  public record Outcome(long session, ActiveSession joined, Hope verdict) {}

  /** A server's answer about a session, and the time until which it is remembered. */
  private record Verdict(Hope hope, long untilMillis) {}

  /** Origin of the packet that named a session, and the time of the first call. */
  private record Asked(JoinRates.Origin origin, long firstMillis) {}

  /**
   * Sees to it that a session is asked for, unless there are reasons not to.
   *
   * @param origin of the packet that names it
   */
  Hope ask(long session, JoinRates.Origin origin) {
    long nowMillis = clock.millis();
    Verdict verdict = verdicts.get(session);
    if (verdict != null && nowMillis < verdict.untilMillis()) {
      return verdict.hope();
    }
    if (pending.containsKey(session)) {
      return Hope.PENDING;
    }
    int most = rates.isKnown(origin) ? MAX_PENDING : MAX_UNKNOWN;
    if (pending.size() >= most || !rates.spend(origin, nowMillis)) {
      return Hope.LIMITED;
    }
    pending.put(session, new Asked(origin, nowMillis));
    calls.execute(() -> call(session));
    return Hope.PENDING;
  }

  /**
   * Errors count as well, such as no memory or no thread: the session would be pending for ever.
   */
  private void call(long session) {
    Outcome outcome = new Outcome(session, null, Hope.TROUBLE);
    try {
      outcome = new Outcome(session, join.join(session), null);
    } catch (CallFailedException e) {
      sayNowAndThen(session, e);
      outcome = new Outcome(session, null, e.isRefusal() ? Hope.REFUSED : Hope.TROUBLE);
    } catch (RuntimeException | Error e) {
      LOG.error("session not joined session={}", hex(session), e);
    } finally {
      // Also when there is no memory for the line of log.
      done.add(outcome);
      whenDone.run();
    }
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

  /** The next session that is decided, or null. Calls again for those that wait for the server. */
  Outcome poll() {
    long nowMillis = clock.millis();
    callAgain(nowMillis);
    Outcome outcome = done.poll();
    while (outcome != null && waits(outcome, nowMillis)) {
      outcome = done.poll();
    }
    if (outcome != null) {
      decide(outcome, nowMillis);
    }
    return outcome;
  }

  private void callAgain(long nowMillis) {
    Iterator<Map.Entry<Long, Long>> all = waiting.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Long, Long> next = all.next();
      if (next.getValue() > nowMillis) {
        return;
      }
      long session = next.getKey();
      if (rates.spend(pending.get(session).origin(), nowMillis)) {
        all.remove();
        calls.execute(() -> call(session));
      }
    }
  }

  private boolean waits(Outcome outcome, long nowMillis) {
    Asked asked = pending.get(outcome.session());
    int most = rates.isKnown(asked.origin()) ? MAX_WAITING : MAX_UNKNOWN_WAITING;
    boolean may =
        outcome.verdict() == Hope.TROUBLE
            && waiting.size() < most
            && nowMillis - asked.firstMillis() < PATIENCE_MILLIS;
    if (may) {
      waiting.put(outcome.session(), nowMillis + TROUBLE_MILLIS);
    }
    return may;
  }

  private void decide(Outcome outcome, long nowMillis) {
    Asked asked = pending.remove(outcome.session());
    if (outcome.joined() != null) {
      rates.joined(asked.origin());
    } else {
      long millis = outcome.verdict() == Hope.REFUSED ? REFUSED_MILLIS : TROUBLE_MILLIS;
      verdicts.remove(outcome.session());
      verdicts.put(outcome.session(), new Verdict(outcome.verdict(), nowMillis + millis));
    }
  }

  @Override
  public void close() {
    calls.shutdownNow();
  }
}

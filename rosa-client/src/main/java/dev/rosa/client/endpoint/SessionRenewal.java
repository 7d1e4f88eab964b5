package dev.rosa.client.endpoint;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renewal of a Source's sessions: it fetches the next one in the background before the current one
 * ends, or when the Authorization Server tells to. The current one stays in use until the next one
 * is there. All methods but {@link #close} belong to the Source's thread.
 *
 * <p>Time is counted from when a session was asked for, not by its SST and SET: a Source whose
 * clock is wrong still stops in time.
 */
final class SessionRenewal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionRenewal.class);
  private static final long MILLIS = 1_000;

  /** The server's now may have been cut to whole seconds: up to one less than was asked for. */
  private static final long ROUNDING_MILLIS = 1_000;

  private static final long MAX_AHEAD_MILLIS = 60_000;
  private static final long FIRST_RETRY_MILLIS = 250;
  private static final long MAX_RETRY_MILLIS = 10_000;

  /** A server's notices bring about no more requests than one in so long. */
  private static final long BETWEEN_TOLD_MILLIS = 1_000;

  private static final long POLL_MILLIS = 50;
  private static final long NOT_TOLD = Long.MAX_VALUE;

  private final Opener opener;
  private final StandingNotice.Feed notices;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Counters<SourceEvent> counters = new Counters<>(SourceEvent.class);
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "session-renewal");
            thread.setDaemon(true);
            return thread;
          });

  private Held current;

  /** The session that was used last: it is told of also after its end. */
  private ActiveSession last;

  private Future<Held> next;
  private CallFailedException lastFailure;
  private CallFailedException revoked;
  private long retryMillis = FIRST_RETRY_MILLIS;
  private long retryAtMillis;
  private long endedAtMillis;
  private boolean saidEnded;

  /** The time at which to renew because the server told to. */
  private long toldAtMillis = NOT_TOLD;

  /** When the next request may be made that a notice brings about. */
  private long obeyFromMillis = Long.MIN_VALUE;

  SessionRenewal(
      Opener opener, StandingNotice.Feed notices, InstantSource clock, RandomGenerator random) {
    this.opener = opener;
    this.notices = notices;
    this.clock = clock;
    this.random = random;
  }

  /** Request for a further session with the same parameters. */
  @FunctionalInterface
  interface Opener {
    ActiveSession open() throws CallFailedException;
  }

  /** A session and this clock's time at which it is renewed, and no longer used. */
  private record Held(ActiveSession session, long renewAtMillis, long endsAtMillis) {
    static Held of(ActiveSession session, long askedAtMillis) {
      long window = session.windowSeconds() * MILLIS;
      long usable = Math.max(window / 2, window - ROUNDING_MILLIS);
      long ahead = Math.min(Math.max(window / 4, MILLIS), Math.min(MAX_AHEAD_MILLIS, usable / 2));
      return new Held(session, askedAtMillis + usable - ahead, askedAtMillis + usable);
    }
  }

  /** The counts of the Source that uses the sessions. */
  Counters<SourceEvent> counters() {
    return counters;
  }

  /** Opens the first session now; failing is final. */
  ActiveSession openFirst() throws CallFailedException {
    use(fetch());
    return current.session();
  }

  private Held fetch() throws CallFailedException {
    long askedAtMillis = clock.millis();
    return Held.of(opener.open(), askedAtMillis);
  }

  private void use(Held held) {
    if (last != null) {
      notices.leave(number(last));
    }
    current = held;
    last = held.session();
    toldAtMillis = NOT_TOLD;
    notices.hold(number(last));
  }

  private static long number(ActiveSession session) {
    return session.parameters().session();
  }

  /**
   * The session to seal with now. Waits only if the last one has ended before the next one is
   * there, and as long as the server cannot be asked.
   *
   * @throws CallFailedException if the last session was revoked, or has ended and the server
   *     refused another one
   */
  ActiveSession await() throws CallFailedException, InterruptedException {
    while (!isReady()) {
      pause();
    }
    return current.session();
  }

  /**
   * True if {@link #await} would not wait; takes a new session that has come, asks for one if it is
   * time to.
   *
   * @throws CallFailedException if the last session was revoked, or has ended and the server
   *     refused another one
   */
  boolean isReady() throws CallFailedException, InterruptedException {
    requireNotRevoked();
    step(clock.millis());
    if (current == null && lastFailure != null && lastFailure.isRefusal()) {
      throw lastFailure;
    }
    return current != null;
  }

  /**
   * Takes notice of what the server told, also while nothing is sent.
   *
   * @throws CallFailedException if the session was revoked, and nothing may take its place
   */
  void requireNotRevoked() throws CallFailedException {
    for (StandingNotice notice = notices.poll(); notice != null; notice = notices.poll()) {
      if (notice.session() == number(last)) {
        obey(notice, clock.millis());
      }
    }
    if (revoked != null) {
      throw revoked;
    }
  }

  private void obey(StandingNotice notice, long nowMillis) {
    if (notice.isVoid()) {
      current = null;
      revoked =
          CallFailedException.revoked(
              "session " + last.sessionHex() + " is void: " + notice.text());
    } else if (notice.isRenewal() && current != null) {
      counters.add(SourceEvent.TOLD_TO_RENEW);
      long waitMillis = random.nextLong(notice.spreadMillis() + 1);
      long atMillis = Math.max(obeyFromMillis, nowMillis + waitMillis);
      if (toldAtMillis == NOT_TOLD || notice.ended()) {
        LOG.info("told to renew session={} reason=\"{}\"", last.sessionHex(), notice.text());
      }
      if (notice.ended()) {
        endNow(nowMillis, atMillis);
      } else {
        toldAtMillis = Math.min(toldAtMillis, atMillis);
      }
    }
  }

  /** Routers drop packets of this session from now on: they wait for the next one. */
  private void endNow(long nowMillis, long nextAtMillis) {
    current = null;
    endedAtMillis = nowMillis;
    lastFailure = null;
    retryAtMillis = nextAtMillis;
  }

  private void step(long nowMillis) throws InterruptedException {
    if (next != null && next.isDone()) {
      take(nowMillis);
    }
    if (current != null && nowMillis >= current.endsAtMillis()) {
      endedAtMillis = current.endsAtMillis();
      current = null;
    }
    sayIfNoneFollows();
    if (isDue(nowMillis) && next == null && nowMillis >= retryAtMillis) {
      obeyFromMillis = nowMillis + BETWEEN_TOLD_MILLIS;
      next = background.submit(this::fetch);
    }
  }

  private boolean isDue(long nowMillis) {
    return current == null || nowMillis >= Math.min(current.renewAtMillis(), toldAtMillis);
  }

  /** Once, and not for a session that is only late: one that is asked for may come in a moment. */
  private void sayIfNoneFollows() {
    if (current == null && lastFailure != null && !lastFailure.isRefusal() && !saidEnded) {
      saidEnded = true;
      LOG.warn("no session since {}, datagrams wait", Instant.ofEpochMilli(endedAtMillis));
    }
  }

  private void take(long nowMillis) throws InterruptedException {
    try {
      use(next.get());
      lastFailure = null;
      saidEnded = false;
      retryMillis = FIRST_RETRY_MILLIS;
      LOG.info("session renewed session={}", current.session().sessionHex());
    } catch (ExecutionException e) {
      failed(e.getCause(), nowMillis);
    }
    next = null;
  }

  private void failed(Throwable cause, long nowMillis) {
    if (!(cause instanceof CallFailedException failure)) {
      throw new IllegalStateException("session renewal failed", cause);
    }
    boolean early = current != null && nowMillis < current.renewAtMillis();
    if (early && failure.isRefusal()) {
      toldAtMillis = NOT_TOLD;
      LOG.warn("no new session, the last one goes on: {}", failure.getMessage());
      return;
    }
    lastFailure = failure;
    retryAtMillis = nowMillis + retryMillis;
    LOG.warn("no new session yet, next try in {} ms: {}", retryMillis, failure.getMessage());
    retryMillis = Math.min(2 * retryMillis, MAX_RETRY_MILLIS);
  }

  private void pause() throws InterruptedException {
    if (next == null) {
      Thread.sleep(POLL_MILLIS);
      return;
    }
    try {
      next.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The next step looks at it.
      LOG.trace("still waiting", e);
    }
  }

  @Override
  public void close() {
    background.shutdownNow();
    notices.close();
  }
}

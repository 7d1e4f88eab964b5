package dev.rosa.client.endpoint;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renewal of a Source's sessions: it fetches the next one in the background before the current one
 * ends. All methods but {@link #close} belong to the Source's thread.
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
  private static final long POLL_MILLIS = 50;

  private final Opener opener;
  private final InstantSource clock;
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "session-renewal");
            thread.setDaemon(true);
            return thread;
          });

  private Held current;
  private Future<Held> next;
  private CallFailedException lastFailure;
  private long retryMillis = FIRST_RETRY_MILLIS;
  private long retryAtMillis;
  private long endedAtMillis;
  private boolean saidEnded;

  SessionRenewal(Opener opener, InstantSource clock) {
    this.opener = opener;
    this.clock = clock;
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

  /** Opens the first session now; failing is final. */
  ActiveSession openFirst() throws CallFailedException {
    current = fetch();
    return current.session();
  }

  private Held fetch() throws CallFailedException {
    long askedAtMillis = clock.millis();
    return Held.of(opener.open(), askedAtMillis);
  }

  /**
   * The session to seal with now. Waits only if the last one has ended before the next one is
   * there, and as long as the server cannot be asked.
   *
   * @throws CallFailedException if the server refused and the last session has ended
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
   * @throws CallFailedException if the server refused and the last session has ended
   */
  boolean isReady() throws CallFailedException, InterruptedException {
    step(clock.millis());
    if (current == null && lastFailure != null && lastFailure.isRefusal()) {
      throw lastFailure;
    }
    return current != null;
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
    boolean due = current == null || nowMillis >= current.renewAtMillis();
    if (due && next == null && nowMillis >= retryAtMillis) {
      next = background.submit(this::fetch);
    }
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
      current = next.get();
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
  }
}

package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.metering.MeteredThread;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loading of code with a time limit. Loading runs the code's static initialisers, constructor and
 * {@code start}. A lane meters them; this is the barrier behind, for what it does not meter. Java
 * cannot end a thread by force. So each loading has a thread of its own, which is abandoned, with a
 * line in the log, when its time is over. The code is refused from then on, also for later
 * requests. Nothing leaves that thread but code that is loaded or a {@link BundleException}.
 * Thread-safe.
 */
final class BoundedLoading {

  /** Far beyond what loading takes, also on a machine that does ten other things. */
  static final Duration LIMIT = Duration.ofSeconds(10);

  /** A thread that is left behind may need a core for ever: then, nothing more is loaded. */
  static final int MOST_LEFT_BEHIND = 4;

  /** Loader of one code. */
  interface Loading {
    /** The code, or why not. */
    LoadedCode load() throws BundleException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(BoundedLoading.class);

  private final Duration limit;
  private final Set<CodeDigest> leftBehind = ConcurrentHashMap.newKeySet();

  BoundedLoading(Duration limit) {
    this.limit = limit;
  }

  /** Number of codes that did not end loading. */
  int leftBehind() {
    return leftBehind.size();
  }

  /**
   * Waits until a code is loaded, not longer than its time.
   *
   * @throws BundleException as {@code loading} does; or the code does not end, or too many did not;
   *     or loading threw something else, of which the message has the class's name only
   */
  LoadedCode load(CodeDigest code, Loading loading) throws BundleException {
    if (leftBehind.contains(code)) {
      throw new BundleException(doesNotEnd());
    } else if (leftBehind.size() >= MOST_LEFT_BEHIND) {
      throw new BundleException(
          "%d codes did not end loading: no further code is loaded until the router is restarted"
              .formatted(leftBehind.size()));
    }
    FutureTask<LoadedCode> task = new FutureTask<>(() -> contain(loading));
    Thread thread = new MeteredThread(task, "loading " + code.hex().substring(0, 8));
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      throw new BundleException("there is no thread that could load it");
    }
    return await(code, task);
  }

  /** Loads, and lets no object that code threw leave its thread: its methods are code as well. */
  @SuppressWarnings("CatchThrowable")
  private static LoadedCode contain(Loading loading) throws BundleException {
    try {
      return loading.load();
    } catch (BundleException e) {
      throw e;
    } catch (Throwable e) {
      throw doesNotLoad(e);
    }
  }

  private static BundleException doesNotLoad(Throwable e) {
    return new BundleException("does not load: " + ThrownByCode.name(e));
  }

  private LoadedCode await(CodeDigest code, FutureTask<LoadedCode> task) throws BundleException {
    try {
      return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      leftBehind.add(code);
      LOG.error(
          "code {} {}: its thread is left behind and may need a core until the router is restarted",
          code,
          doesNotEnd());
      throw new BundleException(doesNotEnd());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BundleException refusal ? refusal : doesNotLoad(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BundleException("the router stops");
    } finally {
      // Interrupts code that reacts to it; does nothing if it has ended.
      task.cancel(true);
    }
  }

  private String doesNotEnd() {
    return "does not end loading within " + limit.toSeconds() + " s";
  }
}

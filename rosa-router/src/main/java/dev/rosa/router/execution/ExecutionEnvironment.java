package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.MinuteRates;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loader of active code (PROTOCOL §5 step 10; ROSA §4.2.2): it checks a bundle's digest, prepares
 * its classes once, and makes each worker's instance. Loading for packets has a time limit.
 * Thread-safe.
 */
public final class ExecutionEnvironment {

  private static final Logger LOG = LoggerFactory.getLogger(ExecutionEnvironment.class);
  private static final int LINES_PER_MINUTE = 60;

  private final String routerName;
  private final BundleLimits limits;
  private final ExecutionLane lane;

  /** Of every code that some worker holds. Weakly: withdrawn classes can be unloaded. */
  private final Map<CodeDigest, WeakReference<VerifiedCode>> classes = new HashMap<>();

  /** Of every code that was started. */
  private final Map<CodeDigest, CodeTotals> started = new ConcurrentHashMap<>();

  /** Of every code that was loaded; a stop outlives the code's classes. */
  private final Map<CodeDigest, CodeBreaker> breakers = new ConcurrentHashMap<>();

  private final CodeBreaker.Limits breaking;
  private final WorkerClock clock;

  private final BoundedLoading loading;
  private final MinuteRates<String> lines = new MinuteRates<>();

  /**
   * An environment.
   *
   * @param routerName what applications may know of the router
   * @param limits what a bundle may be at most
   * @param lane runs the code
   */
  public ExecutionEnvironment(String routerName, BundleLimits limits, ExecutionLane lane) {
    this(routerName, limits, lane, CodeBreaker.Limits.NONE, WorkerClock.system());
  }

  /**
   * An environment.
   *
   * @param breaking how many failures stop a code
   * @param clock times of failures
   */
  public ExecutionEnvironment(
      String routerName,
      BundleLimits limits,
      ExecutionLane lane,
      CodeBreaker.Limits breaking,
      WorkerClock clock) {
    this.lane = lane;
    this.routerName = routerName;
    this.limits = limits;
    this.loading = new BoundedLoading(BoundedLoading.LIMIT);
    this.breaking = breaking;
    this.clock = clock;
  }

  /**
   * Loads a bundle and makes an instance for one worker.
   *
   * @throws BundleException if the bytes have another digest, are harmful, or do not start
   */
  public LoadedCode load(byte[] jar, CodeDigest expected) throws BundleException {
    CodeDigest digest = CodeDigest.ofBundle(jar);
    if (!digest.equals(expected)) {
      throw new BundleException("the bundle's digest is " + digest + ", not " + expected);
    }
    VerifiedCode code = verified(jar, digest);
    ApplicationContext context = new ApplicationContext(routerName);
    LoadedCode loaded = start(code, context);
    started.computeIfAbsent(digest, unused -> new CodeTotals()).add(loaded, context);
    return loaded;
  }

  /** The classes of a code are defined once for all workers, so that they get hot once. */
  private VerifiedCode verified(byte[] jar, CodeDigest digest) throws BundleException {
    VerifiedCode known = known(digest);
    if (known != null) {
      return known;
    }
    CodeBundle bundle = CodeBundle.open(jar, limits);
    // No other thread waits for this: the code's own initialisers run, perhaps for ever.
    StartableCode startable = lane.prepare(bundle);
    return remember(
        new VerifiedCode(
            digest, bundle.failurePolicy(), bundle.samples(), startable, breaker(digest)));
  }

  private CodeBreaker breaker(CodeDigest digest) {
    return breakers.computeIfAbsent(digest, code -> new CodeBreaker(code, breaking, clock));
  }

  private synchronized VerifiedCode known(CodeDigest digest) {
    WeakReference<VerifiedCode> known = classes.get(digest);
    return known == null ? null : known.get();
  }

  /** The code, or the instance that another thread has loaded meanwhile. */
  private synchronized VerifiedCode remember(VerifiedCode code) {
    VerifiedCode known = known(code.digest());
    if (known != null) {
      return known;
    }
    classes.put(code.digest(), new WeakReference<>(code));
    return code;
  }

  /**
   * Loads a bundle as {@link #load} does, within {@link BoundedLoading#LIMIT}, and says so in the
   * log, in a bounded number of lines a minute.
   *
   * @throws BundleException as {@link #load} does, or if the code does not end loading
   */
  public LoadedCode loadForPackets(byte[] jar, CodeDigest expected) throws BundleException {
    LoadedCode code = loading.load(expected, () -> load(jar, expected));
    tellLoaded(expected);
    return code;
  }

  /** A Code Server can have a code loaded again and again. */
  private void tellLoaded(CodeDigest code) {
    OptionalLong untold = lines.take("loaded", LINES_PER_MINUTE, clock.wall().instant());
    if (untold.isPresent() && untold.getAsLong() > 0) {
      LOG.info("code {} loaded; {} loads before it have no line", code, untold.getAsLong());
    } else if (untold.isPresent()) {
      LOG.info("code {} loaded", code);
    }
  }

  /** Instances of a code that are not known to be gone. */
  int liveInstances(CodeDigest code) {
    return started.get(code).live();
  }

  /** Number of codes that were refused because they did not end loading. */
  public int endlessCodes() {
    return loading.leftBehind();
  }

  private static LoadedCode start(VerifiedCode code, ApplicationContext context)
      throws BundleException {
    return new LoadedCode(code, code.startable().start(context), context);
  }

  /**
   * Prewarm instance of code that is loaded: its counts are discarded, and its faults are not
   * logged. It starts within the same time as code that is loaded.
   *
   * @throws BundleException if it does not start a second time, or does not end starting; then it
   *     is not loaded any more either
   */
  LoadedCode prewarmInstance(LoadedCode code) throws BundleException {
    ApplicationContext unseen = new ApplicationContext(routerName);
    return loading.load(code.digest(), () -> start(code.code(), unseen)).withoutReports();
  }

  /** The counters of every application that was started here, by code and name. */
  public SortedMap<String, SortedMap<String, Long>> applicationCounters() {
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>();
    started.forEach((digest, totals) -> all.put(digest.hex(), totals.counters()));
    return all;
  }

  /** Reports on the runs of every code that was started here, by the code's digest in hex. */
  public SortedMap<String, CodeReport> reports() {
    SortedMap<String, CodeReport> all = new TreeMap<>();
    started.forEach((digest, totals) -> all.put(digest.hex(), totals.report(breaker(digest))));
    return all;
  }

  /**
   * Lets codes run again that were stopped.
   *
   * @param digits with which their digests begin, in hex
   * @return number of codes that were stopped
   */
  public int resume(String digits) {
    int resumed = 0;
    for (CodeBreaker breaker : breakers.values()) {
      boolean meant = breaker.code().hex().startsWith(digits);
      resumed += meant && breaker.resume() ? 1 : 0;
    }
    return resumed;
  }
}

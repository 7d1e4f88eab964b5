package dev.rosa.router.execution;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.keys.CodeDigest;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Environment that makes bundles run (PROTOCOL §5 step 10; ROSA §4.2.2). It verifies and loads the
 * bytes that were hashed, each code by a class loader of its own. Thread-safe. Metering will sit
 * between verifying and defining the classes.
 */
public final class ExecutionEnvironment {

  private static final Logger LOG = LoggerFactory.getLogger(ExecutionEnvironment.class);

  private static final String LOADER_PREFIX = "code-";

  private final String routerName;
  private final BundleLimits limits;
  private final AllowList allowList = AllowList.builtIn();
  private final AllowListVerifier verifier = new AllowListVerifier(allowList);

  /** Of every code that some worker holds. Weakly: withdrawn classes can be unloaded. */
  private final Map<CodeDigest, WeakReference<VerifiedCode>> classes = new HashMap<>();

  /** Of every instance that was started. Without the code: withdrawn classes can be unloaded. */
  private final Map<CodeDigest, List<ApplicationContext>> started = new ConcurrentHashMap<>();

  private final BoundedLoading loading;

  /**
   * An environment.
   *
   * @param routerName what applications may know of the router
   * @param limits what a bundle may be at most
   */
  public ExecutionEnvironment(String routerName, BundleLimits limits) {
    this(routerName, limits, BoundedLoading.LIMIT);
  }

  /** As above, with another limit for what code does while it is loaded for packets. */
  ExecutionEnvironment(String routerName, BundleLimits limits, Duration loadingLimit) {
    ClassesForCode.initialise();
    this.routerName = routerName;
    this.limits = limits;
    this.loading = new BoundedLoading(loadingLimit);
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
    started.computeIfAbsent(digest, d -> new CopyOnWriteArrayList<>()).add(context);
    return loaded;
  }

  /** The classes of a code are defined once for all workers, so that they get hot once. */
  private VerifiedCode verified(byte[] jar, CodeDigest digest) throws BundleException {
    VerifiedCode known = known(digest);
    if (known != null) {
      return known;
    }
    CodeBundle bundle = CodeBundle.open(jar, limits);
    verifier.verify(bundle);
    // No other thread waits for this: the code's own initialisers run, perhaps for ever.
    Class<? extends ActiveApplication> type = defineClasses(bundle);
    return remember(new VerifiedCode(digest, bundle.failurePolicy(), bundle.samples(), type));
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
   * log.
   *
   * @throws BundleException as {@link #load} does, or if the code does not end loading
   */
  public LoadedCode loadForPackets(byte[] jar, CodeDigest expected) throws BundleException {
    LoadedCode code = loading.load(expected, () -> load(jar, expected));
    LOG.info("code {} loaded", expected);
    return code;
  }

  /** Number of codes that were refused because they did not end loading. */
  public int endlessCodes() {
    return loading.leftBehind();
  }

  // Everything that the code throws, out of memory and failed assertions included, is its refusal.
  @SuppressWarnings("CatchThrowable")
  private Class<? extends ActiveApplication> defineClasses(CodeBundle bundle)
      throws BundleException {
    String entryClass = bundle.entryClass();
    try {
      BundleClassLoader loader =
          new BundleClassLoader(loaderName(bundle.digest().hex()), allowList, bundle.classes());
      for (String name : bundle.classes().keySet()) {
        verifyByJvm(Class.forName(name, false, loader));
      }
      bundle.classes().values().forEach(file -> nameClasses(file, loader));
      return Class.forName(entryClass, true, loader).asSubclass(ActiveApplication.class);
    } catch (ExceptionInInitializerError e) {
      throw doesNotStart(entryClass, e.getCause() == null ? e : e.getCause());
    } catch (Throwable e) {
      throw doesNotStart(entryClass, e);
    }
  }

  // Everything that the code throws is its refusal here, too.
  @SuppressWarnings("CatchThrowable")
  private static LoadedCode start(VerifiedCode code, ApplicationContext context)
      throws BundleException {
    try {
      ActiveApplication application = code.type().getConstructor().newInstance();
      application.start(context);
      return new LoadedCode(code, application, context);
    } catch (InvocationTargetException e) {
      throw doesNotStart(code.type().getName(), e.getCause());
    } catch (Throwable e) {
      throw doesNotStart(code.type().getName(), e);
    }
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

  /** Asking for a class's methods makes the JVM verify and link it, without running it. */
  private static void verifyByJvm(Class<?> type) {
    Objects.requireNonNull(type.getDeclaredMethods());
  }

  /**
   * Lets the loader look up what a class names, so that no packet has to wait for that. Nothing is
   * initialised. A name that leads nowhere matters only to the instruction that uses it, and is
   * expensive to look up.
   */
  private static void nameClasses(byte[] classFile, BundleClassLoader loader) {
    for (String name : ReferencedClasses.of(classFile)) {
      if (!loader.mayFind(name)) {
        continue;
      }
      try {
        Objects.requireNonNull(Class.forName(name, false, loader));
      } catch (ClassNotFoundException | LinkageError e) {
        LOG.debug("a class that code names is not there yet: {}", ThrownByCode.name(e));
      }
    }
  }

  private static BundleException doesNotStart(String entryClass, Throwable cause) {
    return new BundleException(
        "entry class " + entryClass + " does not start: " + ThrownByCode.description(cause));
  }

  /** Name of the class loader of a code, of which these are the digest's 64 hex digits. */
  public static String loaderName(String digest) {
    return LOADER_PREFIX + digest;
  }

  /**
   * Digest (hex) of the code that a thread was called into first.
   *
   * @param trace the thread's, the innermost frame first
   * @return empty if no frame is of code
   */
  public static Optional<String> digestOfOutermost(StackTraceElement[] trace) {
    for (int i = trace.length - 1; i >= 0; i--) {
      String loader = trace[i].getClassLoaderName();
      if (loader != null && loader.startsWith(LOADER_PREFIX)) {
        return Optional.of(loader.substring(LOADER_PREFIX.length()));
      }
    }
    return Optional.empty();
  }

  /** The counters of every application that was started here, by code and name. */
  public SortedMap<String, SortedMap<String, Long>> applicationCounters() {
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>();
    started.forEach((digest, contexts) -> all.put(digest.hex(), totals(contexts)));
    return all;
  }

  private static SortedMap<String, Long> totals(List<ApplicationContext> contexts) {
    SortedMap<String, Long> totals = new TreeMap<>();
    for (ApplicationContext context : contexts) {
      context
          .counters()
          .forEach((name, value) -> totals.merge(name, value, ApplicationContext::sum));
    }
    return totals;
  }
}

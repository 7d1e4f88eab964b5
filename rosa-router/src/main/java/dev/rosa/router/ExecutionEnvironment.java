package dev.rosa.router;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.keys.CodeDigest;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Makes bundles run: the bytes that were hashed are the bytes that are verified and loaded, each
 * code by a class loader of its own (PROTOCOL §5 step 10; ROSA §4.2.2). Thread-safe. Metering will
 * sit between verifying and defining the classes.
 */
public final class ExecutionEnvironment {

  private final String routerName;
  private final AllowListVerifier verifier = new AllowListVerifier();
  private final List<LoadedCode> loaded = new CopyOnWriteArrayList<>();

  /**
   * An environment.
   *
   * @param routerName what applications may know of the router
   */
  public ExecutionEnvironment(String routerName) {
    this.routerName = routerName;
  }

  /**
   * Loads a bundle and makes an instance for one worker.
   *
   * @throws BundleException if the bytes have another digest, are harmful, or do not start
   */
  public LoadedCode load(byte[] bundle, CodeDigest expected) throws BundleException {
    CodeDigest digest = CodeDigest.ofBundle(bundle);
    if (!digest.equals(expected)) {
      throw new BundleException("the bundle's digest is " + digest + ", not " + expected);
    }
    CodeBundle code = CodeBundle.open(bundle, BundleLimits.defaults());
    verifier.verify(code);
    ApplicationContext context = new ApplicationContext(routerName);
    LoadedCode ready = new LoadedCode(digest, code.failurePolicy(), start(code, context), context);
    loaded.removeIf(old -> old.digest().equals(digest));
    loaded.add(ready);
    return ready;
  }

  private ActiveApplication start(CodeBundle code, ApplicationContext context)
      throws BundleException {
    ClassLoader loader = new BundleClassLoader(getClass().getClassLoader(), code.classes());
    try {
      ActiveApplication application =
          Class.forName(code.entryClass(), true, loader)
              .asSubclass(ActiveApplication.class)
              .getConstructor()
              .newInstance();
      application.start(context);
      return application;
    } catch (Exception | LinkageError | StackOverflowError e) {
      throw new BundleException("entry class " + code.entryClass() + " does not start: " + e, e);
    }
  }

  /** The counters of every application that was loaded, by code and name. */
  public SortedMap<String, SortedMap<String, Long>> applicationCounters() {
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>();
    loaded.forEach(code -> all.put(code.digest().hex(), code.counters()));
    return all;
  }
}

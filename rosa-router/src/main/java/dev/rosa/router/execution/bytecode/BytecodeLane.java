package dev.rosa.router.execution.bytecode;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.LinkCheck;
import dev.rosa.router.execution.CodeFrames;
import dev.rosa.router.execution.ExecutionLane;
import dev.rosa.router.execution.StartableCode;
import dev.rosa.router.execution.ThrownByCode;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loader of bundles of Java classes, whose code runs in this JVM ({@link ExecutionLane}). It
 * verifies them against the allow list, and defines them by a class loader of their own (PROTOCOL
 * §5 step 10; ROSA §4.2.2). Thread-safe.
 */
public final class BytecodeLane implements ExecutionLane {

  private static final Logger LOG = LoggerFactory.getLogger(BytecodeLane.class);

  private final AllowList allowList = AllowList.builtIn();
  private final AllowListVerifier verifier = new AllowListVerifier(allowList);

  private final BooleanSupplier cancelled;

  /**
   * A lane, which stops when its thread is interrupted. The classes that code may use are
   * initialised before any code runs.
   */
  public BytecodeLane() {
    this(() -> Thread.currentThread().isInterrupted());
  }

  /**
   * The same with another sign to stop.
   *
   * @param cancelled asked now and then, and before each class
   */
  BytecodeLane(BooleanSupplier cancelled) {
    this.cancelled = cancelled;
    ClassesForCode.initialise();
  }

  @Override
  public StartableCode prepare(CodeBundle bundle) throws BundleException {
    verifier.verify(bundle, cancelled);
    return new BytecodeStart(defineClasses(bundle));
  }

  // Everything that the code throws, out of memory and failed assertions included, is its refusal.
  @SuppressWarnings("CatchThrowable")
  private Class<? extends ActiveApplication> defineClasses(CodeBundle bundle)
      throws BundleException {
    String entryClass = bundle.entryClass();
    String name = CodeFrames.loaderName(bundle.digest().hex());
    try {
      BundleClassLoader loader = new BundleClassLoader(name, allowList, bundle.classes());
      for (String type : bundle.classes().keySet()) {
        LinkCheck.requireWanted(type, cancelled);
        verifyByJvm(Class.forName(type, false, loader));
      }
      for (Map.Entry<String, byte[]> each : bundle.classes().entrySet()) {
        LinkCheck.requireWanted(each.getKey(), cancelled);
        nameClasses(each.getValue(), loader);
      }
      return Class.forName(entryClass, true, loader).asSubclass(ActiveApplication.class);
    } catch (BundleException e) {
      throw e;
    } catch (ExceptionInInitializerError e) {
      throw doesNotStart(entryClass, e.getCause() == null ? e : e.getCause());
    } catch (Throwable e) {
      throw doesNotStart(entryClass, e);
    }
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

  static BundleException doesNotStart(String entryClass, Throwable cause) {
    return new BundleException(
        "entry class " + entryClass + " does not start: " + ThrownByCode.description(cause));
  }
}

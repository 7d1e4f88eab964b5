package dev.rosa.router.execution.bytecode;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.LinkCheck;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.run.Budget;
import dev.rosa.metering.run.MeteredClasses;
import dev.rosa.router.execution.CodeFrames;
import dev.rosa.router.execution.CodeMaximum;
import dev.rosa.router.execution.ExecutionLane;
import dev.rosa.router.execution.StartableCode;
import dev.rosa.router.execution.ThrownByCode;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loader of bundles of Java classes, whose code runs in this JVM ({@link ExecutionLane}). It
 * verifies them against the allow list, has this JVM verify them, meters them, defines them by a
 * class loader of their own and runs their initialisers within a budget (PROTOCOL §5 step 10; ROSA
 * §4.2.2). Thread-safe.
 */
public final class BytecodeLane implements ExecutionLane {

  private static final Logger LOG = LoggerFactory.getLogger(BytecodeLane.class);

  private final AllowList allowList = AllowList.builtIn();
  private final AllowListVerifier verifier = new AllowListVerifier(allowList);

  private final CodeMaximum maximum;
  private final BooleanSupplier cancelled;

  /**
   * A lane, which stops when its thread is interrupted. The classes that code may use are
   * initialised before any code runs.
   *
   * @param maximum budgets that code may ask for
   */
  public BytecodeLane(CodeMaximum maximum) {
    this(maximum, () -> Thread.currentThread().isInterrupted());
  }

  /** A lane with the default maximum. */
  public BytecodeLane() {
    this(CodeMaximum.defaults());
  }

  /**
   * The same with another sign to stop.
   *
   * @param cancelled asked now and then, and before each class
   */
  BytecodeLane(CodeMaximum maximum, BooleanSupplier cancelled) {
    this.maximum = maximum;
    this.cancelled = cancelled;
    ClassesForCode.initialise();
  }

  @Override
  public StartableCode prepare(CodeBundle bundle) throws BundleException {
    maximum.check(bundle.budgets());
    verifier.verify(bundle, cancelled);
    LinkCheck.link(bundle, allowList, cancelled);
    String name = CodeFrames.loaderName(bundle.digest().hex());
    MeteredClasses classes = MeteredClasses.of(bundle, allowList, name);
    loadClasses(bundle, classes);
    return new BytecodeStart(classes, bundle.entryClass(), bundle.budgets());
  }

  // Everything that the code throws, out of memory and failed assertions included, is its refusal.
  @SuppressWarnings("CatchThrowable")
  private void loadClasses(CodeBundle bundle, MeteredClasses classes) throws BundleException {
    try {
      for (String type : classes.files().keySet()) {
        LinkCheck.requireWanted(type, cancelled);
        verifyByJvm(Class.forName(type, false, classes.loader()));
      }
      for (Map.Entry<String, byte[]> each : classes.files().entrySet()) {
        LinkCheck.requireWanted(each.getKey(), cancelled);
        nameClasses(each.getValue(), classes.loader());
      }
      classes.initialise(Budget.ofLoading(bundle.budgets()));
    } catch (BundleException e) {
      throw e;
    } catch (Throwable e) {
      throw doesNotStart(bundle.entryClass(), e);
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

  /** Refusal of code that its own doing, or its budget for loading, has ended. */
  static BundleException doesNotStart(String entryClass, Throwable cause) {
    String reason =
        cause instanceof Exhausted exhausted
            ? "it uses up its " + exhausted.reason().name().toLowerCase(Locale.ROOT)
            : ThrownByCode.description(cause);
    return new BundleException("entry class " + entryClass + " does not start: " + reason);
  }
}

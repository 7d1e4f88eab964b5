package dev.rosa.metering.run;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.RouterContext;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;
import dev.rosa.metering.instrument.Instrumenter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/**
 * Metered classes of one bundle, in a class loader of their own. First {@link #initialise}, once;
 * then {@link #start} for each instance, each in the thread that calls. Thread-safe.
 */
public final class MeteredClasses {

  /** A class has no more fields, and a constant is one. */
  private static final int MOST_CONSTANTS = 4_096;

  private final String entryClass;
  private final Map<String, byte[]> files;
  private final BundleClassLoader loader;

  private MeteredClasses(String entryClass, Map<String, byte[]> files, BundleClassLoader loader) {
    this.entryClass = entryClass;
    this.files = files;
    this.loader = loader;
  }

  /**
   * Instruments a bundle that the allow-list's verifier has passed.
   *
   * @param name of the class loader, for people
   * @throws BundleException if it cannot be metered
   */
  public static MeteredClasses of(CodeBundle bundle, AllowList allowList, String name)
      throws BundleException {
    Map<String, byte[]> files = new Instrumenter(allowList).instrument(bundle);
    BundleClassLoader loader = BundleClassLoader.ofMetered(name, allowList, files);
    return new MeteredClasses(bundle.entryClass(), files, loader);
  }

  /** Metered class files by {@linkplain Class#getName class name}; not to be changed. */
  public Map<String, byte[]> files() {
    return files;
  }

  /** The loader that defines them, and that finds what they name. */
  public BundleClassLoader loader() {
    return loader;
  }

  /**
   * Runs all static initialisers, so that no packet ever waits for one, within one budget. Then the
   * JDK knows the constants of all enums, so that no packet pays for the first look at them.
   *
   * @throws Exhausted if the budget is used up, also if an initialiser has hidden that
   * @throws BundleException if an enum does not give its constants
   * @throws Throwable what an initialiser throws, or a class that the JVM refuses
   */
  public void initialise(Budget budget) throws Throwable {
    Meter meter = Meter.current();
    meter.beginInitialisers(budget.fuel(), budget.memory());
    try {
      for (String name : files.keySet()) {
        Class<?> type = Class.forName(name, true, loader);
        requireConstants(type);
        link(type);
      }
    } catch (ExceptionInInitializerError e) {
      meter.check();
      throw e.getCause() == null ? e : e.getCause();
    }
    meter.check();
  }

  /**
   * Has the JDK note the constants of an enum. It asks again each time until it has an answer, and
   * keeps that one: code that gave none at loading could give a large array to each enum's first
   * packet, which would stay for as long as the class. The JDK copies the array for each look-up by
   * name, before that is paid, so it is no longer than compilers make it.
   */
  private static void requireConstants(Class<?> type) throws BundleException, Exhausted {
    Object[] constants = type.getEnumConstants();
    boolean given = constants != null && constants.length <= MOST_CONSTANTS;
    if (type.isEnum() && !given) {
      // What the enum has thrown, the JDK keeps to itself.
      Meter.current().check();
      throw new BundleException(
          "the enum %s does not give its constants: its method values() is not the compiler's"
              .formatted(type.getName()));
    }
  }

  /**
   * Links the call sites of lambdas, which takes the JVM some 50 µs each, and makes the texts of
   * the code. No budget pays for it: their number and size are limited.
   */
  private static void link(Class<?> type) throws Throwable {
    MethodHandles.Lookup within = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    MethodHandle linker;
    try {
      linker = within.findStatic(type, Instrumenter.LINKER, MethodType.methodType(void.class));
    } catch (NoSuchMethodException e) {
      return;
    }
    linker.invoke();
  }

  /**
   * Makes an instance and starts it.
   *
   * @param router as the instance sees it
   * @param budget of its constructor and its start together
   * @throws Exhausted if that is used up
   * @throws Throwable what the code throws
   */
  public MeteredInstance start(RouterContext router, Budget budget) throws Throwable {
    Meter meter = Meter.current();
    meter.begin(budget.fuel(), budget.memory());
    ActiveApplication application = newInstance();
    application.start(router);
    meter.check();
    return new MeteredInstance(application, budget.fuel() - meter.fuel);
  }

  /**
   * Calls the constructor by a method handle. For a reflective call, JDK 17 makes a class after
   * some 15 of them, which it would look up in the bundle's class loader.
   */
  private ActiveApplication newInstance() throws Throwable {
    MethodHandle constructor =
        MethodHandles.publicLookup()
            .findConstructor(
                Class.forName(entryClass, true, loader), MethodType.methodType(void.class));
    return (ActiveApplication) (Object) constructor.invoke();
  }
}

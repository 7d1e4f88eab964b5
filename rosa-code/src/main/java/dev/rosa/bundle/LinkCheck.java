package dev.rosa.bundle;

import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Check in which this JVM reads, verifies and links every class of a bundle, in a class loader that
 * is then discarded. So a class that no JVM loads is refused at publication. Linking initialises
 * nothing: no instruction of the bundle runs. Only for bundles that an {@link AllowListVerifier}
 * has passed, which bounds the work. Stateless.
 */
public final class LinkCheck {

  private LinkCheck() {}

  /**
   * Links all classes. An error that says nothing about the bundle, such as a JVM without room for
   * classes, is thrown as it is.
   *
   * @param cancelled whether the answer is no longer wanted; asked before each class
   * @throws BundleException at the first one that this JVM does not take, with the JVM's reason, or
   *     that is no longer wanted
   */
  public static void link(CodeBundle bundle, AllowList allowList, BooleanSupplier cancelled)
      throws BundleException {
    BundleClassLoader loader =
        new BundleClassLoader("link-" + bundle.digest().hex(), allowList, bundle.classes());
    for (String name : bundle.classes().keySet()) {
      requireWanted(name, cancelled);
      try {
        // Asking for a class's methods links it.
        Objects.requireNonNull(Class.forName(name, false, loader).getDeclaredMethods());
      } catch (ClassNotFoundException | LinkageError | StackOverflowError e) {
        throw new BundleException(name + " is not a class that a JVM loads: " + reason(e), e);
      }
    }
  }

  /**
   * Ends the linking of a bundle before one of its classes.
   *
   * @throws BundleException if the answer is no longer wanted
   */
  public static void requireWanted(String name, BooleanSupplier cancelled) throws BundleException {
    if (cancelled.getAsBoolean()) {
      throw new BundleException(name + " is not linked: the caller has gone");
    }
  }

  /** The first line; a JVM adds instructions and frames. */
  private static String reason(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given");
  }
}

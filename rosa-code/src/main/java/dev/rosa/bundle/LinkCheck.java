package dev.rosa.bundle;

import dev.rosa.bundle.admission.CodeLines;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.bundle.admission.FirstFinding;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Check in which this JVM reads, verifies and links every class of a bundle, in a class loader that
 * is then discarded. So a class that no JVM loads is refused at publication. Linking initialises
 * nothing: no instruction of the bundle runs. Only for bundles that an {@link AllowListVerifier}
 * has passed, which bounds the work. Stateless.
 */
public final class LinkCheck {

  /** Place where a JVM's verifier stopped: class, method, descriptor, offset. */
  private static final Pattern PLACE =
      Pattern.compile("Location:\\s+([^\\s.]+)\\.([^\\s(]+)(\\(\\S*) @([0-9]{1,5})");

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
    try {
      link(bundle, allowList, cancelled, FirstFinding.ending());
    } catch (FirstFinding first) {
      throw new BundleException(first);
    }
  }

  /**
   * Links all classes as above, and tells of each that this JVM does not take.
   *
   * @throws BundleException if the answer is no longer wanted
   */
  public static void link(
      CodeBundle bundle, AllowList allowList, BooleanSupplier cancelled, Consumer<Finding> findings)
      throws BundleException {
    BundleClassLoader loader =
        new BundleClassLoader("link-" + bundle.digest().hex(), allowList, bundle.classes());
    link(bundle, bundle.classes(), loader, cancelled, findings);
  }

  /**
   * Links the classes of a bundle as they are once they are metered.
   *
   * @throws BundleException as {@link #link} does
   */
  public static void linkMetered(
      CodeBundle bundle,
      Map<String, byte[]> metered,
      AllowList allowList,
      BooleanSupplier cancelled)
      throws BundleException {
    try {
      linkMetered(bundle, metered, allowList, cancelled, FirstFinding.ending());
    } catch (FirstFinding first) {
      throw new BundleException(first);
    }
  }

  /**
   * Links metered classes as above, and tells of each that this JVM does not take.
   *
   * @param metered class files by {@linkplain Class#getName class name}
   * @throws BundleException if the answer is no longer wanted
   */
  public static void linkMetered(
      CodeBundle bundle,
      Map<String, byte[]> metered,
      AllowList allowList,
      BooleanSupplier cancelled,
      Consumer<Finding> findings)
      throws BundleException {
    String name = "link-metered-" + bundle.digest().hex();
    BundleClassLoader loader = BundleClassLoader.ofMetered(name, allowList, metered);
    link(bundle, metered, loader, cancelled, findings);
  }

  private static void link(
      CodeBundle bundle,
      Map<String, byte[]> files,
      BundleClassLoader loader,
      BooleanSupplier cancelled,
      Consumer<Finding> findings)
      throws BundleException {
    for (ClassOutline outline : bundle.outlines()) {
      String name = outline.sourceName();
      requireWanted(name, cancelled);
      try {
        // Asking for a class's methods links it.
        Objects.requireNonNull(Class.forName(name, false, loader).getDeclaredMethods());
      } catch (ClassNotFoundException | LinkageError | StackOverflowError e) {
        findings.accept(finding(outline, files.get(name), e));
      }
    }
  }

  private static Finding finding(ClassOutline outline, byte[] classFile, Throwable failure) {
    String name = outline.sourceName();
    String file = outline.sourceFile() == null ? "" : outline.sourceFile();
    Matcher place = PLACE.matcher(String.valueOf(failure.getMessage()));
    if (place.find() && place.group(1).equals(outline.name())) {
      String method = place.group(2);
      int line =
          CodeLines.line(classFile, method, place.group(3), Integer.parseInt(place.group(4)));
      String reason = "has code that no JVM takes: " + reason(failure);
      return new Finding(name, method, file, line, reason, "");
    }
    String reason = "is not a class that a JVM loads: " + reason(failure);
    return new Finding(name, "", "", 0, reason, "");
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

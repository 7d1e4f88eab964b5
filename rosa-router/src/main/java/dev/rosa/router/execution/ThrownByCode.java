package dev.rosa.router.execution;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleClassLoader;

/**
 * Description of a throwable from active code, made without running any of its methods. {@code
 * toString}, {@code getMessage} and {@code getCause} of a bundle's class are the bundle's code.
 * They would run on a thread of the router without a time limit. Texts that code can choose are
 * left out; names that it can choose are cut, and keep ASCII letters and digits only. Stateless.
 */
public final class ThrownByCode {

  private static final int MOST_NAME_CHARS = 100;
  private static final int MOST_CAUSES = 16;
  private static final AllowList NAMEABLE = AllowList.builtIn();

  private ThrownByCode() {}

  /** The name of its class. */
  public static String name(Throwable thrown) {
    return printable(thrown.getClass().getName());
  }

  /**
   * The name of its class; with the message, if only the JVM can have written that: for a linkage
   * error that code may not name, and so cannot make.
   */
  public static String description(Throwable thrown) {
    return isMadeByTheJvm(thrown) ? name(thrown) + ": " + thrown.getMessage() : name(thrown);
  }

  private static boolean isMadeByTheJvm(Throwable thrown) {
    Class<?> type = thrown.getClass();
    return thrown instanceof LinkageError
        && type.getClassLoader() == null
        && !NAMEABLE.permitsClass(type.getName());
  }

  /**
   * The innermost frame that is the code's own.
   *
   * @param loader the name of the code's class loader
   */
  public static String place(Throwable thrown, String loader) {
    if (!keepsItsTrace(thrown)) {
      return "an unknown place";
    }
    return place(thrown.getStackTrace(), loader);
  }

  /**
   * The innermost frame that is the code's own.
   *
   * @param trace the innermost frame first
   * @param loader the name of the code's class loader
   */
  public static String place(StackTraceElement[] trace, String loader) {
    for (StackTraceElement frame : trace) {
      if (loader.equals(frame.getClassLoaderName())) {
        return "%s.%s line %d"
            .formatted(
                printable(frame.getClassName()),
                printable(frame.getMethodName()),
                frame.getLineNumber());
      }
    }
    return "an unknown place";
  }

  /** True if its trace is read by the JDK's method, which the check of bundles ensures. */
  private static boolean keepsItsTrace(Throwable thrown) {
    try {
      return thrown.getClass().getMethod("getStackTrace").getDeclaringClass() == Throwable.class;
    } catch (NoSuchMethodException | LinkageError e) {
      return false;
    }
  }

  /**
   * The throwable itself, for a log that prints its trace, if it and its causes are of classes of
   * the router and the JDK; else null.
   */
  public static Throwable traceable(Throwable thrown) {
    Throwable link = thrown;
    for (int i = 0; i < MOST_CAUSES; i++) {
      if (link == null) {
        return thrown;
      } else if (!isOfTheRouter(link)) {
        return null;
      }
      link = link.getCause();
    }
    return null;
  }

  /** True for the router's own; a throwable that suppresses others is left out with them. */
  private static boolean isOfTheRouter(Throwable thrown) {
    return !(thrown.getClass().getClassLoader() instanceof BundleClassLoader)
        && thrown.getSuppressed().length == 0;
  }

  private static String printable(String chosen) {
    StringBuilder name = new StringBuilder();
    int length = Math.min(chosen.length(), MOST_NAME_CHARS);
    for (int i = 0; i < length; i++) {
      char c = chosen.charAt(i);
      name.append(isOfNames(c) ? c : '?');
    }
    return length < chosen.length() ? name + "..." : name.toString();
  }

  private static boolean isOfNames(char c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || "._$<>".indexOf(c) >= 0);
  }
}

package dev.rosa.provider;

import java.lang.reflect.Method;
import java.security.Provider;
import java.util.Optional;

/** Sentence about an exception that a provider threw while it was loaded. Stateless. */
final class LoadingError {

  private LoadingError() {}

  /**
   * Reason for a provider's absence, if the thrown error means absent rather than broken: its
   * native library cannot be loaded, or it says itself that it cannot work here.
   */
  static Optional<String> absence(Throwable thrown, String provider) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e instanceof UnsatisfiedLinkError) {
        return Optional.of("its native library cannot be loaded: " + oneLine(e.getMessage()));
      }
      if (e instanceof java.security.ProviderException && e.getMessage() != null) {
        return Optional.of(withoutName(oneLine(e.getMessage()), provider));
      }
    }
    return Optional.empty();
  }

  private static String withoutName(String message, String provider) {
    String prefix = provider + " is not available: ";
    return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
  }

  /**
   * Asks providers that come up without their native library, and keep the reason to themselves, as
   * Amazon's does.
   */
  static void throwAsAbsence(Provider provider) throws AbsentProviderException {
    try {
      Method reason = provider.getClass().getMethod("getLoadingError");
      if (reason.invoke(provider) instanceof Throwable e) {
        throw new AbsentProviderException("its native library cannot be loaded: " + words(e), e);
      }
    } catch (ReflectiveOperationException e) {
      // It has no such method, as most have not: what it lacks its known answers show.
    }
  }

  /** The thrown error in one line. */
  static String words(Throwable thrown) {
    Throwable root = thrown;
    while (root instanceof ExceptionInInitializerError && root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? "" : ": " + oneLine(root.getMessage());
    return root.getClass().getSimpleName() + message;
  }

  private static String oneLine(String text) {
    return text == null ? "" : text.replaceAll("\\s*\\R\\s*", " ").strip();
  }
}

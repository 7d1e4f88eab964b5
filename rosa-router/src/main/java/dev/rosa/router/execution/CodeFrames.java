package dev.rosa.router.execution;

import java.util.Optional;

/** Recognition of the stack frames of active code, by the name of their class loader. Stateless. */
public final class CodeFrames {

  private static final String LOADER_PREFIX = "code-";

  private CodeFrames() {}

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
}

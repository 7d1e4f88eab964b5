package dev.rosa.gcrypt;

import dev.rosa.nativecode.NativeLibrary;
import java.security.ProviderException;
import java.util.Optional;

/**
 * Loader of {@code librosa_gcrypt.so}, which uses the machine's {@code libgcrypt.so.20}: loaded and
 * tested at the first question, once. Thread-safe.
 */
final class GcryptLibrary {

  static final NativeLibrary LIBRARY =
      new NativeLibrary(
          "rosa_gcrypt",
          "libgcrypt",
          () -> versions(System.getProperty(RosaGcryptProvider.WITHOUT, "")));

  /** The answer, found once. */
  private static final class Tried {
    static final Optional<String> CAUSE =
        LIBRARY.unavailabilityCause().or(() -> Optional.ofNullable(startFailure()));

    static final Optional<String> FAULT = CAUSE.isPresent() ? Optional.empty() : SelfTest.failure();
  }

  private GcryptLibrary() {}

  /** Reason why libgcrypt cannot serve here, in a sentence without a full stop; empty if it can. */
  static Optional<String> unavailabilityCause() {
    return Tried.CAUSE;
  }

  /**
   * Fault of a libgcrypt that is there, in a sentence without a full stop; empty if there is none.
   */
  static Optional<String> fault() {
    return Tried.FAULT;
  }

  /** Processor features that libgcrypt uses, e.g. {@code intel-aesni}, separated by colons. */
  static String processorFeatures() {
    String line = features().strip();
    return line.replaceFirst("^hwflist:", "").replaceFirst(":$", "");
  }

  /** True if GCM takes an IV of the caller: in FIPS mode libgcrypt makes its own, as JCE cannot. */
  static boolean hasGcm() {
    return !isInFipsMode();
  }

  /** Takes an error code of libgcrypt; 0 is none. */
  static void check(int code) {
    if (code != 0) {
      throw new ProviderException("libgcrypt: " + message(code));
    }
  }

  private static native String versions(String without);

  private static native String startFailure();

  private static native String features();

  private static native boolean isInFipsMode();

  private static native String message(int code);
}

package dev.rosa.provider;

/**
 * Exception for a provider that is absent or unable, through no fault of the configuration. Its jar
 * or library is missing, the processor lacks what it needs, or it does not have the algorithm. The
 * message is the reason alone, without the provider's name.
 */
final class AbsentProviderException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean missingJar;

  AbsentProviderException(String reason) {
    this(reason, false);
  }

  AbsentProviderException(String reason, boolean missingJar) {
    super(reason);
    this.missingJar = missingJar;
  }

  AbsentProviderException(String reason, Throwable cause) {
    super(reason, cause);
    this.missingJar = false;
  }

  /** True if a jar that its declaration names is not there. */
  boolean isMissingJar() {
    return missingJar;
  }
}

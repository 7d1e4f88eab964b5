package dev.rosa.codeserver;

import dev.rosa.admission.Admission;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import java.util.function.BooleanSupplier;

/**
 * Check of a bundle at its publication: the {@link Admission} of all roles, with this server's
 * limit on size. Takes at most about a second of one core; thread-safe.
 */
final class AdmissionCheck {

  private final Admission admission;

  AdmissionCheck(int maxBundleBytes) {
    this.admission = new Admission(BundleLimits.defaults().withBundleBytes(maxBundleBytes));
  }

  /**
   * Opens, verifies and links a bundle.
   *
   * @param cancelled whether the answer is no longer wanted; asked now and then
   * @throws BundleException saying what it is refused for, with class, method and line where there
   *     is one
   */
  CodeBundle admit(byte[] jar, BooleanSupplier cancelled) throws BundleException {
    return admission.admit(jar, cancelled);
  }
}

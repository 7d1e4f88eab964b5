package dev.rosa.codeserver;

import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;

/**
 * Decides whether a bundle may enter the domain: it has the form of active code and does nothing
 * that active code may not do. Routers check the same bytes in the same way again. Thread-safe.
 */
final class AdmissionCheck {

  private final BundleLimits limits;

  AdmissionCheck(int maxBundleBytes) {
    this.limits = BundleLimits.defaults().withBundleBytes(maxBundleBytes);
  }

  /**
   * Opens and verifies a bundle.
   *
   * @throws BundleException saying what it is refused for, with class, method and line where there
   *     is one
   */
  CodeBundle admit(byte[] jar) throws BundleException {
    CodeBundle bundle = CodeBundle.open(jar, limits);
    new AllowListVerifier().verify(bundle);
    return bundle;
  }
}

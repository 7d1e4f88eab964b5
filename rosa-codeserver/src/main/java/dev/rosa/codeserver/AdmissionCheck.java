package dev.rosa.codeserver;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.LinkCheck;
import java.util.function.BooleanSupplier;

/**
 * Check of a bundle at its publication: form of active code, allowed instructions and calls, and
 * linking in this JVM. None of its code runs. Routers check the same bytes in the same way again.
 * Takes at most about a second of one core; thread-safe.
 */
final class AdmissionCheck {

  private final BundleLimits limits;
  private final AllowList allowList = AllowList.builtIn();
  private final AllowListVerifier verifier = new AllowListVerifier(allowList);

  AdmissionCheck(int maxBundleBytes) {
    this.limits = BundleLimits.defaults().withBundleBytes(maxBundleBytes);
  }

  /**
   * Opens, verifies and links a bundle.
   *
   * @param cancelled whether the answer is no longer wanted; asked now and then
   * @throws BundleException saying what it is refused for, with class, method and line where there
   *     is one
   */
  CodeBundle admit(byte[] jar, BooleanSupplier cancelled) throws BundleException {
    CodeBundle bundle = CodeBundle.open(jar, limits);
    verifier.verify(bundle, cancelled);
    LinkCheck.link(bundle, allowList, cancelled);
    return bundle;
  }
}

package dev.rosa.admission;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.LinkCheck;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.bundle.admission.FirstFinding;
import dev.rosa.metering.instrument.Instrumenter;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Admission of code bundles (ROSA §2, §4.1): form, manifest, members, shape of the code, linking by
 * this JVM, and metering. Author, Code Server and router make the same one. None of the code runs.
 * Takes at most about a second of one core; thread-safe.
 */
public final class Admission {

  private static final int MOST_FINDINGS = 1_000;

  private final BundleLimits limits;
  private final AllowList allowList;
  private final AllowListVerifier verifier;
  private final Instrumenter instrumenter;

  /** An admission with the list of this build. */
  public Admission(BundleLimits limits) {
    this(limits, AllowList.builtIn());
  }

  /** An admission with this list. */
  public Admission(BundleLimits limits, AllowList allowList) {
    this.limits = limits;
    this.allowList = allowList;
    this.verifier = new AllowListVerifier(allowList);
    this.instrumenter = new Instrumenter(allowList);
  }

  /**
   * Opens and checks a bundle.
   *
   * @param cancelled whether the answer is no longer wanted; asked now and then
   * @throws BundleException saying what it is refused for, with class, method and line where there
   *     is one
   */
  public CodeBundle admit(byte[] jar, BooleanSupplier cancelled) throws BundleException {
    CodeBundle bundle = CodeBundle.open(jar, limits);
    check(bundle, cancelled);
    return bundle;
  }

  /**
   * Checks a bundle that is open.
   *
   * @throws BundleException as {@link #admit} does
   */
  public void check(CodeBundle bundle, BooleanSupplier cancelled) throws BundleException {
    verifier.verify(bundle, cancelled);
    LinkCheck.link(bundle, allowList, cancelled);
    // Routers load the metered classes: this JVM has to take them as well.
    LinkCheck.linkMetered(bundle, instrumenter.instrument(bundle), allowList, cancelled);
  }

  /**
   * Checks a bundle to its end. Only what hides the rest ends it earlier.
   *
   * @param findings is told of everything that the bundle is refused for, once for each line
   * @return the bundle; empty: it cannot be opened
   */
  public Optional<CodeBundle> report(byte[] jar, Consumer<Finding> findings) {
    Set<Finding> found = new HashSet<>();
    Consumer<Finding> counted =
        finding -> {
          if (found.size() == MOST_FINDINGS && !found.contains(finding)) {
            throw new FirstFinding(finding);
          }
          if (found.add(finding)) {
            findings.accept(finding);
          }
        };
    try {
      CodeBundle bundle = CodeBundle.open(jar, limits, counted);
      verifier.report(bundle, counted);
      if (found.isEmpty()) {
        // The JVM's verifier is no judge of what the rules refuse.
        LinkCheck.link(bundle, allowList, () -> false, counted);
      }
      if (found.isEmpty()) {
        LinkCheck.linkMetered(
            bundle, instrumenter.instrument(bundle), allowList, () -> false, counted);
      }
      return Optional.of(bundle);
    } catch (FirstFinding more) {
      String reason = "the bundle has more than %d findings".formatted(MOST_FINDINGS);
      findings.accept(Finding.ofBundle(reason, "the check ended there"));
      return Optional.empty();
    } catch (BundleException e) {
      findings.accept(Finding.ofBundle(e.getMessage(), ""));
      return Optional.empty();
    }
  }
}

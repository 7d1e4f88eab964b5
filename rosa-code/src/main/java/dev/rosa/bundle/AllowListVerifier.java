package dev.rosa.bundle;

import dev.rosa.bundle.admission.Finding;
import dev.rosa.bundle.admission.FirstFinding;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Verifier of code bundles: it checks each class, instruction by instruction, against the {@link
 * AllowList} of permitted types and members. It runs at the Code Server before code is admitted and
 * at each router before the same bytes are loaded. Stateless; any thread may use it.
 */
public final class AllowListVerifier {

  private final AllowList allowList;

  /** A verifier with the list of this build. */
  public AllowListVerifier() {
    this(AllowList.builtIn());
  }

  /** A verifier with this list. */
  public AllowListVerifier(AllowList allowList) {
    this.allowList = allowList;
  }

  /**
   * Passes a bundle whose code uses nothing but itself and the list, and that a JVM links without
   * much work. Stops when the thread is interrupted.
   *
   * @throws BundleException at the first thing that it may not use or that is too much; the message
   *     is one line with class, method, source file and line, e.g. {@code
   *     net.example.Marker.onPacket (Marker.java:12) uses java.lang.System.exit(int), which is
   *     neither …}
   */
  public void verify(CodeBundle bundle) throws BundleException {
    verify(bundle, () -> Thread.currentThread().isInterrupted());
  }

  /**
   * Checks as above; stops, as for a refusal, when the answer is no longer wanted.
   *
   * @param cancelled asked now and then
   */
  public void verify(CodeBundle bundle, BooleanSupplier cancelled) throws BundleException {
    verify(bundle, new StepBudget(StepBudget.STEPS, cancelled));
  }

  void verify(CodeBundle bundle, StepBudget budget) throws BundleException {
    try {
      report(bundle, budget, FirstFinding.ending());
    } catch (FirstFinding first) {
      throw new BundleException(first);
    }
  }

  /** Checks all of the bundle, and tells of everything that it may not use or is too much. */
  public void report(CodeBundle bundle, Consumer<Finding> findings) {
    report(bundle, new StepBudget(StepBudget.STEPS, () -> false), findings);
  }

  private void report(CodeBundle bundle, StepBudget budget, Consumer<Finding> findings) {
    new BundleCheck(bundle, allowList, budget).run(findings);
  }
}

package dev.rosa.router.execution.bytecode;

import dev.rosa.api.RouterContext;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.metering.run.Budget;
import dev.rosa.metering.run.MeteredClasses;
import dev.rosa.metering.run.MeteredInstance;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.StartableCode;

/**
 * Start of instances of a code whose classes are checked, metered, defined and initialised.
 *
 * @param classes of the code
 * @param entryClass its name
 * @param budgets that it asks for
 */
record BytecodeStart(MeteredClasses classes, String entryClass, CodeBudgets budgets)
    implements StartableCode {

  @Override
  public CodeInstance start(RouterContext context) throws BundleException {
    return new BytecodeInstance(() -> startOne(context), Budget.ofPacket(budgets));
  }

  // Everything that the code throws is its refusal.
  @SuppressWarnings("CatchThrowable")
  private MeteredInstance startOne(RouterContext context) throws BundleException {
    try {
      return classes.start(context, Budget.ofLoading(budgets));
    } catch (Throwable e) {
      throw BytecodeLane.doesNotStart(entryClass, e);
    }
  }
}

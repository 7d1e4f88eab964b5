package dev.rosa.endtoend;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Prints the ends of a lab's logs when a test fails. */
final class LabLogs implements AfterTestExecutionCallback {

  private final Supplier<Lab> lab;

  LabLogs(Supplier<Lab> lab) {
    this.lab = lab;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    Lab running = lab.get();
    if (running != null && context.getExecutionException().filter(LabLogs::isFailure).isPresent()) {
      context.publishReportEntry("logs", running.tails());
      System.err.println(context.getDisplayName() + running.tails());
    }
  }

  /** A test that cannot be done here has not failed. */
  private static boolean isFailure(Throwable thrown) {
    return !(thrown instanceof TestAbortedException);
  }
}

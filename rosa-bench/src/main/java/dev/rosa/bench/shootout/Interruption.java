package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.report.ReportFiles;
import dev.rosa.bench.shootout.result.Findings;
import java.io.IOException;
import java.io.PrintStream;

/** Handler of an interrupted shootout, which writes the results so far. Thread-safe. */
final class Interruption {

  private final Thread hook;

  private Interruption(Thread hook) {
    this.hook = hook;
  }

  /** From now on an interrupt writes the report. */
  static Interruption arm(ReportFiles files, Findings findings, PrintStream err) {
    Thread hook =
        new Thread(
            () -> {
              try {
                files.writeAll(findings);
                err.println();
                err.println("shootout: interrupted; what was measured by then is written");
              } catch (IOException e) {
                err.println(
                    "shootout: interrupted, and nothing could be written: " + e.getMessage());
              }
            },
            "write what there is");
    Runtime.getRuntime().addShutdownHook(hook);
    return new Interruption(hook);
  }

  /** The run has ended by itself. */
  void disarm() {
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}

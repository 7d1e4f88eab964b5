package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.result.YardstickResults;

/**
 * Task of the shootout that measures libgcrypt called from C, beside the provider that calls it
 * from Java. Owned by one thread.
 */
final class YardstickTask implements Task {

  private final Yardstick yardstick;
  private final Operation operation;
  private final int bytes;
  private final Findings findings;

  YardstickTask(Yardstick yardstick, Operation operation, int bytes, Findings findings) {
    this.yardstick = yardstick;
    this.operation = operation;
    this.bytes = bytes;
    this.findings = findings;
  }

  @Override
  public String title() {
    return operation + ", " + bytes + " bytes, " + YardstickResults.PROVIDER;
  }

  @Override
  public void run(int round) {
    try {
      Yardstick.Measurement measured = yardstick.measure(operation.jceName(), bytes);
      findings
          .results()
          .add(YardstickResults.cell(operation, bytes), round, measured.nsPerPacket());
      findings.addVersion("libgcrypt", measured.library());
    } catch (ForkException e) {
      findings.results().addAbsence(YardstickResults.cell(operation, bytes), e.getMessage());
    }
  }
}

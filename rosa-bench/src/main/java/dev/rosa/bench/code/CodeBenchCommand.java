package dev.rosa.bench.code;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.bench.measure.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code ./rosa bench code}: what metering costs the code on packets. */
@Command(
    name = "code",
    description = {
      "Measures metered against plain code, interleaved and by processor time: the examples and ten"
          + " kernels, an empty application in the router's runner, and the most expensive"
          + " admission.",
      "With --bars it ends with 1 if a figure misses its limit. Takes about a minute, with --quick"
          + " half of it."
    })
public final class CodeBenchCommand implements Callable<Integer> {

  private static final int ROUNDS = 31;
  private static final int QUICK_ROUNDS = 9;
  private static final long BATCH_NANOS = 10_000_000;
  private static final long QUICK_BATCH_NANOS = 5_000_000;

  @Option(names = "--quick", description = "Fewer and shorter rounds.")
  private boolean quick;

  @Mixin private BenchOptions options;

  /** For picocli. */
  public CodeBenchCommand() {}

  @Override
  public Integer call() throws IOException {
    Bars bars = options.bars(CodeResult.FIGURES);
    options.requireFolderOfJson();
    int rounds = quick ? QUICK_ROUNDS : ROUNDS;
    long batchNanos = quick ? QUICK_BATCH_NANOS : BATCH_NANOS;
    Progress progress = Progress.of("code");
    CodeResult result = new CodeBench(options.home(), rounds, batchNanos, progress).run();
    options.print(CodeReport.lines(result, bars));
    if (options.json() != null) {
      Files.writeString(options.json(), CodeReport.json(result, bars));
    }
    boolean missed =
        result.figures(bars).stream().anyMatch(figure -> figure.verdict() == Figure.Verdict.MISSED);
    return missed ? 1 : 0;
  }
}

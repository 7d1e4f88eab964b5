package dev.rosa.bench.code;

import dev.rosa.bench.display.Progress;
import dev.rosa.bundle.BundleException;
import dev.rosa.metering.MeteredThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Run of the bench: all codes, one after the other, on one thread like a router's worker. */
final class CodeBench {

  private static final double SECONDS_OF_A_CODE = 3;

  private final Path home;
  private final int rounds;
  private final long batchNanos;
  private final Progress progress;

  CodeBench(Path home, int rounds, long batchNanos, Progress progress) {
    this.home = home;
    this.rounds = rounds;
    this.batchNanos = batchNanos;
    this.progress = progress;
  }

  CodeResult run() {
    FutureTask<CodeResult> task = new FutureTask<>(this::measure);
    new MeteredThread(task, "bench-code").start();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the bench failed: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private CodeResult measure() throws BundleException {
    Duel duel = new Duel(rounds, batchNanos);
    List<CodeResult.Row> rows = new ArrayList<>();
    List<BenchCode> codes = BenchCode.all(home);
    progress.expect(SECONDS_OF_A_CODE * (codes.size() + 2));
    // The first: what other codes teach the compiler costs it more than its own meter does.
    progress.begin("an empty application", SECONDS_OF_A_CODE);
    Duel.Reading empty = reading(duel, BenchCode.empty());
    for (BenchCode code : codes) {
      progress.begin(code.name(), SECONDS_OF_A_CODE);
      rows.add(new CodeResult.Row(code.name(), code.example(), reading(duel, code)));
    }
    progress.begin("admission", SECONDS_OF_A_CODE);
    AdmissionCost.Reading admission = AdmissionCost.worst();
    progress.end();
    return new CodeResult(rounds, rows, empty, admission);
  }

  private static Duel.Reading reading(Duel duel, BenchCode code) throws BundleException {
    ShownPacket packet = new ShownPacket(code.payload().get());
    byte[] jar = code.jar().get();
    return duel.run(Contender.metered(jar, packet), Contender.plain(jar, packet));
  }
}

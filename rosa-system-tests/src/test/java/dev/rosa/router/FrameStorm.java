package dev.rosa.router;

import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.pipeline.DropReason;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Mutated frames by the million through a router's real pipeline, offline. Runs in epochs, each
 * with a new router, so that any of them can be repeated alone; several threads take them in turn,
 * and one more watches that they get on. Started and read by one thread.
 */
final class FrameStorm {

  /** Batches in an epoch. */
  static final long EPOCH_BATCHES = 5_000;

  private static final long MILLIS_BETWEEN_LINES = 5_000;
  private static final int LINES_UNTIL_STUCK = 6;
  private static final long MOST_HEAP_GROWTH = 64L << 20;

  private final ProviderRegistry providers;
  private final long seed;
  private final PrintStream out;
  private final Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
  private final AtomicLong epochs = new AtomicLong();
  private final AtomicLong batches = new AtomicLong();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final long began = System.nanoTime();
  private double seconds;
  private long frames;
  private Path findings;
  private long executed;
  private long untouched;
  private long heapAfterFirst = -1;

  FrameStorm(ProviderRegistry providers, long seed, PrintStream out) {
    this.providers = providers;
    this.seed = seed;
    this.out = out;
  }

  /**
   * Runs for so long, and until so many frames have been tried.
   *
   * @param findings where a frame goes on which the router failed
   * @throws StormFinding if there is one
   */
  void run(int threads, double seconds, long frames, Path findings) throws InterruptedException {
    this.seconds = seconds;
    this.frames = frames;
    this.findings = findings;
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(this::work, "storm " + i);
      worker.start();
      workers.add(worker);
    }
    watch(workers);
    if (failure.get() != null) {
      throw failure.get();
    }
    summary().forEach(out::println);
  }

  private boolean goesOn() {
    return failure.get() == null && (elapsed() < seconds || frames() < frames);
  }

  private void work() {
    try {
      while (goesOn()) {
        epoch(epochs.getAndIncrement());
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    } catch (IOException e) {
      failure.compareAndSet(null, new UncheckedIOException(e));
    }
  }

  private void epoch(long number) throws IOException {
    try (StormEpoch epoch = new StormEpoch(providers, seed, number)) {
      for (long i = 0; i < EPOCH_BATCHES && goesOn(); i++) {
        epoch.batch(i);
        batches.incrementAndGet();
      }
      add(epoch);
    } catch (StormFinding e) {
      save(number, e);
      throw e;
    }
  }

  private synchronized void add(StormEpoch epoch) {
    epoch.addDrops(drops);
    executed += epoch.executed();
    untouched += epoch.untouched();
    checkHeap();
  }

  private void save(long epoch, StormFinding finding) throws IOException {
    Files.createDirectories(findings.toAbsolutePath().getParent());
    String text =
        "# %s%nseed=%d%nepoch=%d%nbatch=%d%nframe=%s%n"
            .formatted(finding.getMessage(), seed, epoch, finding.batch(), finding.frame());
    Files.writeString(findings, text);
    out.println("storm: " + finding.getMessage() + "; saved as " + findings);
  }

  /**
   * Repeats what a saved finding came from.
   *
   * @throws StormFinding if it is still there
   */
  static void replay(Path finding, ProviderRegistry providers, PrintStream out) throws IOException {
    Properties saved = new Properties();
    try (var reader = Files.newBufferedReader(finding)) {
      saved.load(reader);
    }
    long last = Long.parseLong(saved.getProperty("batch"));
    try (StormEpoch epoch =
        new StormEpoch(
            providers,
            Long.parseLong(saved.getProperty("seed")),
            Long.parseLong(saved.getProperty("epoch")))) {
      for (long i = 0; i <= last; i++) {
        epoch.batch(i);
      }
    }
    out.println("storm: " + finding + ": what was found there is not found any more");
  }

  private double elapsed() {
    return (System.nanoTime() - began) / 1e9;
  }

  private long frames() {
    return batches.get() * StormRouter.BATCH;
  }

  /** Waits for the end and says how far it is; a router that never returns ends the process. */
  private void watch(List<Thread> workers) throws InterruptedException {
    long before = -1;
    int still = 0;
    long line = System.nanoTime();
    while (workers.stream().anyMatch(Thread::isAlive)) {
      Thread.sleep(20);
      if (System.nanoTime() - line < MILLIS_BETWEEN_LINES * 1_000_000) {
        continue;
      }
      line = System.nanoTime();
      progress();
      still = batches.get() == before ? still + 1 : 0;
      before = batches.get();
      if (still == LINES_UNTIL_STUCK) {
        out.println("storm: stuck in one of the epochs before " + epochs + ", seed " + seed);
        Runtime.getRuntime().halt(1);
      }
    }
  }

  private void progress() {
    double rate = frames() / elapsed();
    double left = Math.max(seconds - elapsed(), (frames - frames()) / rate);
    out.printf(
        Locale.ROOT,
        "storm: %,d frames, %,.0f a second, %.0f s left%n",
        frames(),
        rate,
        Math.max(0, left));
  }

  private void checkHeap() {
    var memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    long used = memory.getHeapMemoryUsage().getUsed();
    if (heapAfterFirst < 0) {
      heapAfterFirst = used;
    } else if (used - heapAfterFirst > MOST_HEAP_GROWTH) {
      throw new IllegalStateException(
          "the heap has grown by " + (used - heapAfterFirst) + " bytes after " + frames());
    }
  }

  /** Summary of the mutations and the verdicts. */
  List<String> summary() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "storm: %,d frames in %.0f s, seed %d: none crashed, hung or was accepted wrongly",
            frames(),
            elapsed(),
            seed));
    lines.add(String.format(Locale.ROOT, "storm: %,14d valid ones accepted", executed));
    lines.add(
        String.format(Locale.ROOT, "storm: %,14d forwarded as none of the router's", untouched));
    drops.forEach(
        (reason, count) ->
            lines.add(String.format(Locale.ROOT, "storm: %,14d dropped as %s", count, reason)));
    return lines;
  }

  /** Dropped so far for a reason. */
  long dropped(DropReason reason) {
    return drops.getOrDefault(reason, 0L);
  }
}

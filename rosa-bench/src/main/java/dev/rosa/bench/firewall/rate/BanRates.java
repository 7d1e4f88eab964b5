package dev.rosa.bench.firewall.rate;

import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.plane.BenchLayers;
import dev.rosa.bench.firewall.plane.BenchPlane;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.firewall.plane.ban.Ban;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;

/** Measurement of how many bans the plane puts in force in a second. Stateless. */
public final class BanRates {

  /** Bans that are put in force one after the other. */
  private static final int SINGLE = 2_000;

  /** Before that, so that the code is compiled and the set is not empty. */
  private static final int BEFORE = 1_000;

  private static final int BATCHES = 20;
  private static final int BATCH = 1_000;
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  private BanRates() {}

  /**
   * Rates of one run.
   *
   * @param perSecond bans a second
   * @param cpuMicros microseconds of this thread's CPU time for a ban, the kernel's work included
   */
  public record Rate(double perSecond, double cpuMicros) {}

  /** Work that is timed. */
  private interface Work {
    void run() throws IOException;
  }

  private static Rate rate(int bans, Work work) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long began = System.nanoTime();
    work.run();
    double nanos = System.nanoTime() - began;
    double cpuNanos = threads.getCurrentThreadCpuTime() - cpu;
    return new Rate(bans * NANOS / nanos, cpuNanos / bans / NANOS_PER_MICRO);
  }

  /** Bans a second, each asked for when the one before is in force. */
  public static Rate oneByOne() throws IOException, AbsentException {
    List<Ban> bans = BenchLayers.bans(Sources.bad(BEFORE + SINGLE).addresses());
    try (BenchLayers layers = BenchLayers.begin()) {
      enforceEach(layers, bans.subList(0, BEFORE));
      return rate(SINGLE, () -> enforceEach(layers, bans.subList(BEFORE, bans.size())));
    }
  }

  private static void enforceEach(BenchLayers layers, List<Ban> bans) throws IOException {
    for (Ban ban : bans) {
      layers.enforce(List.of(ban));
    }
  }

  /** Bans a second, in batches. */
  public static Rate inBatches() throws IOException, AbsentException {
    List<Ban> bans = BenchLayers.bans(Sources.bad(BATCH * (BATCHES + 1)).addresses());
    try (BenchLayers layers = BenchLayers.begin()) {
      layers.enforce(bans.subList(0, BATCH));
      return rate(BATCH * BATCHES, () -> enforceBatches(layers, bans));
    }
  }

  private static void enforceBatches(BenchLayers layers, List<Ban> bans) throws IOException {
    for (int i = 1; i <= BATCHES; i++) {
      layers.enforce(bans.subList(i * BATCH, (i + 1) * BATCH));
    }
  }

  /**
   * A restart of the plane.
   *
   * @param seconds from the start of its process until its bans are in force again, as it says
   * @param cpuMicros microseconds of the process's CPU time for each ban
   */
  public record Restart(double seconds, double cpuMicros) {}

  /**
   * Restarts a plane.
   *
   * @param folder of a plane that has banned sources before; it bans them if there is none
   */
  public static Restart restart(Path home, Path folder, Cores cores, List<String> sources)
      throws IOException, InterruptedException, AbsentException {
    if (!BenchPlane.hasRecord(folder)) {
      try (BenchPlane first = BenchPlane.start(home, folder, cores)) {
        first.ban(sources);
      }
    }
    long began = System.nanoTime();
    try (BenchPlane again = BenchPlane.start(home, folder, cores)) {
      double seconds = (System.nanoTime() - began) / NANOS;
      double cpuNanos = again.cpuNanos();
      again.requireBans(sources.size());
      return new Restart(seconds, cpuNanos / sources.size() / NANOS_PER_MICRO);
    }
  }
}

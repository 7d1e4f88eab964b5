package dev.rosa.metering.prices;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.RecordingPacket;
import dev.rosa.metering.run.Budget;
import dev.rosa.metering.run.MeteredClasses;
import dev.rosa.metering.run.MeteredInstance;
import dev.rosa.testkit.CompiledBundle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Random;

/** Time that a unit of fuel buys in loops of metered code. Stateless. */
final class KernelPrices {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int FUEL = 50_000_000;
  private static final long MEMORY = 64L << 20;
  private static final int RUNS = 3_000;
  private static final int ROUNDS = 15;

  private static final String[] KERNELS = {
    "int x = 0; for (int i = 0; i < n; i++) x += b[i] & 0xff; s += x;",
    "int c = -1; for (int i = 0; i < n; i++) c = t[(c ^ b[i]) & 0xff] ^ (c >>> 8); s += c;",
    "int h = 0; for (int i = 0; i + 4 < n; i++) if (b[i] == 7 && b[i + 1] == b[i + 3]) h++; s +="
        + " h;",
    "s += fib(12);",
    "for (int i = 0; i + 8 < n; i++) { long w = 0; for (int k = 0; k < 8; k++)"
        + " w = w << 8 | (b[i + k] & 0xff); s += (int) (w * 0x9E3779B97F4A7C15L >>> 40); }",
    "java.util.Map<Integer, Integer> m = new java.util.HashMap<>(); for (int i = 0; i < n; i += 8)"
        + " m.merge(b[i] & 15, 1, Integer::sum); s += m.size();",
    "for (int i = 1; i < n; i++) { byte v = b[i]; int j = i; while (j > 0 && j > i - 8"
        + " && b[j - 1] > v) { b[j] = b[j - 1]; j--; } b[j] = v; }",
  };

  private KernelPrices() {}

  static double medianNanosPerUnit() throws Exception {
    double[] all = new double[KERNELS.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = nanosPerUnit(KERNELS[i]);
      System.out.printf("kernel %d: %.3f ns per unit%n", i, all[i]);
    }
    Arrays.sort(all);
    return all[all.length / 2];
  }

  private static double nanosPerUnit(String kernel) throws Exception {
    MeteredInstance code = start(kernel);
    byte[] payload = new byte[1_200];
    new Random(1).nextBytes(payload);
    RecordingPacket packet = new RecordingPacket(payload);
    double[] rounds = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long units = 0;
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < RUNS; i++) {
        code.run(packet, FUEL, MEMORY);
        units += code.fuelUsed();
      }
      rounds[round] = (double) (THREADS.getCurrentThreadCpuTime() - before) / units;
    }
    Arrays.sort(rounds);
    return rounds[ROUNDS / 4];
  }

  private static MeteredInstance start(String kernel) throws Exception {
    byte[] jar =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                public final class App implements dev.rosa.api.ActiveApplication {
                  private final byte[] b = new byte[2048];
                  private final int[] t = new int[256];
                  private int s;
                  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
                  @Override public void onPacket(dev.rosa.api.Packet packet) {
                    int n = packet.payloadLength();
                    packet.copyPayload(0, b, 0, n);
                    %s
                  }
                }
                """
                    .formatted(kernel))
            .jar();
    Budget loading = new Budget(FUEL, MEMORY);
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    MeteredClasses classes = MeteredClasses.of(bundle, AllowList.builtIn(), "kernel");
    try {
      classes.initialise(loading);
      return classes.start(new RecordingPacket(new byte[0]), loading);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}

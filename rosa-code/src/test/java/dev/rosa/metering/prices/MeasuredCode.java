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

/** Measurement of metered code: the processor time that a unit of its fuel buys. Stateless. */
final class MeasuredCode {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int FUEL = 50_000_000;
  private static final long MEMORY = 64L << 20;
  private static final int ROUNDS = 15;

  private MeasuredCode() {}

  /**
   * Runs an application again and again on 1,200 random bytes.
   *
   * @param members of its class
   * @param body of its {@code onPacket}, after {@code n} bytes of payload were copied to {@code b}
   * @param runs in each of several rounds
   * @return nanoseconds for a unit, the lowest quartile of the rounds
   */
  static double nanosPerUnit(String members, String body, int runs) {
    MeteredInstance code = start(members, body);
    byte[] payload = new byte[1_200];
    new Random(1).nextBytes(payload);
    RecordingPacket packet = new RecordingPacket(payload);
    double[] rounds = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long units = 0;
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < runs; i++) {
        if (code.run(packet, FUEL, MEMORY) != null) {
          throw new IllegalStateException("measured code has used up its budget");
        }
        units += code.fuelUsed();
      }
      rounds[round] = (double) (THREADS.getCurrentThreadCpuTime() - before) / units;
    }
    System.out.printf("%d units; ", code.fuelUsed());
    Arrays.sort(rounds);
    return rounds[ROUNDS / 4];
  }

  @SuppressWarnings("CatchThrowable")
  private static MeteredInstance start(String members, String body) {
    byte[] jar =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                public final class App implements dev.rosa.api.ActiveApplication {
                  private final byte[] b = new byte[2048];
                  %s
                  @Override public void onPacket(dev.rosa.api.Packet packet) {
                    int n = packet.payloadLength();
                    packet.copyPayload(0, b, 0, n);
                    %s
                  }
                }
                """
                    .formatted(members, body))
            .jar();
    Budget loading = new Budget(FUEL, MEMORY);
    try {
      CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
      MeteredClasses classes = MeteredClasses.of(bundle, AllowList.builtIn(), "measured");
      classes.initialise(loading);
      MeteredInstance code = classes.start(new RecordingPacket(new byte[0]), loading);
      // What an instance has from its start is old before long.
      System.gc();
      return code;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}

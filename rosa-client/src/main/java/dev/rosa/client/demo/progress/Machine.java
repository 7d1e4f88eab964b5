package dev.rosa.client.demo.progress;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Seam for the clock of the demo's waits, and for the load of the machine that they report. */
public interface Machine {

  /** Nanoseconds since any moment. */
  long nanos();

  void sleep(long millis) throws InterruptedException;

  /** The load average and the processors, such as "load 33 on 2 cores". */
  String load();

  /** The one that this process runs on. */
  static Machine own() {
    return new Own(ManagementFactory.getOperatingSystemMXBean());
  }

  /** This machine, by what its system says. */
  record Own(OperatingSystemMXBean system) implements Machine {

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public void sleep(long millis) throws InterruptedException {
      TimeUnit.MILLISECONDS.sleep(millis);
    }

    @Override
    public String load() {
      int cores = system.getAvailableProcessors();
      String processors = cores + (cores == 1 ? " core" : " cores");
      double load = system.getSystemLoadAverage();
      return load < 0
          ? processors
          : String.format(Locale.ROOT, "load %.0f on %s", load, processors);
    }
  }
}

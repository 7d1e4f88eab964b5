package dev.rosa.firewall.plane.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Clock of bans: it passes as the machine's monotonic clock does, and a machine's clock that is set
 * changes nothing. It begins with the time of day at the plane's first start after a boot; later
 * starts of the same boot go on with it. Thread-safe.
 */
public final class PlaneClock implements InstantSource {

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path UPTIME = Path.of("/proc/uptime");
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double MILLIS = 1_000;

  private final LongSupplier nanoTime;
  private final long startNanos;
  private final long startMillis;

  /**
   * A clock.
   *
   * @param startNanos a time on the clock of {@code nanoTime}
   * @param startMillis the same time on this clock
   */
  PlaneClock(LongSupplier nanoTime, long startNanos, long startMillis) {
    this.nanoTime = nanoTime;
    this.startNanos = startNanos;
    this.startMillis = startMillis;
  }

  @Override
  public long millis() {
    return startMillis + (nanoTime.getAsLong() - startNanos) / NANOS_PER_MILLI;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  /**
   * Time since a boot of the machine.
   *
   * @param boot the boot's name
   * @param uptimeMillis time since then
   * @param readNanos when it was that, on the clock of {@link System#nanoTime}
   */
  public record Uptime(String boot, long uptimeMillis, long readNanos) {

    /** This machine's. */
    public static Uptime ofMachine() throws IOException {
      String uptime = Files.readString(UPTIME, StandardCharsets.US_ASCII);
      double seconds = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
      long nanos = System.nanoTime();
      String boot = Files.readString(BOOT, StandardCharsets.US_ASCII).strip();
      return new Uptime(boot, Math.round(seconds * MILLIS), nanos);
    }
  }
}

package dev.rosa.identity;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Daily warning in a node's log that its own certificate is about to end, as {@link CertificateEnd}
 * defines it. The first one comes a day after the watch starts. Owns a daemon thread, which {@link
 * #close} ends.
 */
public final class CertificateWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);
  private static final Duration PERIOD = Duration.ofDays(1);
  private static final long LOOK_MINUTES = 10;

  private final X509Certificate certificate;
  private final InstantSource clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(CertificateWatch::daemon);

  /** Time of the last warning, or of the start, whose checks warn by themselves. */
  private Instant warned;

  private CertificateWatch(X509Certificate certificate, InstantSource clock) {
    this.certificate = certificate;
    this.clock = clock;
    this.warned = clock.instant();
  }

  /** Starts to watch a node's own certificate, by the wall clock of {@code clock}. */
  public static CertificateWatch start(X509Certificate certificate, InstantSource clock) {
    CertificateWatch watch = new CertificateWatch(certificate, clock);
    ScheduledFuture<?> unused =
        watch.thread.scheduleWithFixedDelay(
            watch::look, LOOK_MINUTES, LOOK_MINUTES, TimeUnit.MINUTES);
    return watch;
  }

  /** Logs the warning if one is due, at most once a day. */
  synchronized void look() {
    Instant now = clock.instant();
    if (hasWarnedWithinADayOf(now)) {
      return;
    }
    CertificateEnd.warning(certificate, clock)
        .ifPresent(
            warning -> {
              LOG.warn("{}", warning);
              warned = now;
            });
  }

  /** A warning from the future is none: the clock was ahead, and is right again. */
  private boolean hasWarnedWithinADayOf(Instant now) {
    return !now.isBefore(warned) && now.isBefore(warned.plus(PERIOD));
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "certificate");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

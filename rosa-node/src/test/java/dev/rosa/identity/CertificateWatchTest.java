package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateWatchTest {

  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path directory;
  private X509Certificate certificate;
  private Instant now;
  private final CapturedLog log = CapturedLog.of(CertificateWatch.class);

  @BeforeEach
  void enrol() {
    certificate = TestDomain.in(directory).router("r1").certificate();
    now = certificate.getNotAfter().toInstant().minus(Duration.ofDays(32));
  }

  @AfterEach
  void stop() {
    log.close();
  }

  private CertificateWatch watch() {
    return CertificateWatch.start(certificate, () -> now);
  }

  private void pass(CertificateWatch watch, Duration time) {
    now = now.plus(time);
    watch.look();
  }

  @Test
  void shouldWarnOnceADayFromThirtyDaysBeforeTheEnd() {
    try (CertificateWatch watch = watch()) {
      pass(watch, DAY);
      assertEquals(0, log.lines().size());
      pass(watch, DAY);
      assertEquals(1, log.lines().size());
      pass(watch, DAY.minusSeconds(1));
      assertEquals(1, log.lines().size());
      pass(watch, Duration.ofSeconds(1));
      assertEquals(2, log.lines().size());
      String line = log.lines().get(1);
      assertTrue(
          line.startsWith("WARN the certificate of rosa://17/router/r1 ends at ")
              && line.contains(", in 29 days; "),
          line);
    }
  }

  @Test
  void shouldLeaveTheFirstWarningToTheStartsOwnChecks() {
    now = now.plus(DAY.multipliedBy(5));
    try (CertificateWatch watch = watch()) {
      pass(watch, Duration.ofHours(23));
      assertEquals(0, log.lines().size());
      pass(watch, Duration.ofHours(1));
      assertEquals(1, log.lines().size());
    }
  }

  @Test
  void shouldWarnAgainWhenTheClockThatWasAheadIsRightAgain() {
    try (CertificateWatch watch = watch()) {
      pass(watch, DAY.multipliedBy(400));
      assertTrue(log.lines().get(0).contains(" ended at "), log.lines().toString());
      pass(watch, DAY.multipliedBy(-390));
      assertEquals(2, log.lines().size());
      assertTrue(log.lines().get(1).contains(", in 22 days; "), log.lines().toString());
    }
  }
}

package dev.rosa.identity;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * End of a certificate's validity, and the warning that is due before it: a node whose certificate
 * has ended cannot start, and its peers refuse it. {@code --validate}, logs and metrics follow this
 * one rule. Thread-safe.
 */
public final class CertificateEnd {

  /** Time before the end from which a warning is due. */
  public static final Duration WARNING_PERIOD = Duration.ofDays(30);

  private CertificateEnd() {}

  /**
   * Warning of a certificate's end: one line that names the certificate, its end and the remedy.
   *
   * @return empty while more than {@link #WARNING_PERIOD} is left
   */
  public static Optional<String> warning(X509Certificate certificate, InstantSource clock) {
    Instant end = certificate.getNotAfter().toInstant();
    Duration left = Duration.between(clock.instant(), end);
    if (left.compareTo(WARNING_PERIOD) > 0) {
      return Optional.empty();
    }
    String when = left.isNegative() ? "ended at " + end : "ends at " + end + ", " + in(left);
    return Optional.of(
        "the certificate of %s %s; './rosa domain renew' issues a new one under the same name"
            .formatted(PeerCertificates.ownerOf(certificate), when));
  }

  private static String in(Duration left) {
    long days = left.toDays();
    if (days == 0) {
      return "in less than a day";
    }
    return days == 1 ? "in 1 day" : "in " + days + " days";
  }
}

package dev.rosa.identity;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Rule for the end of a certificate's validity, and for the warning that is due before it. A node
 * whose certificate has ended cannot start, and its peers refuse it. {@code --validate}, logs and
 * metrics follow this one rule. Thread-safe.
 */
public final class CertificateEnd {

  /** Time before the end from which a warning is due. */
  public static final Duration WARNING_PERIOD = Duration.ofDays(30);

  private static final String REMEDY =
      "; './rosa domain renew' issues a new one under the same name";

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
        "the certificate of %s %s%s"
            .formatted(PeerCertificates.ownerOf(certificate), when, REMEDY));
  }

  /** End of a sentence about a certificate that is refused; empty unless it has ended. */
  static String remedy(X509Certificate certificate, InstantSource clock) {
    boolean ended = certificate.getNotAfter().toInstant().isBefore(clock.instant());
    return ended ? REMEDY : "";
  }

  /**
   * Mark of a certificate's end for a list: {@code ends in 12 days}, or {@code has ended}.
   *
   * @return empty while more than {@link #WARNING_PERIOD} is left
   */
  public static Optional<String> mark(Instant end, InstantSource clock) {
    Duration left = Duration.between(clock.instant(), end);
    if (left.compareTo(WARNING_PERIOD) > 0) {
      return Optional.empty();
    }
    return Optional.of(left.isNegative() ? "has ended" : "ends " + in(left));
  }

  private static String in(Duration left) {
    long days = left.toDays();
    if (days == 0) {
      return "in less than a day";
    }
    return days == 1 ? "in 1 day" : "in " + days + " days";
  }
}

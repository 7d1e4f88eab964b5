package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateEndTest {

  private static final Instant ISSUED = Instant.parse("2026-11-22T08:54:10Z");
  private static final Instant END = Instant.parse("2027-11-22T08:54:10Z");

  @TempDir Path directory;
  private DomainAuthority authority;
  private X509Certificate certificate;

  @BeforeEach
  void enrol() throws Exception {
    authority =
        DomainAuthority.init(directory, 17, InstantSource.fixed(ISSUED), new SecureRandom());
    Path prefix = authority.issue(Role.AS, "as1", Duration.ofDays(365), OptionalInt.empty());
    certificate = Identity.load(prefix, InstantSource.fixed(ISSUED)).certificate();
  }

  private Optional<String> warningAt(Instant now) {
    return CertificateEnd.warning(certificate, InstantSource.fixed(now));
  }

  @Test
  void shouldWarnFromThirtyDaysBeforeTheEnd() {
    assertEquals(Optional.empty(), warningAt(END.minus(Duration.ofDays(30)).minusMillis(1)));
    assertEquals(
        Optional.of(
            "the certificate of rosa://17/as/as1 ends at 2027-11-22T08:54:10Z, in 30 days;"
                + " './rosa domain renew' issues a new one under the same name"),
        warningAt(END.minus(Duration.ofDays(30))));
  }

  @Test
  void shouldSayHowMuchTimeIsLeft() {
    assertTrue(warningAt(END.minus(Duration.ofHours(47))).orElseThrow().contains(", in 1 day;"));
    assertTrue(warningAt(END.minusSeconds(1)).orElseThrow().contains(", in less than a day;"));
  }

  @Test
  void shouldNameTheRemedyWhenAnIdentityHasEnded() {
    InstantSource after = InstantSource.fixed(END.plusSeconds(1));
    String refusal =
        assertThrows(IdentityException.class, () -> Identity.load(directory.resolve("as1"), after))
            .getMessage();
    assertTrue(
        refusal.endsWith(
            "as1.crt: the certificate of rosa://17/as/as1 expired at 2027-11-22T08:54:10Z;"
                + " './rosa domain renew' issues a new one under the same name"),
        refusal);
  }

  @Test
  void shouldSayThatTheCertificateHasEnded() {
    assertTrue(
        warningAt(END.plusSeconds(1))
            .orElseThrow()
            .startsWith("the certificate of rosa://17/as/as1 ended at 2027-11-22T08:54:10Z;"));
  }

  @Test
  void shouldMarkTheSameTimeInAList() {
    InstantSource early = InstantSource.fixed(END.minus(Duration.ofDays(30)).minusMillis(1));
    assertEquals(Optional.empty(), CertificateEnd.mark(END, early));
    InstantSource late = InstantSource.fixed(END.minus(Duration.ofDays(12)));
    assertEquals(Optional.of("ends in 12 days"), CertificateEnd.mark(END, late));
    InstantSource after = InstantSource.fixed(END.plusSeconds(1));
    assertEquals(Optional.of("has ended"), CertificateEnd.mark(END, after));
  }

  @Test
  void shouldNameTheSubjectOfACertificateWithoutIdentity() {
    X509Certificate own = authority.certificate();
    String warning =
        CertificateEnd.warning(own, InstantSource.fixed(own.getNotAfter().toInstant()))
            .orElseThrow();
    assertTrue(
        warning.startsWith("the certificate of " + own.getSubjectX500Principal().getName()),
        warning);
  }
}

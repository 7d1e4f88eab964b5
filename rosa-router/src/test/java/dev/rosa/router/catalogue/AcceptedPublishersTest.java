package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.publication.PublicationCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publications whose signer's certificate is not the one of today. */
class AcceptedPublishersTest {

  private static final Instant PUBLISHED = Instant.parse("2026-11-22T08:00:00Z");
  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});

  @TempDir private Path directory;

  @Test
  void shouldAcceptPublicationWhoseCertificateWasRenewedOrHasEndedSince() throws Exception {
    InstantSource then = InstantSource.fixed(PUBLISHED);
    TestDomain domain = TestDomain.in(directory, TestDomain.DOMAIN, then);
    Path prefix =
        domain.authority().issue(Role.USER, "carol", Duration.ofDays(30), OptionalInt.empty());
    Identity old = Identity.load(prefix, then);
    domain.authority().renew("carol", Duration.ofDays(60));
    Identity renewed = Identity.load(prefix, then);
    InstantSource later = InstantSource.fixed(PUBLISHED.plus(Duration.ofDays(365)));
    AcceptedPublishers aYearLater =
        new AcceptedPublishers(new PublicationCheck(old.authority(), later), "carol"::equals);
    for (Identity signer : new Identity[] {old, renewed}) {
      SignedStatement published = ScriptedCodeServer.publication(signer, CODE, PUBLISHED);
      assertEquals(signer.id(), aYearLater.verify(published, CODE));
    }
    Instant late = PUBLISHED.plus(Duration.ofDays(31));
    SignedStatement tooLate = ScriptedCodeServer.publication(old, CODE, late);
    assertEquals(
        "the certificate of rosa://17/user/carol expired at 2026-12-22T08:00:00Z",
        assertThrows(IdentityException.class, () -> aYearLater.verify(tooLate, CODE)).getMessage());
    SignedStatement inTime = ScriptedCodeServer.publication(renewed, CODE, late);
    assertEquals(renewed.id(), aYearLater.verify(inTime, CODE));
  }
}

package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.signature.SignatureVerifier;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SignerCertificatesTest {

  private static final int MOST = 2;
  private static final InstantSource NOW = InstantSource.system();

  @TempDir private Path directory;
  private TestDomain domain;
  private SignerCertificates certificates;

  @BeforeEach
  void prepare() {
    domain = TestDomain.in(directory.resolve("a"));
    certificates = of(domain);
  }

  private static SignerCertificates of(TestDomain domain) {
    return new SignerCertificates(domain.certificate(), SignatureVerifier.builtIn(), MOST);
  }

  private static byte[] encoded(Identity identity) {
    try {
      return identity.certificate().getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String refusal(
      SignerCertificates certificates, byte[] encoded, InstantSource clock) {
    return assertThrows(IdentityException.class, () -> certificates.verified(encoded, clock))
        .getMessage();
  }

  @Test
  void shouldFindTheSameSignerWhenItSignsAgain() throws IdentityException {
    byte[] alice = encoded(domain.user("alice"));
    SignerCertificates.Signer first = certificates.verified(alice, NOW);
    assertEquals("rosa://17/user/alice", first.id().toString());
    assertSame(first, certificates.verified(alice.clone(), NOW));
  }

  @Test
  void shouldRefuseRememberedCertificateWhenItHasExpired() throws IdentityException {
    byte[] alice = encoded(domain.user("alice"));
    SignerCertificates.Signer first = certificates.verified(alice, NOW);
    InstantSource later = InstantSource.fixed(Instant.now().plus(Duration.ofDays(91)));
    assertTrue(refusal(certificates, alice, later).contains("alice expired at"));
    assertEquals(0, certificates.size());
    assertNotSame(first, certificates.verified(alice, NOW));
  }

  @Test
  void shouldRefuseRememberedCertificateWhenItIsNotValidYet() throws IdentityException {
    byte[] alice = encoded(domain.user("alice"));
    assertNotSame(null, certificates.verified(alice, NOW));
    InstantSource earlier = InstantSource.fixed(Instant.now().minus(Duration.ofDays(1)));
    assertTrue(refusal(certificates, alice, earlier).contains("not valid before"));
  }

  @Test
  void shouldRememberNothingThatWasRefused() {
    byte[] stranger = encoded(TestDomain.in(directory.resolve("b")).user("alice"));
    assertTrue(refusal(certificates, stranger, NOW).contains("was not issued by"));
    byte[] changed = encoded(domain.user("alice"));
    changed[changed.length - 1] ^= 1;
    assertTrue(refusal(certificates, changed, NOW).contains("was not issued by"));
    assertTrue(refusal(certificates, new byte[3], NOW).contains("no readable X.509"));
    assertEquals(0, certificates.size());
  }

  @Test
  void shouldKnowNoCertificateOfAnotherAuthority() throws IdentityException {
    byte[] alice = encoded(domain.user("alice"));
    assertNotSame(null, certificates.verified(alice, NOW));
    SignerCertificates others = of(TestDomain.in(directory.resolve("b")));
    assertTrue(refusal(others, alice, NOW).contains("was not issued by"));
  }

  @Test
  void shouldForgetTheOneThatSignedFirstWhenThereAreTooMany() throws IdentityException {
    byte[] alice = encoded(domain.user("alice"));
    byte[] bob = encoded(domain.user("bob"));
    SignerCertificates.Signer first = certificates.verified(alice, NOW);
    SignerCertificates.Signer second = certificates.verified(bob, NOW);
    assertSame(first, certificates.verified(alice, NOW));
    assertNotSame(null, certificates.verified(encoded(domain.user("carol")), NOW));
    assertEquals(MOST, certificates.size());
    assertSame(first, certificates.verified(alice, NOW));
    assertNotSame(second, certificates.verified(bob, NOW));
  }
}

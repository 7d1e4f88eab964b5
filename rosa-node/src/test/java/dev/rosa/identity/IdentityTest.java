package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class IdentityTest {

  @TempDir Path directory;
  private TestDomain domain;
  private Path alice;

  @BeforeEach
  void enrol() {
    domain = TestDomain.in(directory);
    alice = domain.issue(Role.USER, "alice");
  }

  private String refusal(Path prefix, InstantSource clock) {
    String message =
        assertThrows(IdentityException.class, () -> Identity.load(prefix, clock)).getMessage();
    assertEquals(1, message.lines().count(), message);
    return message;
  }

  private String refusal(Path prefix) {
    return refusal(prefix, InstantSource.system());
  }

  @Test
  void shouldNameFileWhenKeyIsMissing() {
    assertTrue(refusal(domain.prefix("bob")).endsWith("bob.key: no such private key file"));
  }

  @Test
  void shouldRefuseWhenOthersCanReadKey() throws Exception {
    Path key = directory.resolve("alice.key");
    for (String mode : new String[] {"rw-r-----", "rw----r--", "rw--w----"}) {
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(mode));
      assertTrue(refusal(alice).endsWith("(" + mode + "), expected mode 0600"));
    }
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
    assertEquals("alice", Identity.load(alice).id().name());
  }

  @Test
  void shouldRefuseWhenKeyIsNotPem() throws Exception {
    Files.writeString(directory.resolve("alice.key"), "-----BEGIN NONSENSE-----");
    assertTrue(refusal(alice).endsWith("alice.key: not a private key, expected PKCS#8 PEM"));
  }

  @Test
  void shouldRefuseWhenCertificateIsNotPem() throws Exception {
    Files.writeString(directory.resolve("alice.crt"), "hello");
    assertTrue(refusal(alice).endsWith("alice.crt: not a certificate, expected X.509 PEM"));
  }

  @Test
  void shouldRefuseWhenKeyBelongsToAnother() throws Exception {
    domain.issue(Role.USER, "bob");
    Files.copy(
        directory.resolve("bob.key"),
        directory.resolve("alice.key"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    assertTrue(refusal(alice).contains("alice.key: this key does not belong to the certificate"));
  }

  @Test
  void shouldRefuseWhenCertificateExpired() {
    Instant later = Instant.now().plus(Duration.ofDays(91));
    assertTrue(
        refusal(alice, InstantSource.fixed(later))
            .contains("alice.crt: the certificate of rosa://17/user/alice expired at "));
  }

  @Test
  void shouldRefuseWhenCertificateIsNotYetValid() {
    Instant earlier = Instant.now().minus(Duration.ofDays(2));
    assertTrue(refusal(alice, InstantSource.fixed(earlier)).contains("is not valid before"));
  }

  @Test
  void shouldRefuseWhenAuthorityIsAnother() throws Exception {
    Path other = directory.resolve("other");
    TestDomain.in(other);
    Files.copy(
        other.resolve("ca.crt"), directory.resolve("ca.crt"), StandardCopyOption.REPLACE_EXISTING);
    assertTrue(refusal(alice).contains("was not issued by this domain's authority"));
  }

  @Test
  void shouldTellNoSecretWhenPrinted() throws Exception {
    assertEquals("rosa://17/user/alice", Identity.load(alice).toString());
    assertFalse(domain.authority().toString().contains("EC"));
  }

  @Test
  void shouldRefuseADeviceThatDoesNotEnd() {
    IdentityException refusal =
        assertThrows(IdentityException.class, () -> Identity.loadAuthority(Path.of("/dev/zero")));
    assertEquals("/dev/zero: too large for a certificate", refusal.getMessage());
  }
}

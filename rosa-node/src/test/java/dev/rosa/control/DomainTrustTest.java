package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DomainTrustTest {

  @TempDir Path directory;
  private Instant now = Instant.now();

  @Test
  void shouldNotFillTheLogWhenStrangersKeepConnecting() {
    Identity self = TestDomain.in(directory.resolve("a")).codeServer("cs1");
    X509Certificate[] stranger = {
      TestDomain.in(directory.resolve("b")).user("mallory").certificate()
    };
    DomainTrust trust = DomainTrust.inClients(self.authority(), () -> now);
    try (CapturedLog log = CapturedLog.of(DomainTrust.class)) {
      for (int i = 0; i < 100; i++) {
        assertThrows(
            CertificateException.class, () -> trust.checkClientTrusted(stranger, "UNKNOWN"));
      }
      assertEquals(30, log.lines().size());
      now = now.plus(Duration.ofMinutes(1));
      assertThrows(CertificateException.class, () -> trust.checkClientTrusted(stranger, "UNKNOWN"));
      List<String> lines = log.lines();
      assertTrue(lines.get(30).endsWith("not-logged=70"), lines.get(30));
    }
  }
}

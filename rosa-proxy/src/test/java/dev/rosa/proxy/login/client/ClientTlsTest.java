package dev.rosa.proxy.login.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The file of certificates that a login trusts. */
class ClientTlsTest {

  @Test
  void shouldRefuseADeviceThatDoesNotEnd() {
    Optional<Path> device = Optional.of(Path.of("/dev/zero"));
    IOException refusal =
        assertTimeoutPreemptively(
            Duration.ofMinutes(1),
            () ->
                assertThrows(IOException.class, () -> ClientTls.context(Optional.empty(), device)));
    assertEquals("/dev/zero: is too large for certificates", refusal.getMessage());
  }
}

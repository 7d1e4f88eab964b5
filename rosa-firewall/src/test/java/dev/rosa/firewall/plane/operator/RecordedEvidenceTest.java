package dev.rosa.firewall.plane.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of evidence in a file that an operator names. */
final class RecordedEvidenceTest {

  @Test
  void shouldRefuseADeviceThatDoesNotEnd() {
    Path device = Path.of("/dev/zero");
    IOException refusal =
        assertThrows(
            IOException.class, () -> RecordedEvidence.read(device, (evidence, millis) -> {}));
    assertEquals("/dev/zero: line 1 is longer than 65536 characters", refusal.getMessage());
  }
}

package dev.rosa.firewall.plane.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reporters are told when the machine's clock is not the plane's. */
final class IntakeClockTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {-24, 24})
  void shouldTellTheTimeThatIsLeftOnThePlanesClock(int hoursAhead) throws Exception {
    long now = System.currentTimeMillis() + Duration.ofHours(hoursAhead).toMillis();
    Ban ban = new Ban(Source.parse("192.0.2.7"), Ban.Action.DROP, now, now + 3_600_000, "a test");
    try (EvidenceIntake intake = open(() -> Instant.ofEpochMilli(now))) {
      intake.tell(ban);
      try (Peer peer = Peer.greeted(folder.resolve("evidence.sock"))) {
        assertEquals("ban 192.0.2.7 3600", peer.line());
      }
    }
  }

  private EvidenceIntake open(InstantSource clock) throws IOException {
    return EvidenceIntake.open(
        folder.resolve("evidence.sock"), user -> Set.of(Proof.NONE), IntakeLimits.usual(), clock);
  }
}

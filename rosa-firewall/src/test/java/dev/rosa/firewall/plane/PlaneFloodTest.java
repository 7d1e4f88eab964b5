package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * 10,000 bans a second through the reporters' socket of a plane with the kernel's sets; with {@code
 * -Drosa.plane.full=true} for a minute. Rates are printed, not judged.
 */
@Timeout(600)
final class PlaneFloodTest {

  private static final boolean FULL = Boolean.getBoolean("rosa.plane.full");
  private static final int SECONDS = FULL ? 60 : 4;
  private static final int BANS = FULL ? 131_072 : 8_192;
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  @Test
  void shouldStayWithinItsBoundsUnderAFloodOfBans() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, BANS).start();
        Flood flood = new Flood(plane.reporters)) {
      flood.run(SECONDS / 3);
      settle(plane);
      long early = plane.heapBytes();
      long before = plane.banned();
      long began = System.nanoTime();

      flood.run(SECONDS - SECONDS / 3);

      double perSecond = (plane.banned() - before) * 1e9 / (System.nanoTime() - began);
      settle(plane);
      long late = plane.heapBytes();
      System.out.printf(
          "%.0f bans a second; heap %d MiB, then %d MiB; %s %s%n",
          perSecond,
          early / MIB,
          late / MIB,
          plane.status().get("evidenceToBlock"),
          plane.status().get("intake"));
      assertEquals(BANS, plane.elements().size());
      assertEquals(BANS, plane.status().at("/bans/inForce").asLong());
      assertTrue(late < early + 16 * MIB, () -> early + " bytes, then " + late);
    }
  }

  /** A plane on a busy machine may have dropped evidence that found no room in its queue. */
  private static void settle(PlaneOnMachine plane) throws Exception {
    Await.until(
        "decisions and their record",
        () -> {
          JsonNode status = plane.status();
          return status.at("/intake/waiting").asLong() == 0
              && status.at("/evidence/byVerdict/banned").equals(status.at("/intake/taken"))
              && status.at("/bans/unrecorded").asLong() == 0;
        });
  }
}

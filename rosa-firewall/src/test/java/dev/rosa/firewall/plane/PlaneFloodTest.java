package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  private static final int SECONDS = FULL ? 60 : 6;
  private static final int BANS = FULL ? 131_072 : 16_384;
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  @Test
  void shouldStayWithinItsBoundsUnderAFloodOfBans() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, BANS).start();
        Flood flood = new Flood(plane.reporters)) {
      flood.run(SECONDS / 3);
      settle(plane, flood);
      long early = plane.heapBytes();
      long before = plane.banned();
      long began = System.nanoTime();

      flood.run(SECONDS - SECONDS / 3);

      double perSecond = (plane.banned() - before) * 1e9 / (System.nanoTime() - began);
      settle(plane, flood);
      long late = plane.heapBytes();
      System.out.printf(
          "%.0f bans a second; heap %d MiB, then %d MiB; %s%n",
          perSecond, early / MIB, late / MIB, plane.status().get("evidenceToBlock"));
      assertEquals(BANS, plane.elements().size());
      assertEquals(BANS, plane.status().at("/bans/inForce").asLong());
      assertTrue(late < early + 16 * MIB, () -> early + " bytes, then " + late);
    }
  }

  private static void settle(PlaneOnMachine plane, Flood flood) throws Exception {
    Await.until(
        "decisions and their record",
        () ->
            plane.banned() == flood.reported()
                && plane.status().at("/bans/unrecorded").asLong() == 0
                && flood.told() == flood.reported());
  }
}

package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A plane whose database lies on a small disk that another program fills. */
@Timeout(600)
final class PlaneFullDiskTest {

  @TempDir private Path folder;

  @Test
  void shouldKeepBansInForceOnAFullDiskAndRecordThemLater() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, 50_000)) {
      String disk = plane.disk.toString();
      plane.net.shell("v", "mount -t tmpfs -o size=4m,mode=700 tmpfs " + disk);
      plane.start();
      plane.ban(List.of("20.255.0.1"));
      plane.net.shell("v", "dd if=/dev/zero of=" + disk + "/fill bs=4k 2>/dev/null || true");
      try (Flood flood = new Flood(plane.reporters)) {
        while (plane.status().at("/bans/unrecorded").asLong() == 0) {
          flood.run(1);
        }
        Await.until("decisions", () -> plane.banned() == flood.reported());
        IOException refusal =
            assertThrows(IOException.class, () -> plane.ban(List.of("20.255.0.2")));
        assertEquals("in force, but not recorded", refusal.getMessage());
        Set<String> inForce = plane.elements();
        assertTrue(inForce.containsAll(flood.sources()));
        assertTrue(inForce.containsAll(List.of("20.255.0.1", "20.255.0.2")));

        plane.net.shell("v", "rm " + disk + "/fill");
        Await.until("the record", () -> plane.status().at("/bans/unrecorded").asLong() == 0);
        plane.kill();
        plane.start();

        assertEquals(inForce, plane.elements());
        assertEquals(inForce, plane.listed());
      }
    }
  }
}

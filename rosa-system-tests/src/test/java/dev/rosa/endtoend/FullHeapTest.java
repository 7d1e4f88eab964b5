package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A router goes on when code tries to fill its heap: the code's memory is metered. */
@Tag("endtoend")
class FullHeapTest {

  private static final String SUITE = "HMAC-SHA256-128";

  /** Would hold all memory that there is, to the last word, and not return. */
  private static final String FILLING =
      """
      Object[] held = null;
      int words = 1 << 20;
      while (true) {
        try {
          Object[] piece = new Object[words];
          piece[0] = held;
          held = piece;
        } catch (Throwable e) {
          words = Math.max(1, words / 2);
        }
      }
      """;

  @TempDir Path folder;
  private final String overlay = LabAddresses.one();
  private Lab lab;

  @RegisterExtension final LabLogs logs = new LabLogs(() -> lab);

  @AfterEach
  void end() {
    lab.close();
  }

  @Test
  void shouldGoOnWhenCodeTriesToFillTheHeap() throws Exception {
    lab = Lab.create(folder, overlay);
    // With the default fuel, that would end before the memory does.
    Files.write(
        lab.files().file("marker.jar"),
        CompiledBundle.onPacket(FILLING).attribute("Rosa-Fuel", "10000").jar());
    lab.start();
    RunningProgram r1 = lab.process("r1");
    try (LabStream stream = LabStream.open(lab, overlay, "marker", SUITE, 60)) {
      stream.send("one packet");
      stream.send("another packet");
      Await.until(
          () -> "drops of r1" + r1.tail(),
          () -> lab.reading("r1").status().at("/drops/FUEL_EXHAUSTED").asLong() == 2);
      assertTrue(lab.reading("r1").status().at("/packets/memoryExhausted").asLong() > 0);
    }
    assertTrue(r1.isAlive());
  }
}

package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** A router whose heap code has filled ends with an exit code, so that it can be started again. */
@Tag("endtoend")
class FullHeapTest {

  private static final String SUITE = "HMAC-SHA256-128";

  /** Holds all memory that there is, to the last word, and does not return. */
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
  void shouldEndWhenCodeHasFilledTheHeap() throws Exception {
    lab = Lab.create(folder, overlay);
    Files.write(lab.files().file("marker.jar"), CompiledBundle.onPacket(FILLING).jar());
    lab.start();
    RunningProgram r1 = lab.process("r1");
    try (LabStream stream = LabStream.open(lab, overlay, "marker", SUITE, 60)) {
      assertTrue(r1.isAlive());
      stream.send("one packet");
      Await.until(() -> "r1 to end" + r1.tail(), () -> !r1.isAlive());
    }
    assertEquals(1, r1.exitCode());
  }
}

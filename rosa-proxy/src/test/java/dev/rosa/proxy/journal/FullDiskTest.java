package dev.rosa.proxy.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log on a real disk without room, in a mount namespace of its own. */
class FullDiskTest {
  private static final String WITH_SMALL_DISK =
      "mount -t tmpfs -o size=64k small \"$1\" && exec \"$2\" -cp \"$3\" \"$4\" \"$1\"";

  @TempDir private Path folder;

  @Test
  void shouldSurviveAFullDiskAndSayWhatIsMissing() throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "-Urm", "true").start().waitFor() == 0,
        "this machine lets its users make namespaces");
    Process process =
        new ProcessBuilder(
                "unshare",
                "-Urm",
                "sh",
                "-c",
                WITH_SMALL_DISK,
                "sh",
                folder.toString(),
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                System.getProperty("java.class.path"),
                FullDiskProgram.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();

    String out = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertEquals(0, process.waitFor());
    assertEquals("lost=true told=true sum=501", out.lines().reduce((a, b) -> b).orElse(""));
  }
}

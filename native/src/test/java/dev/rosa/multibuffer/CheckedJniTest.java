package dev.rosa.multibuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the JVM's check of JNI calls reports nothing about ROSA's native code. */
@Tag("jdk")
class CheckedJniTest {

  @Test
  void shouldGiveTheCheckingJvmNothingToSay() throws IOException, InterruptedException {
    Available.engines();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xcheck:jni",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                JniWorkout.class.getName())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    List<String> said = output.lines().filter(line -> !line.startsWith("Picked up ")).toList();
    assertEquals(List.of(), said);
    assertEquals(0, process.waitFor());
  }
}

package dev.rosa.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that cannot be looked at ends, however little memory is left. */
class NodeWatchTest {

  private boolean blind = true;
  private int ended;
  private final NodeWatch watch =
      new NodeWatch(
          List.of(
              () -> {
                if (blind) {
                  throw new OutOfMemoryError();
                }
              }),
          () -> ended++);

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      watch.lookOnce();
    }
  }

  @Test
  void shouldEndANodeThatHasNoMemoryToLook() {
    look(9);
    assertEquals(0, ended);
    look(1);
    assertEquals(1, ended);
  }

  @Test
  void shouldBeginAnewWhenALookHasSucceeded() {
    look(9);
    blind = false;
    look(1);
    blind = true;
    look(9);
    assertEquals(0, ended);
  }

  @Tag("jdk")
  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC"})
  void shouldEndAProcessWhoseHeapIsFullToTheLastWord(String collector) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                collector,
                "-cp",
                System.getProperty("java.class.path"),
                FullHeap.class.getName())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertTrue(process.waitFor(Await.PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
      assertEquals(NodeWatch.EXIT_CODE, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }
}

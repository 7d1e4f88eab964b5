package dev.rosa.provider.measure;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class JvmCompilerTest {

  @Test
  void shouldSayAtSomeTimeThatTheCompilerIsIdle() {
    JvmCompiler compiler = new JvmCompiler();
    assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> {
          while (compiler.isBusy()) {
            Thread.sleep(20);
          }
        });
  }
}

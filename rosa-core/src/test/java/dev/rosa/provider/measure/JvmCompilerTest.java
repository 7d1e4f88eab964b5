package dev.rosa.provider.measure;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;

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

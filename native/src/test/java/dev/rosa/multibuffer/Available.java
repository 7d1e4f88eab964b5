package dev.rosa.multibuffer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import java.util.Optional;

/** The engines under test, or the test is skipped with the reason. Stateless. */
final class Available {

  private Available() {}

  static MultiBufferEngines engines() {
    return engines(Map.of());
  }

  /** Engines on a CPU that some of is hidden of. */
  static MultiBufferEngines engines(Map<String, String> properties) {
    MultiBufferEngines engines = new MultiBufferEngines(properties::get);
    Optional<String> cause = engines.unavailabilityCause();
    assumeTrue(cause.isEmpty(), () -> "multi-buffer is not available: " + cause.orElse(""));
    return engines;
  }
}

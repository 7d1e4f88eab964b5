package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ProblemsTest {

  @Test
  void shouldLogWarningsWithTheirPlaceWhenANodeStarts() {
    Path file = Path.of("a.xml");
    Problems problems = new Problems(file);
    problems.add(new Problem(file, 7, true, "odd"));
    try (CapturedLog log = CapturedLog.of(ProblemsTest.class)) {
      problems.logWarnings(LoggerFactory.getLogger(ProblemsTest.class));
      assertEquals(List.of("WARN a.xml:7: odd"), log.lines());
    }
  }
}

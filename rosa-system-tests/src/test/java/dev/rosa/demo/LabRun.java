package dev.rosa.demo;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.Program.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Run of {@code ./rosa} in a lab of its own, where there can be one. Stateless. */
final class LabRun {

  private static final Path HOME = Path.of("").toAbsolutePath().getParent();

  private LabRun() {}

  /** Skips the test where there can be no lab, or a program is not installed. */
  static void require(String... programs) throws IOException, InterruptedException {
    Outcome check = Program.of(HOME.resolve("lab/lab.sh").toString(), "--check").run();
    Assumptions.assumeTrue(check.exit() == 0, "there can be no lab here");
    for (String name : programs) {
      Outcome found = Program.of("sh", "-c", "command -v " + name).run();
      Assumptions.assumeTrue(found.exit() == 0, name + " is not installed here");
    }
  }

  /**
   * Runs {@code ./rosa} with these words to its end.
   *
   * @param directory gets its outputs
   */
  static Outcome rosa(Path directory, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(HOME.resolve("rosa").toString()));
    command.addAll(List.of(words));
    return Program.of("rosa", command)
        .in(directory)
        .with("ROSA_NO_BUILD", "1")
        .with("JAVA_HOME", System.getProperty("java.home"))
        .writing(directory.resolve("out"), directory.resolve("err"))
        .run();
  }
}

package dev.rosa.bench.authorization;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Certificate authority of Smallstep, in a pinned version. It is built once with Go, into a folder
 * outside the project; Go checks the sources against its public database of checksums.
 *
 * @param file program, or its place
 * @param absence reason why it is not measured; empty if it is there
 */
record StepCa(Path file, String absence) {

  /** Version of the program. */
  static final String VERSION = "v0.30.2";

  /** Name for reports. */
  static final String NAME = "step-ca " + VERSION;

  /** Reason that the option gives. */
  static final StepCa LEFT_OUT = new StepCa(Path.of("step-ca"), "was left out");

  private static final String PACKAGE = "github.com/smallstep/certificates/cmd/step-ca@" + VERSION;
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

  /** Folder that is used unless another one is named: {@code ~/.cache/rosa/peers}. */
  static Path defaultFolder() {
    return Path.of(System.getProperty("user.home"), ".cache", "rosa", "peers");
  }

  boolean isThere() {
    return absence.isEmpty();
  }

  /** Takes the program in a folder, and builds it there if it is absent. */
  static StepCa in(Path folder, PrintStream out) throws InterruptedException {
    Path place = folder.toAbsolutePath().resolve("step-ca-" + VERSION);
    Path file = place.resolve("step-ca");
    if (Files.isExecutable(file)) {
      return new StepCa(file, "");
    }
    out.println("as: building " + NAME + " into " + folder + ", once; this takes minutes");
    try {
      Files.createDirectories(place);
      return new StepCa(file, build(place, out));
    } catch (IOException e) {
      return new StepCa(file, "needs go to be built: " + e.getMessage().lines().findFirst().get());
    }
  }

  /** Returns what went wrong, or nothing. */
  private static String build(Path place, PrintStream out)
      throws IOException, InterruptedException {
    Path log = place.resolve("build.log");
    Program go =
        Program.of("go", List.of("go", "install", PACKAGE))
            .with("GOBIN", place.toString())
            .with("GOFLAGS", "-p=1")
            .with("GOTOOLCHAIN", "local")
            .with("CGO_ENABLED", "0")
            .writing(log);
    try (RunningProgram build = go.start()) {
      long began = System.nanoTime();
      while (build.isAlive() && secondsSince(began) < PATIENCE.toSeconds()) {
        await(build);
        out.println("as: building " + NAME + ", " + secondsSince(began) + " s");
      }
      if (build.isAlive()) {
        return "was not built within " + PATIENCE.toMinutes() + " minutes: see " + log;
      }
      return build.exitCode() == 0 ? "" : "could not be built: see " + log;
    }
  }

  private static void await(RunningProgram build) throws InterruptedException {
    try {
      int unused = build.awaitExit(BETWEEN_LINES);
    } catch (IOException e) {
      // It goes on; the caller looks at that.
    }
  }

  private static long secondsSince(long beganNanos) {
    return Duration.ofNanos(System.nanoTime() - beganNanos).toSeconds();
  }
}

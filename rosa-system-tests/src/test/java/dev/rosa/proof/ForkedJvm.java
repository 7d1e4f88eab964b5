package dev.rosa.proof;

import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A forked JVM, with the same Java and classes, for tests that might crash it or need another one.
 * Its output stays in {@code target/proof/NAME.txt}. Immutable.
 */
final class ForkedJvm {

  private static final long MINUTES = Long.getLong(Rounds.MINUTES_PROPERTY, 0);

  /** Some slices have a round for each party; and machines may be busy. */
  private static final Duration PATIENCE = Duration.ofHours(MINUTES).plusMinutes(5);

  private static final int TAIL_LINES = 40;

  private final String name;
  private final List<String> starter;
  private final String classPath;
  private final List<String> flags;

  private ForkedJvm(String name, List<String> starter, String classPath, List<String> flags) {
    this.name = name;
    this.starter = starter;
    this.classPath = classPath;
    this.flags = flags;
  }

  /** One with flags of its own; its name is that of its output. */
  static ForkedJvm with(String name, String... flags) {
    return new ForkedJvm(name, List.of(), System.getProperty("java.class.path"), List.of(flags));
  }

  /** One that lives for so short that its second compiler would cost more than it gives. */
  static ForkedJvm brief(String name, String... flags) {
    List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    all.addAll(List.of(flags));
    return with(name, all.toArray(String[]::new));
  }

  /** The same, started by another program, which gets the command as its last arguments. */
  ForkedJvm startedBy(List<String> program) {
    return new ForkedJvm(name, program, classPath, flags);
  }

  /** The same, where it looks into a folder before all else on its class path. */
  ForkedJvm lookingFirstInto(Path folder) {
    return new ForkedJvm(name, starter, folder + File.pathSeparator + classPath, flags);
  }

  /** Exit code and output of a JVM. */
  record Outcome(String name, int exit, String output) {

    /** Asserts that it ended well. */
    Outcome requireSuccess() {
      if (exit != 0) {
        throw new AssertionError("%s ended with %d:%n%s".formatted(name, exit, tail()));
      }
      return this;
    }

    /** Its last line. */
    String summary() {
      return name + ": " + output.stripTrailing().lines().reduce("", (first, second) -> second);
    }

    /** The line that speaks of a party. */
    String lineOf(String tested) {
      return output
          .lines()
          .filter(line -> line.startsWith(tested + ": "))
          .findFirst()
          .orElseThrow(
              () -> new AssertionError(name + " does not know " + tested + ":\n" + tail()));
    }

    String tail() {
      List<String> lines = output.lines().toList();
      int from = Math.max(0, lines.size() - TAIL_LINES);
      return String.join("\n", lines.subList(from, lines.size()));
    }
  }

  /** Runs slices of the proof in it, and waits. */
  Outcome prove(String... slices) {
    return run(ProofRun.class.getName(), slices);
  }

  /** Runs a program in it, and waits. */
  Outcome run(String mainClass, String... arguments) {
    List<String> command = new ArrayList<>(starter);
    command.addAll(JavaHome.current().command(List.of()));
    command.addAll(
        List.of(
            "-Xmx1g",
            "-Xshare:auto",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=" + folder().resolve(name + "-hs_err.log"),
            "-D" + RandomInput.SEED_PROPERTY + "=" + RandomInput.SEED,
            "-D" + Rounds.MINUTES_PROPERTY + "=" + MINUTES,
            "-D" + TestedProviders.DROP_IN_PROPERTY + "=" + TestedProviders.dropIns()));
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private Outcome run(List<String> command) {
    Path output = folder().resolve(name + ".txt");
    try (RunningProgram running = Program.of(name, command).writing(output).start()) {
      return new Outcome(name, running.awaitExit(PATIENCE), running.out());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path folder() {
    try {
      String base = System.getProperty("basedir", "");
      return Files.createDirectories(Path.of(base, "target", "proof").toAbsolutePath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

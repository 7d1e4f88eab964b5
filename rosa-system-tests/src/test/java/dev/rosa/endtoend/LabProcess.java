package dev.rosa.endtoend;

import dev.rosa.client.demo.RoleJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** One process with its outputs in two files. Ended by its own handle, gently first. */
final class LabProcess implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("\\bready\\b");
  private static final int TAIL_LINES = 25;

  private final String name;
  private final Process process;
  private final Path out;
  private final Path err;

  private LabProcess(String name, Process process, Path out, Path err) {
    this.name = name;
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts a jar; what it says goes to NAME.out and NAME.err in {@code folder}. */
  static LabProcess start(String name, Path folder, Path jar, List<String> arguments) {
    Path out = folder.resolve(name + ".out");
    Path err = folder.resolve(name + ".err");
    try {
      Process process =
          new ProcessBuilder(RoleJars.command(jar, arguments))
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      return new LabProcess(name, process, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the line that says "ready". */
  LabProcess awaitReady() throws Exception {
    return awaitLine(READY);
  }

  /** Waits for a line, while the process lives. */
  LabProcess awaitLine(Pattern line) throws Exception {
    Await.until(
        () -> name + " to say " + line + tail(),
        () -> {
          boolean alive = process.isAlive();
          if (line.matcher(said()).find()) {
            return true;
          }
          if (!alive) {
            throw new AssertionError(name + " ended with " + process.exitValue() + tail());
          }
          return false;
        });
    return this;
  }

  /** Waits until it has ended by itself. */
  int awaitExit() throws InterruptedException {
    if (!process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(name + " does not end" + tail());
    }
    return process.exitValue();
  }

  /** SIGTERM. */
  void askToEnd() {
    process.destroy();
  }

  /** SIGHUP. */
  void hangUp() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-HUP", Long.toString(pid())).start().waitFor();
  }

  /** SIGKILL: as after a power cut. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitExit();
  }

  /** Both outputs. */
  String said() {
    return out() + err();
  }

  String out() {
    return text(out);
  }

  String err() {
    return text(err);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last lines, for a person who looks at a failure. */
  String tail() {
    List<String> lines = said().lines().toList();
    int from = Math.max(0, lines.size() - TAIL_LINES);
    return "\n--- " + name + "\n" + String.join("\n", lines.subList(from, lines.size()));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

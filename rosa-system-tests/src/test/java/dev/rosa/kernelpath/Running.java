package dev.rosa.kernelpath;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A process in a namespace, and what it says. Ended by its own handle. */
final class Running implements AutoCloseable {

  /** Far beyond what anything takes, also on a machine that does ten other things. */
  static final int PATIENCE_SECONDS = 240;

  private static final long POLL_MILLIS = 20;

  private final String name;
  private final Process process;
  private final Path output;

  Running(String name, Process process, Path output) {
    this.name = name;
    this.process = process;
    this.output = output;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  String said() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Count of the lines that contain a text. */
  long lines(String text) {
    return said().lines().filter(line -> line.contains(text)).count();
  }

  /** Waits until it has said something so often, while it lives. */
  void await(String text, int times) throws Exception {
    until(
        () -> name + " to say " + text + ":\n" + said(),
        () -> {
          boolean alive = process.isAlive();
          if (lines(text) >= times) {
            return true;
          }
          if (!alive) {
            throw new AssertionError(name + " ended without saying " + text + ":\n" + said());
          }
          return false;
        });
  }

  void await(String text) throws Exception {
    await(text, 1);
  }

  /** Polls until something holds. */
  static void until(String what, Callable<Boolean> condition) throws Exception {
    until(() -> what, condition);
  }

  /** Polls until something holds; what it was is asked for only if it does not. */
  static void until(Supplier<String> what, Callable<Boolean> condition) throws Exception {
    long began = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        throw new AssertionError("waited in vain for " + what.get());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** A signal by its name, e.g. STOP. */
  void signal(String signal) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start().waitFor();
  }

  /** The one process that it started. */
  ProcessHandle child() throws Exception {
    until(() -> "a child of " + name + ":\n" + said(), () -> process.children().count() == 1);
    List<ProcessHandle> children = process.children().toList();
    return children.get(0);
  }

  /** SIGTERM; how it ended. */
  int end() throws Exception {
    process.destroy();
    return awaitExit();
  }

  int awaitExit() throws Exception {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " does not end:\n" + said());
    }
    return process.exitValue();
  }

  /** SIGKILL. */
  void kill() throws Exception {
    process.destroyForcibly();
    awaitExit();
  }

  @Override
  public void close() {
    process.children().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}

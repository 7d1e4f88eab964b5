package dev.rosa.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command in the lab with its outputs in two files. Ended by its own handle, gently first. */
final class NetProcess implements AutoCloseable {

  private final Process process;
  private final Path out;
  private final Path err;

  private NetProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  static NetProcess start(List<String> command, Path prefix) throws IOException {
    Path out = Path.of(prefix + ".out");
    Path err = Path.of(prefix + ".err");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("ROSA_NO_BUILD", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new NetProcess(builder.start(), out, err);
  }

  /** Waits until it has said something. */
  NetProcess awaitSaying(String text) throws IOException, InterruptedException {
    NetLab.await(
        () -> "'" + text + "' of " + out + ": " + said(),
        () -> {
          boolean alive = process.isAlive();
          boolean said = said().contains(text);
          if (!alive && !said) {
            throw new AssertionError("ended with " + process.exitValue() + ": " + said());
          }
          return said;
        });
    return this;
  }

  boolean isRunning() {
    return process.isAlive();
  }

  int awaitExit() throws InterruptedException {
    if (!process.waitFor(NetLab.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("does not end: " + said());
    }
    return process.exitValue();
  }

  /** SIGTERM, and waits. */
  int end() throws InterruptedException {
    process.destroy();
    return awaitExit();
  }

  String out() {
    return text(out);
  }

  String err() {
    return text(err);
  }

  String said() {
    return out() + err();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

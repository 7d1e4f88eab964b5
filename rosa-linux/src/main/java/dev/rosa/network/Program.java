package dev.rosa.network;

import dev.rosa.config.Durations;
import dev.rosa.kernel.process.Capability;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A program of this machine, run to its end with its messages in English, and with nothing of this
 * process's environment. Immutable.
 */
final class Program {

  private static final String MORE_PLACES = "/usr/sbin:/sbin:/usr/bin:/bin";

  /** All that a program gets to know of the environment of the user who started this process. */
  private static final Map<String, String> ENVIRONMENT = Map.of("PATH", MORE_PLACES, "LC_ALL", "C");

  private static final String NOT_PERMITTED = "Operation not permitted";

  /**
   * Longer than any program takes that is run here; a process that exceeds it is considered hung.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final String name;
  private final Path file;
  private final Duration patience;

  Program(String name, Path file, Duration patience) {
    this.name = name;
    this.file = file;
    this.patience = patience;
  }

  /**
   * Finds a program on PATH, or where administrators' programs are.
   *
   * @param debianPackage what it comes with, for the message
   */
  static Program find(String name, String debianPackage) throws IOException {
    return find(name, debianPackage, System.getenv().getOrDefault("PATH", ""));
  }

  /** A place that depends on the working directory is none: it may be another's. */
  static Program find(String name, String debianPackage, String searchPath) throws IOException {
    return Stream.of((searchPath + File.pathSeparator + MORE_PLACES).split(File.pathSeparator))
        .filter(place -> place.startsWith(File.separator))
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(file -> new Program(name, file, PATIENCE))
        .orElseThrow(
            () ->
                new IOException(
                    "the program %s is not here; install it: apt-get install %s"
                        .formatted(name, debianPackage)));
  }

  /**
   * Result of a run.
   *
   * @param exit its exit code
   * @param output standard output
   * @param error standard error
   */
  record Result(int exit, String output, String error) {}

  /**
   * Reader of a program's output while the program runs. Runs in a thread of its own.
   *
   * @param <T> what it makes of that
   */
  interface Output<T> {
    /** Reads to the end. */
    T read(InputStream output) throws IOException;
  }

  /** Runs it, and returns the reader's result; a failure is an exception. */
  <T> T read(Output<T> reader, String... arguments) throws IOException {
    Ended<T> ended = finish(start(arguments), "", String.join(" ", arguments), reader);
    if (ended.exit != 0) {
      throw failure(new Result(ended.exit, "", ended.error), arguments);
    }
    return ended.output;
  }

  /** A program that has ended: its exit code, its output as it was read, its messages. */
  private record Ended<T>(int exit, T output, String error) {}

  /** Runs it, and returns its output; a failure is an exception. */
  String run(String input, String... arguments) throws IOException {
    Result result = tryToRun(input, arguments);
    if (result.exit() != 0) {
      throw failure(result, arguments);
    }
    return result.output();
  }

  /** The program's refusal, in one line. */
  IOException failure(Result result, String... arguments) {
    String reason =
        result
            .error()
            .lines()
            .filter(line -> !line.isBlank())
            .findFirst()
            .orElse("it ended with " + result.exit());
    String hint = reason.contains(NOT_PERMITTED) ? "; " + Capability.NET_ADMIN_NEEDED : "";
    return new IOException(
        "%s %s: %s%s".formatted(name, String.join(" ", arguments), reason.strip(), hint));
  }

  /**
   * Runs it and returns the result, also if it failed.
   *
   * @throws IOException in one line if it does not end in time; then it is killed
   */
  Result tryToRun(String input, String... arguments) throws IOException {
    Ended<String> ended =
        finish(start(arguments), input, String.join(" ", arguments), Program::text);
    return new Result(ended.exit, ended.output, ended.error);
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(file.toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(ENVIRONMENT);
    return builder.start();
  }

  private <T> Ended<T> finish(Process process, String input, String arguments, Output<T> reader)
      throws IOException {
    try {
      // Not in this thread: a process that hangs in the kernel keeps its pipes open also when it is
      // killed.
      Future<T> output = reading(process.getInputStream(), reader);
      Future<String> error = reading(process.getErrorStream(), Program::text);
      feed(process, input);
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw notEnded(arguments);
      }
      return new Ended<>(process.exitValue(), get(output, arguments), get(error, arguments));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException(name + " was interrupted").initCause(e);
    } finally {
      process.destroyForcibly();
    }
  }

  private IOException notEnded(String arguments) {
    return new IOException(
        "%s %s: has not ended within %s and was killed"
            .formatted(name, arguments, Durations.format(patience)));
  }

  private <T> T get(Future<T> text, String arguments) throws IOException, InterruptedException {
    try {
      return text.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw (IOException) notEnded(arguments).initCause(e);
    } catch (ExecutionException e) {
      throw new IOException(name + " " + arguments + ": cannot be read", e);
    }
  }

  private static void feed(Process process, String input) {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It did not want to read it all: its exit code and its words say why.
      return;
    }
  }

  private static String text(InputStream stream) throws IOException {
    return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static <T> Future<T> reading(InputStream stream, Output<T> reader) {
    FutureTask<T> reading = new FutureTask<>(() -> reader.read(stream));
    Thread thread = new Thread(reading, "program-output");
    thread.setDaemon(true);
    thread.start();
    return reading;
  }
}

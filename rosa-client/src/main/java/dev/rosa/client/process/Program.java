package dev.rosa.client.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Description of a program to start as a process of its own: command, folder, environment and
 * files. Immutable.
 *
 * @param name for messages
 * @param folder that it runs in; null: that of this process
 * @param environment variables beside those of this process
 */
public record Program(
    String name,
    List<String> command,
    Path folder,
    Map<String, String> environment,
    Streams streams) {

  /**
   * Files that a process reads and writes.
   *
   * @param in standard input
   * @param out standard output; null: a temporary file
   * @param err standard error; null: the same file
   */
  public record Streams(Path in, Path out, Path err) {}

  /**
   * Result of a program that has ended.
   *
   * @param exit its exit code
   */
  public record Outcome(int exit, String out, String err) {

    /** Both outputs. */
    public String said() {
      return out + err;
    }
  }

  private static final Streams NOWHERE = new Streams(Path.of("/dev/null"), null, null);

  /** A command without input, with one temporary file for its outputs. */
  public static Program of(String name, List<String> command) {
    return new Program(name, List.copyOf(command), null, Map.of(), NOWHERE);
  }

  /** A command that is named after its first word. */
  public static Program of(String... command) {
    return of(Path.of(command[0]).getFileName().toString(), List.of(command));
  }

  /** The same in a folder. */
  public Program in(Path folder) {
    return new Program(name, command, folder, environment, streams);
  }

  /** The same with an environment variable. */
  public Program with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new Program(name, command, folder, more, streams);
  }

  /** The same with an input. */
  public Program reading(Path in) {
    return new Program(
        name, command, folder, environment, new Streams(in, streams.out(), streams.err()));
  }

  /** The same with both outputs in one file. */
  public Program writing(Path out) {
    return writing(out, null);
  }

  /** The same with its outputs in two files. */
  public Program writing(Path out, Path err) {
    return new Program(name, command, folder, environment, new Streams(streams.in(), out, err));
  }

  /** Starts it. */
  public RunningProgram start() throws IOException {
    return RunningProgram.start(this);
  }

  /** Runs it to its end. */
  public Outcome run() throws IOException, InterruptedException {
    try (RunningProgram running = start()) {
      int exit = running.awaitExit();
      return new Outcome(exit, running.out(), running.err());
    }
  }
}

package dev.rosa.client.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A started program as a process, with its output in files. Ended by its own handle, gently first,
 * and with this JVM at the latest. Thread-safe.
 */
public final class RunningProgram implements AutoCloseable {

  /** Longest wait: far beyond what anything takes, also on a machine that does ten other things. */
  public static final Duration PATIENCE = Duration.ofMinutes(10);

  /**
   * A closed terminal ends this JVM by SIGHUP, which does not reach processes in other sessions.
   */
  private static final Set<Process> LIVING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> LIVING.forEach(Process::destroy), "end of programs"));
  }

  private static final Pattern READY = Pattern.compile("\\bready\\b");
  private static final long POLL_MILLIS = 5;
  private static final int TAIL_LINES = 12;
  private static final int GENTLE_SECONDS = 10;

  private final Program program;
  private final Process process;
  private final long launchedNanos;
  private final Path out;

  private RunningProgram(Program program, Process process, long launchedNanos, Path out) {
    this.program = program;
    this.process = process;
    this.launchedNanos = launchedNanos;
    this.out = out;
  }

  static RunningProgram start(Program program) throws IOException {
    Program.Streams streams = program.streams();
    Path out = streams.out() == null ? Files.createTempFile("rosa-", ".txt") : streams.out();
    ProcessBuilder builder =
        new ProcessBuilder(program.command())
            .directory(program.folder() == null ? null : program.folder().toFile())
            .redirectInput(streams.in().toFile())
            .redirectOutput(out.toFile());
    if (streams.err() == null) {
      builder.redirectErrorStream(true);
    } else {
      builder.redirectError(streams.err().toFile());
    }
    builder.environment().putAll(program.environment());
    long now = System.nanoTime();
    RunningProgram running = new RunningProgram(program, builder.start(), now, out);
    LIVING.add(running.process);
    return running;
  }

  public String name() {
    return program.name();
  }

  /** Its number in the system; a program that only starts another one becomes it. */
  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its exit code, after it has ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Time of its start, on the clock of {@link System#nanoTime}. */
  public long launchedNanos() {
    return launchedNanos;
  }

  /** Standard output so far; with standard error, if that has no file of its own. */
  public String out() {
    return text(out);
  }

  /** Standard error so far, if it has a file of its own. */
  public String err() {
    return program.streams().err() == null ? "" : text(program.streams().err());
  }

  /** Both outputs so far. */
  public String said() {
    return out() + err();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      // A folder that is removed at the same time: a report goes on without the text.
      return "(" + file + " cannot be read)";
    }
  }

  /** Count of the lines that contain a text. */
  public long lines(String text) {
    return said().lines().filter(line -> line.contains(text)).count();
  }

  /** The last lines of its output. */
  public List<String> lastLines() {
    List<String> lines = said().lines().toList();
    return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
  }

  /** The same under its name, for a person who looks at a failure. */
  public String tail() {
    return "\n--- " + name() + "\n" + String.join("\n", lastLines());
  }

  /** Says what is wrong with it, and what it said last. */
  public IOException failure(String problem) {
    return new IOException(
        name() + " " + problem + "; it said last: | " + String.join(" | ", lastLines()));
  }

  /** Waits for a line that says "ready". */
  public RunningProgram awaitReady() throws IOException, InterruptedException {
    await(READY);
    return this;
  }

  /** Waits for a line with a text. */
  public RunningProgram await(String text) throws IOException, InterruptedException {
    return await(text, 1);
  }

  /** Waits for so many lines with a text. */
  public RunningProgram await(String text, int times) throws IOException, InterruptedException {
    await(text, line -> line.contains(text), times, PATIENCE);
    return this;
  }

  /** Waits for a line and returns it. */
  public String await(Pattern line) throws IOException, InterruptedException {
    return await(line, PATIENCE);
  }

  /**
   * Waits for a line and returns it.
   *
   * @throws IOException if the process ends or does not say it
   */
  public String await(Pattern line, Duration patience) throws IOException, InterruptedException {
    return await(line.pattern(), line.asPredicate(), 1, patience);
  }

  /** True if it has said such a line. */
  public boolean says(Pattern line) {
    return said().lines().anyMatch(line.asPredicate());
  }

  private String await(String awaited, Predicate<String> line, int times, Duration patience)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    while (true) {
      boolean alive = process.isAlive();
      Optional<String> found = said().lines().filter(line).skip(times - 1).findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      if (!alive) {
        throw failure("ended with exit code " + exitCode() + " before '" + awaited + "'");
      }
      if (System.nanoTime() - began > patience.toNanos()) {
        throw failure("did not say '" + awaited + "'");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Waits until it has ended by itself; returns its exit code. */
  public int awaitExit() throws IOException, InterruptedException {
    return awaitExit(PATIENCE);
  }

  /** Waits at most so long until it has ended by itself; returns its exit code. */
  public int awaitExit(Duration patience) throws IOException, InterruptedException {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw failure("does not end");
    }
    return process.exitValue();
  }

  /** SIGTERM. */
  public void askToEnd() {
    process.destroy();
  }

  /** SIGTERM, and waits; returns its exit code. */
  public int end() throws IOException, InterruptedException {
    askToEnd();
    return awaitExit();
  }

  /** SIGKILL: as after a power cut. */
  public void kill() throws IOException, InterruptedException {
    process.destroyForcibly();
    int unused = awaitExit();
  }

  /** A signal by its name, e.g. STOP. */
  public void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start().waitFor();
  }

  /** The one process that it has started, or will start. */
  public ProcessHandle child() throws InterruptedException {
    List<ProcessHandle> children = List.of();
    while (process.isAlive() && children.size() != 1) {
      Thread.sleep(POLL_MILLIS);
      children = process.children().toList();
    }
    return children.get(0);
  }

  /** Asks it to end, and insists if it does not within some seconds. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(GENTLE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    LIVING.remove(process);
    if (program.streams().out() == null) {
      boolean unused = out.toFile().delete();
    }
  }
}

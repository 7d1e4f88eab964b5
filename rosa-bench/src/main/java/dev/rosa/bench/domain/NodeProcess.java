package dev.rosa.bench.domain;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A process whose lines are read, each with the time it came at. Ended by its own handle, gently
 * first. Thread-safe.
 */
public final class NodeProcess implements AutoCloseable {

  /**
   * A line that a process said.
   *
   * @param nanos when it came, on the clock of {@link System#nanoTime}
   */
  public record Line(String text, long nanos) {}

  /** Those to end with this JVM: a closed terminal ends it by SIGHUP, after which nodes go on. */
  private static final Set<Process> LIVING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> LIVING.forEach(Process::destroy), "end of nodes"));
  }

  private static final int KEPT = 100_000;
  private static final int SHOWN = 8;
  private static final int GENTLE_SECONDS = 60;

  private final String name;
  private final Process process;
  private final long launchedNanos;
  private final Deque<Line> lines = new ArrayDeque<>();
  private PrintStream kept;
  private boolean ended;

  private NodeProcess(String name, Process process, long launchedNanos) {
    this.name = name;
    this.process = process;
    this.launchedNanos = launchedNanos;
  }

  /** Starts a command in a folder. */
  public static NodeProcess start(String name, Path folder, List<String> command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true);
    long now = System.nanoTime();
    NodeProcess started = new NodeProcess(name, builder.start(), now);
    LIVING.add(started.process);
    Thread reader = new Thread(started::read, "output of " + name);
    reader.setDaemon(true);
    reader.start();
    return started;
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        add(new Line(line, System.nanoTime()));
      }
    } catch (IOException e) {
      add(new Line("(its output cannot be read: " + e.getMessage() + ")", System.nanoTime()));
    }
    LIVING.remove(process);
    synchronized (lines) {
      ended = true;
      if (kept != null) {
        kept.close();
      }
      lines.notifyAll();
    }
  }

  private void add(Line line) {
    synchronized (lines) {
      lines.add(line);
      if (kept != null) {
        kept.printf(Locale.ROOT, "%.3f %s%n", (line.nanos() - launchedNanos) / 1e6, line.text());
      }
      if (lines.size() > KEPT) {
        lines.remove();
      }
      lines.notifyAll();
    }
  }

  /** Writes all that it says from now on into a file, each line with its milliseconds. */
  public void keep(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    synchronized (lines) {
      kept = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    }
  }

  /** Its number in the system. */
  public long pid() {
    return process.pid();
  }

  /** Time of its start, on the clock of {@link System#nanoTime}. */
  public long launchedNanos() {
    return launchedNanos;
  }

  /**
   * Waits for a line.
   *
   * @throws IOException if the process ends or stays silent
   */
  public Line await(Pattern pattern, int seconds) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    synchronized (lines) {
      while (true) {
        for (Line line : lines) {
          if (pattern.matcher(line.text()).find()) {
            return line;
          }
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (ended || millis <= 0) {
          throw failure("did not say '" + pattern + "'");
        }
        lines.wait(millis);
      }
    }
  }

  /** Waits until it ends by itself, and returns all that it said. */
  public List<String> awaitEnd(int seconds) throws IOException, InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw failure("did not end within " + seconds + " s");
    }
    synchronized (lines) {
      while (!ended) {
        lines.wait();
      }
      if (process.exitValue() != 0) {
        throw failure("ended with " + process.exitValue());
      }
      return lines.stream().map(Line::text).toList();
    }
  }

  /** SIGTERM, and waits while it is still listened to: it may have things to say. */
  public void stop() throws IOException, InterruptedException {
    process.toHandle().destroy();
    if (!process.waitFor(GENTLE_SECONDS, TimeUnit.SECONDS)) {
      throw failure("does not end");
    }
  }

  /** Says what is wrong with it, and what it said last. */
  public IOException failure(String problem) {
    return new IOException(name + " " + problem + tail());
  }

  private String tail() {
    List<Line> all;
    synchronized (lines) {
      all = new ArrayList<>(lines);
    }
    StringBuilder tail = new StringBuilder("; it said last:");
    for (Line line : all.subList(Math.max(0, all.size() - SHOWN), all.size())) {
      tail.append(" | ").append(line.text());
    }
    return tail.toString();
  }

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
  }
}

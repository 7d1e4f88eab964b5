package dev.rosa.client.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Progress of a stream every few seconds: one line that stays in place on a terminal. */
final class ProgressLine implements AutoCloseable {
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintWriter out;
  private final Supplier<String> state;
  private final boolean terminal = isTerminal();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
          });
  private String last = "";

  private ProgressLine(PrintWriter out, Supplier<String> state) {
    this.out = out;
    this.state = state;
  }

  /**
   * Starts.
   *
   * @param every 0: never says anything
   * @param state read on a thread of its own
   */
  @SuppressWarnings("FutureReturnValueIgnored")
  static ProgressLine start(PrintWriter out, Duration every, Supplier<String> state) {
    ProgressLine line = new ProgressLine(out, state);
    if (!every.isZero()) {
      long millis = every.toMillis();
      line.timer.scheduleAtFixedRate(line::print, millis, millis, TimeUnit.MILLISECONDS);
    }
    return line;
  }

  /** Standard error's own state: the JVM's console says nothing about it. */
  private static boolean isTerminal() {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private synchronized void print() {
    String now = state.get();
    if (now.equals(last)) {
      return;
    }
    last = now;
    if (terminal) {
      out.print(ERASE_LINE + now);
      out.flush();
    } else {
      out.println(now);
      out.flush();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    clear();
  }

  private synchronized void clear() {
    if (terminal && !last.isEmpty()) {
      out.print(ERASE_LINE);
      out.flush();
    }
  }
}

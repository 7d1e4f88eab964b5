package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.fail;

import dev.rosa.client.command.CommandContext;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** A command that runs on a thread of its own until it ends by itself. */
final class RunningCommand {
  private static final Pattern READY =
      Pattern.compile("ready: (?:overlay )?127\\.0\\.0\\.1:(\\d+)");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CompletableFuture<Integer> exitCode;

  private RunningCommand(String[] args) {
    CommandLine rosa = Rosa.commandLine(CommandContext.system());
    rosa.setOut(new PrintWriter(out, true));
    rosa.setErr(new PrintWriter(err, true));
    // A thread of its own: the common pool may have one only, and commands wait for each other.
    exitCode =
        CompletableFuture.supplyAsync(
            () -> rosa.execute(args), task -> new Thread(task, "command").start());
  }

  static RunningCommand start(String... args) {
    return new RunningCommand(args);
  }

  /** Waits for the ready line and reads the port it listens on. */
  int awaitPort() throws InterruptedException {
    for (int i = 0; i < 2_400; i++) {
      Matcher ready = READY.matcher(err.toString());
      if (ready.find()) {
        return Integer.parseInt(ready.group(1));
      }
      Thread.sleep(50);
    }
    return fail("not ready: " + err);
  }

  boolean hasEnded() {
    return exitCode.isDone();
  }

  /** Waits for its end. */
  CommandRun await() {
    int code = exitCode.join();
    return new CommandRun(code, out.toString(), err.toString());
  }
}

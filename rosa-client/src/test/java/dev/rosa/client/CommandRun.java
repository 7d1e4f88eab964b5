package dev.rosa.client;

import dev.rosa.client.command.CommandContext;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.SecureRandom;
import java.time.InstantSource;
import picocli.CommandLine;

/** Output and exit code of a run of {@code rosa}. */
record CommandRun(int exitCode, String out, String err) {
  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine rosa =
        Rosa.commandLine(new CommandContext(InstantSource.system(), new SecureRandom()));
    rosa.setOut(new PrintWriter(out, true));
    rosa.setErr(new PrintWriter(err, true));
    int exitCode = rosa.execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}

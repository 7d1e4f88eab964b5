package dev.rosa.client.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.command.TypedCommand;
import dev.rosa.command.UsageSentence;
import dev.rosa.config.ConfigException;
import dev.rosa.identity.IdentityException;
import dev.rosa.serving.PeerText;
import java.io.IOException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/**
 * Frame of all commands: exit codes, and errors that are one line on standard error. A command
 * throws; it never prints an error or exits.
 */
public final class CommandFrame {
  /** Done. */
  public static final int OK = 0;

  /** Tried and failed, or refused by a node. */
  public static final int FAILED = 1;

  /** Wrong usage, or a file that is not what it should be. */
  public static final int USAGE = 2;

  private static final int HELP_WIDTH = 100;

  private static final int MOST_CHARS = 10_000;

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(CommandFrame.class);

  private CommandFrame() {}

  /** Gives a command line and all its subcommands the common behaviour. */
  public static CommandLine prepare(CommandLine commandLine) {
    Conversions.register(commandLine);
    return commandLine
        .setUsageHelpWidth(HELP_WIDTH)
        .setHelpFactory(TypedCommand.help())
        .setExecutionExceptionHandler((failure, at, parsed) -> report(failure, at))
        .setParameterExceptionHandler((failure, args) -> reportUsage(failure));
  }

  /** Lets a long-running command log its events, not only warnings. */
  static void logEvents() {
    if (LoggerFactory.getLogger("dev.rosa.client") instanceof Logger logger) {
      logger.setLevel(Level.INFO);
    }
  }

  private static int report(Exception failure, CommandLine at) {
    LOG.debug("command failed", failure);
    return print(at, sentence(failure), exitCode(failure));
  }

  private static int reportUsage(ParameterException failure) {
    CommandLine at = failure.getCommandLine();
    String typed = TypedCommand.of(at.getCommandSpec());
    return print(at, UsageSentence.of(failure) + " (see: " + typed + " --help)", USAGE);
  }

  private static int print(CommandLine at, String sentence, int exitCode) {
    String name = at.getCommandSpec().qualifiedName();
    String line = name + ": " + sentence.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    // It may name a file, whose name may be a stranger's.
    at.getErr().println(PeerText.line(Ansi.OFF.string(line), MOST_CHARS));
    at.getErr().flush();
    return exitCode;
  }

  private static String sentence(Exception failure) {
    String message = failure.getMessage();
    if (hasSentence(failure) && message != null) {
      return message;
    }
    if (failure instanceof IOException io) {
      return IoSentence.of(io);
    }
    return "unexpected "
        + failure.getClass().getSimpleName()
        + (message == null ? "" : ": " + message);
  }

  private static boolean hasSentence(Exception failure) {
    return failure instanceof CommandFailedException
        || failure instanceof CallFailedException
        || isBadFile(failure);
  }

  private static boolean isBadFile(Exception failure) {
    return failure instanceof IdentityException || failure instanceof ConfigException;
  }

  private static int exitCode(Exception failure) {
    if (failure instanceof CommandFailedException failed) {
      return failed.exitCode();
    }
    return isBadFile(failure) ? USAGE : FAILED;
  }
}

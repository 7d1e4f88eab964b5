package dev.rosa.client;

import dev.rosa.client.command.CommandContext;
import dev.rosa.client.command.CommandFrame;
import dev.rosa.client.command.RosaCommand;
import picocli.CommandLine;

/** The {@code rosa} command line: {@code java -jar rosa.jar COMMAND …}. */
public final class Rosa {
  private Rosa() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine(CommandContext.system()).execute(args));
  }

  /** All commands of {@code rosa}, ready to execute. */
  static CommandLine commandLine(CommandContext context) {
    CommandLine line = RosaCommand.commandLine(context);
    return CommandFrame.prepare(line);
  }
}

package dev.rosa.client;

import dev.rosa.client.command.CommandContext;
import dev.rosa.client.command.CommandFrame;
import dev.rosa.client.command.RosaCommand;
import dev.rosa.client.command.demo.DemoCommand;
import dev.rosa.client.command.demo.LabEdgeAttackCommand;
import dev.rosa.client.command.demo.LabEdgeCommand;
import dev.rosa.client.command.demo.LabNodesCommand;
import dev.rosa.client.command.demo.LabWebCommand;
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
    line.addSubcommand(new DemoCommand());
    line.addSubcommand(new LabNodesCommand());
    line.addSubcommand(new LabEdgeCommand());
    line.addSubcommand(new LabEdgeAttackCommand());
    line.addSubcommand(new LabWebCommand());
    return CommandFrame.prepare(line);
  }
}

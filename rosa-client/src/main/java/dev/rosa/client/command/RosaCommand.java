package dev.rosa.client.command;

import dev.rosa.client.administration.AdminCommand;
import dev.rosa.command.Build;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code rosa} command itself: version, help and the list of its commands. */
@Command(
    name = "rosa",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = RosaCommand.VersionFromManifest.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = HelpCommand.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, or refused by a node", "2:wrong usage, or a bad file"})
public final class RosaCommand implements Runnable {
  @Spec private CommandSpec spec;

  private RosaCommand() {}

  /** The command line with every subcommand but those of the demos. */
  public static CommandLine commandLine(CommandContext context) {
    CommandLine line = new CommandLine(new RosaCommand());
    line.getCommandSpec()
        .usageMessage()
        .description("ROSA: active routers that run code on packets whose user was authorised.")
        .footer(
            "",
            "Roles, started by the launcher ./rosa or as java -jar:",
            "  as           the Authorization Server, and its administration",
            "  codeserver   the Code Server",
            "  router       an Active Router, live or on a capture file",
            "  test         builds and runs every test",
            "",
            "Examples:",
            "  rosa help send",
            "  rosa vectors rosa-v1.json");
    line.addSubcommand(new VectorsCommand());
    line.addSubcommand(new ProvidersCommand());
    line.addSubcommand(DomainCommand.commandLine(context));
    line.addSubcommand(CodeCommand.commandLine(context));
    line.addSubcommand(AuditCommand.commandLine());
    line.addSubcommand(AdminCommand.commandLine(context.clock(), context.random()));
    line.addSubcommand(new StatusCommand(context));
    line.addSubcommand(new RequestCommand(context));
    line.addSubcommand(new SendCommand(context));
    line.addSubcommand(new ReceiveCommand(context));
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  /** The version that the build wrote into the jar. */
  static final class VersionFromManifest implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"rosa " + Build.of(RosaCommand.class).text()};
    }
  }
}

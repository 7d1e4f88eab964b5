package dev.rosa.bench;

import dev.rosa.bench.authorization.AuthorizationCommand;
import dev.rosa.bench.code.CodeBenchCommand;
import dev.rosa.bench.cold.ColdCommand;
import dev.rosa.bench.firewall.FirewallCommand;
import dev.rosa.bench.path.PathCommand;
import dev.rosa.bench.proxy.ProxyBenchCommand;
import dev.rosa.bench.sessions.SessionsCommand;
import dev.rosa.bench.shootout.ShootoutCommand;
import dev.rosa.command.Commands;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Main class of the benches: {@code java -jar rosa-bench.jar COMMAND …}. */
@Command(
    name = "rosa-bench",
    description = "Measures what the papers claim, on this machine.",
    subcommands = {ShootoutCommand.class, Bench.Group.class})
public final class Bench implements Runnable {

  /** Benches of a router's life rather than of its engines, and of the Authorization Server. */
  @Command(
      name = "bench",
      description =
          "Measures starting cold, metered code, sessions by the million, the packet path, the"
              + " firewall plane, the application proxy, and the Authorization Server.",
      subcommands = {
        ColdCommand.class,
        CodeBenchCommand.class,
        SessionsCommand.class,
        PathCommand.class,
        FirewallCommand.class,
        ProxyBenchCommand.class,
        AuthorizationCommand.class
      })
  static final class Group implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      throw missingCommand(spec);
    }
  }

  @Spec private CommandSpec spec;

  Bench() {}

  /** Runs one bench and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** All benches, ready to execute. */
  static CommandLine commandLine() {
    return Commands.commandLine(new Bench())
        .setCommandName(System.getProperty("rosa.command", "rosa-bench"));
  }

  @Override
  public void run() {
    throw missingCommand(spec);
  }

  private static ParameterException missingCommand(CommandSpec spec) {
    return new ParameterException(
        spec.commandLine(),
        "expected one of " + String.join(", ", spec.subcommands().keySet()) + " to run");
  }
}

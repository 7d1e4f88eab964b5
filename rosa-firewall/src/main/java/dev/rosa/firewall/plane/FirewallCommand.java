package dev.rosa.firewall.plane;

import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.config.Problems;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.operator.AllowCommand;
import dev.rosa.firewall.plane.operator.BanCommand;
import dev.rosa.firewall.plane.operator.ExplainCommand;
import dev.rosa.firewall.plane.operator.LiftCommand;
import dev.rosa.firewall.plane.operator.ListCommand;
import dev.rosa.firewall.plane.operator.OperatedPlane;
import dev.rosa.firewall.plane.operator.RemoveCommand;
import dev.rosa.firewall.plane.operator.ReportCommand;
import dev.rosa.firewall.plane.operator.ShowCommand;
import dev.rosa.firewall.plane.operator.StatusCommand;
import dev.rosa.firewall.plane.operator.WatchCommand;
import dev.rosa.firewall.plane.policy.PolicySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The firewall plane's command line: without a command it serves. The commands are for operators of
 * a plane that runs; {@code explain} and {@code remove} need none.
 */
@Command(
    name = "rosa-firewall",
    description = {
      "Bans sources that applications have found malicious, at the lowest layer that this machine"
          + " has; without a command it serves.",
      "Commands take --config, too; ./rosa has config/firewall.xml as their default."
    },
    defaultValueProvider = FirewallCommand.DefaultConfig.class,
    subcommands = {
      StatusCommand.class,
      ListCommand.class,
      ShowCommand.class,
      BanCommand.class,
      LiftCommand.class,
      AllowCommand.class,
      WatchCommand.class,
      ReportCommand.class,
      ExplainCommand.class,
      RemoveCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall --config config/firewall.xml",
      "  ./rosa firewall --config config/firewall.xml --validate",
      "  ./rosa firewall watch",
      "  ./rosa firewall show 192.0.2.7",
      "  ./rosa firewall lift 192.0.2.7",
      "",
      "To serve, it needs CAP_NET_ADMIN, and gives everything else away."
    })
public final class FirewallCommand extends RoleCommand implements OperatedPlane {

  private static final String CONFIG = "--config";

  /** Set by the launcher. */
  private static final String HOME_PROPERTY = "rosa.home";

  private final KernelLayers layers;
  private final Confinement confinement;

  /** The configuration that the launcher's folder has, for commands that name none. */
  static final class DefaultConfig implements IDefaultValueProvider {
    @Override
    public String defaultValue(ArgSpec argument) {
      String home = System.getProperty(HOME_PROPERTY);
      boolean isConfig =
          argument instanceof OptionSpec option && option.longestName().equals(CONFIG);
      return isConfig && home != null ? Path.of(home, "config", "firewall.xml").toString() : null;
    }
  }

  /**
   * A command line.
   *
   * @param layers of this machine
   * @param confinement gives privileges away before it serves
   */
  FirewallCommand(KernelLayers layers, Confinement confinement) {
    this.layers = layers;
    this.confinement = confinement;
  }

  /**
   * To serve, a configuration must be named: a command that was left out must not start a plane.
   */
  @Override
  public Integer call() throws Exception {
    if (!spec.commandLine().getParseResult().hasMatchedOption(CONFIG)) {
      throw new ParameterException(spec.commandLine(), "Missing required option: '--config=FILE'");
    }
    return super.call();
  }

  @Override
  protected void validate(Problems problems) {
    boolean unused = FirewallSetup.read(config, problems).isPresent();
  }

  @Override
  protected AutoCloseable start() throws ConfigException, IOException {
    FirewallSetup setup = FirewallSetup.load(config);
    confinement.begin();
    return RunningFirewall.start(setup, layers::enforcement);
  }

  @Override
  public Path operatorSocket() throws ConfigException {
    return FirewallConfig.load(config).operators().socket();
  }

  @Override
  public Path reporterSocket() throws ConfigException {
    return FirewallConfig.load(config).reporters().socket();
  }

  @Override
  public PolicySettings policy() throws ConfigException {
    return FirewallConfig.load(config).policy().settings();
  }

  @Override
  public List<Source> allowed() throws ConfigException {
    return FirewallConfig.load(config).allow().sources();
  }

  @Override
  public List<String> removeLeftovers() throws ConfigException, IOException {
    return layers.remove(FirewallConfig.load(config).layers().settings());
  }
}

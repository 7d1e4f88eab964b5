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
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

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

  private final KernelLayers layers;
  private final Confinement confinement;

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
   * Arguments, with the configuration that the launcher's folder has for a command that names none.
   * To serve, a configuration must be named: a command that was left out must not start a plane.
   *
   * @param home the launcher's folder; null: there is no launcher
   */
  static String[] withConfig(String home, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    boolean isCommand = !all.isEmpty() && !all.get(0).startsWith("-");
    boolean isNamed = all.stream().anyMatch(each -> each.split("=", 2)[0].equals(CONFIG));
    if (home != null && isCommand && !isNamed) {
      all.addAll(0, List.of(CONFIG, Path.of(home, "config", "firewall.xml").toString()));
    }
    return all.toArray(String[]::new);
  }

  @Override
  protected void validate(Problems problems) {
    boolean unused = FirewallSetup.read(config, problems).isPresent();
  }

  @Override
  protected AutoCloseable start() throws ConfigException, IOException {
    FirewallSetup setup = FirewallSetup.load(config);
    confinement.begin(setup.config().layers().isXdpWanted());
    return RunningFirewall.start(setup, layers);
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
    return layers.remove();
  }
}

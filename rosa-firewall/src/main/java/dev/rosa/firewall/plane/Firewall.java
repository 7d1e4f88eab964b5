package dev.rosa.firewall.plane;

import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.nft.NftEnforcement;
import dev.rosa.firewall.plane.layer.xdp.FrontedEnforcement;
import dev.rosa.firewall.plane.layer.xdp.XdpSettings;
import dev.rosa.kernel.process.PrivateJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine;

/**
 * Main class of the firewall plane (Crosslayer Firewall Interaction §3): {@code java -jar
 * rosa-firewall.jar --config FILE}.
 */
public final class Firewall {

  private static final int FAILED = 1;

  /** Set by the launcher. */
  private static final String HOME_PROPERTY = "rosa.home";

  private Firewall() {}

  /** Layers of this machine: sets of nf_tables, with XDP in front where it is wanted. */
  private static final class MachineLayers implements KernelLayers {
    @Override
    public Enforcement enforcement(LayerSettings settings, XdpSettings xdp, InstantSource clock) {
      return FrontedEnforcement.of(NftEnforcement.of(settings, clock), settings, xdp, clock);
    }

    @Override
    public List<String> remove() throws IOException {
      return NftEnforcement.remove().stream().map("table netdev "::concat).toList();
    }
  }

  /** Serves until SIGTERM, or does what else the arguments ask for. */
  public static void main(String[] args) {
    FirewallCommand command = new FirewallCommand(new MachineLayers(), Confinement.ofProcess());
    // Before anything slow: until then, a process of the same user might get its capabilities.
    keepOthersOut(command);
    RoleCommand.run(command, FirewallCommand.withConfig(System.getProperty(HOME_PROPERTY), args));
  }

  private static void keepOthersOut(FirewallCommand command) {
    try {
      PrivateJvm.begin();
    } catch (IOException e) {
      PrintWriter err = new CommandLine(command).getErr();
      err.println("rosa-firewall: " + ConfigException.oneLine(e));
      err.flush();
      System.exit(FAILED);
    }
  }
}

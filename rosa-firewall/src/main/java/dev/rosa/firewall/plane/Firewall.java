package dev.rosa.firewall.plane;

import dev.rosa.command.FirstStep;
import dev.rosa.command.RoleCommand;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.nft.NftEnforcement;
import dev.rosa.firewall.plane.layer.xdp.FrontedEnforcement;
import dev.rosa.firewall.plane.layer.xdp.XdpSettings;
import dev.rosa.kernel.process.PrivateJvm;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/**
 * Main class of the firewall plane (Crosslayer Firewall Interaction §3): {@code java -jar
 * rosa-firewall.jar --config FILE}.
 */
public final class Firewall {

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
    // Before anything slow: until then, a process of the same user might get its capabilities.
    FirstStep.of("rosa-firewall", PrivateJvm::begin);
    FirewallCommand command = new FirewallCommand(new MachineLayers(), Confinement.ofProcess());
    RoleCommand.run(command, FirewallCommand.withConfig(System.getProperty(HOME_PROPERTY), args));
  }
}

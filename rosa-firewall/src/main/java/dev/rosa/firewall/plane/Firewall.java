package dev.rosa.firewall.plane;

import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.nft.NftEnforcement;
import dev.rosa.kernel.process.PrivateJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/**
 * Main class of the firewall plane (Crosslayer Firewall Interaction §3): {@code java -jar
 * rosa-firewall.jar --config FILE}.
 */
public final class Firewall {

  private static final int FAILED = 1;

  private Firewall() {}

  /** Layers by nf_tables. */
  private static final class NftLayers implements KernelLayers {
    @Override
    public Enforcement enforcement(LayerSettings settings) {
      return NftEnforcement.of(settings);
    }

    @Override
    public List<String> remove(LayerSettings settings) throws IOException {
      return NftEnforcement.remove();
    }
  }

  /** Serves until SIGTERM, or does what else the arguments ask for. */
  public static void main(String[] args) {
    FirewallCommand command = new FirewallCommand(new NftLayers(), Confinement.ofProcess());
    // Before anything slow: until then, a process of the same user might get its capabilities.
    keepOthersOut(command);
    RoleCommand.run(command, args);
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

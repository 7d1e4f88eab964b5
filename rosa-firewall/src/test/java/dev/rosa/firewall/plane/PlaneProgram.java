package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.nft.NftEnforcement;
import dev.rosa.firewall.plane.layer.xdp.XdpSettings;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * A plane with the kernel's sets in a program of its own, which a test moves into a network of its
 * own. It answers lines on standard input, and ends with the last of them.
 */
public final class PlaneProgram implements KernelLayers {

  private PlaneProgram() {}

  /** Runs the plane of a configuration. */
  public static void main(String[] args) throws Exception {
    PrintStream answers = System.out;
    // The log.
    System.setOut(System.err);
    RunningFirewall running =
        RunningFirewall.start(FirewallSetup.load(Path.of(args[0])), new PlaneProgram());
    answers.println("ready");
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      answers.println(line.equals("heap") ? heapBytes() : "unknown");
    }
    running.close();
  }

  /** Bytes of the heap that are in use after a collection. */
  private static long heapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public Enforcement enforcement(LayerSettings settings, XdpSettings xdp, InstantSource clock) {
    return NftEnforcement.of(settings, clock);
  }

  @Override
  public List<String> remove() {
    return List.of();
  }
}

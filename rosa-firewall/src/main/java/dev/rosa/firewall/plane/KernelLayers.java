package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.xdp.XdpSettings;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** Layers of a machine at which bans can be put in force. */
interface KernelLayers {

  /**
   * An enforcement that has not begun.
   *
   * @param xdp where XDP is in front of it
   * @param clock of the times of bans
   */
  Enforcement enforcement(LayerSettings settings, XdpSettings xdp, InstantSource clock);

  /**
   * Removes what planes that run no longer have left.
   *
   * @return a line for each thing that was removed
   * @throws IOException in one line if it cannot be removed
   */
  List<String> remove() throws IOException;
}

package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import java.io.IOException;
import java.util.List;

/** Layers of a machine at which bans can be put in force. */
interface KernelLayers {

  /** An enforcement that has not begun. */
  Enforcement enforcement(LayerSettings settings);

  /**
   * Removes what an enforcement that has ended has left.
   *
   * @return a line for each thing that was removed
   * @throws IOException in one line if it cannot be removed
   */
  List<String> remove(LayerSettings settings) throws IOException;
}

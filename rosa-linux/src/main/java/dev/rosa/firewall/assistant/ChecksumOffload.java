package dev.rosa.firewall.assistant;

import dev.rosa.network.Kernel;
import java.io.IOException;

/**
 * Setting that leaves checksums to a network card, switched off for diverted packets. A virtual
 * card would else hand on packets whose checksums are still to be filled in. The setting that was
 * there at first is put back, also if the link has gone and come back meanwhile. One thread at a
 * time.
 */
public final class ChecksumOffload {

  private final Kernel kernel;
  private final String link;

  /** The link's index when it was set last; 0: it was not. */
  private int index;

  private boolean changed;

  /** Of that link; nothing is set yet. */
  public ChecksumOffload(Kernel kernel, String link) {
    this.kernel = kernel;
    this.link = link;
  }

  /** Leaves nothing to the link's hardware. */
  public void disable(int indexNow) throws IOException {
    index = indexNow;
    if (kernel.txChecksum(link)) {
      kernel.txChecksum(link, false);
      changed = true;
    }
  }

  /** Puts the setting back, unless another link has taken the name meanwhile. */
  public void restore(int indexNow) throws IOException {
    if (changed && indexNow == index) {
      kernel.txChecksum(link, true);
    }
  }
}

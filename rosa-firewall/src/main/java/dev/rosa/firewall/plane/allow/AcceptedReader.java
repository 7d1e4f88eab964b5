package dev.rosa.firewall.plane.allow;

import dev.rosa.kernel.flow.TcpFlows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Source of the accepted TCP connections to some ports of this machine. */
@FunctionalInterface
interface AcceptedReader {

  /**
   * Reads them anew.
   *
   * @throws IOException if the kernel does not tell
   */
  List<TcpFlows.Accepted> read(Collection<Integer> ports) throws IOException;

  /** The kernel's, in this thread's network namespace. */
  static List<TcpFlows.Accepted> ofKernel(Collection<Integer> ports) throws IOException {
    List<TcpFlows.Accepted> found = new ArrayList<>();
    try (TcpFlows flows = TcpFlows.open()) {
      for (int port : ports) {
        found.addAll(flows.accepted(port));
      }
    }
    return found;
  }
}

package dev.rosa.firewall.plane.layer;

import dev.rosa.serving.PeerText;
import java.util.List;

/**
 * Report on the layers at which bans are in force. Immutable.
 *
 * @param interfaces layer of each interface
 * @param counts what each layer dropped
 * @param restored times that something was restored which another program had taken away
 */
public record LayerReport(List<InterfaceLayer> interfaces, List<LayerCount> counts, long restored) {

  /** Why bans do not hold at an interface, though a layer is in use. */
  public static final String PASSED_BY =
      "a tc filter hands its packets to another interface, past the bans";

  private static final int MOST_NAME_CHARS = 15;

  public LayerReport {
    interfaces = List.copyOf(interfaces);
    counts = List.copyOf(counts);
  }

  /** An interface's name for people: the kernel takes nearly any bytes for one. */
  public static String printable(String interfaceName) {
    return PeerText.line(interfaceName, MOST_NAME_CHARS);
  }

  /**
   * Lowest layer that is in use at an interface.
   *
   * @param interfaceName the interface
   * @param layer its layer: {@code ip}, {@code mac} or {@code xdp}
   * @param why why it is no lower one; empty: there is none
   */
  public record InterfaceLayer(String interfaceName, String layer, String why) {

    /** Its name for people. */
    public String printableName() {
      return printable(interfaceName);
    }
  }

  /**
   * Packets and bytes that a layer dropped since the start.
   *
   * @param layer the layer
   * @param packets packets
   * @param bytes bytes, with link headers
   */
  public record LayerCount(String layer, long packets, long bytes) {}
}

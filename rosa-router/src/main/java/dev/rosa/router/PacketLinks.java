package dev.rosa.router;

import dev.rosa.packetio.OverlayPacketIo;
import dev.rosa.packetio.PacketIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where a running router's packets come from: one {@link PacketIo} for every worker it will have.
 * Owned by the thread that starts and stops the router.
 */
final class PacketLinks implements AutoCloseable {

  private final OverlayPacketIo overlay;

  private PacketLinks(OverlayPacketIo overlay) {
    this.overlay = overlay;
  }

  /**
   * Opens what the configuration names.
   *
   * @throws IOException in one line if something cannot be had
   */
  static PacketLinks open(RouterSetup setup) throws IOException {
    return new PacketLinks(
        OverlayPacketIo.open(setup.config().overlay().listen().toSocketAddress(), setup.routes()));
  }

  /** One for every worker. */
  List<PacketIo> all() {
    return List.of(overlay);
  }

  /** Where they are, for the ready line. */
  String description() throws IOException {
    return "overlay=" + Addresses.text(overlay.address());
  }

  /** Where overlay links end. */
  InetSocketAddress overlayAddress() throws IOException {
    return overlay.address();
  }

  @Override
  public void close() throws IOException {
    overlay.close();
  }
}

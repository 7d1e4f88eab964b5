package dev.rosa.router.setup;

import dev.rosa.config.HostPort;
import dev.rosa.firewall.divert.Diversion;
import dev.rosa.packetio.OverlayPacketIo;
import dev.rosa.packetio.PacketIo;
import dev.rosa.packetio.RingPacketIo;
import dev.rosa.router.status.DiversionStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Packet links of a running router: one {@link PacketIo} for every worker it will have. They are
 * either rings on the kernel's network or one overlay link. Never both: a session that could come
 * by two ways would have two replay windows. Owned by the thread that starts and stops the router.
 */
public final class PacketLinks implements AutoCloseable {

  private final Diversion diversion;
  private final List<PacketIo> all = new ArrayList<>();

  private PacketLinks(Diversion diversion) {
    this.diversion = diversion;
  }

  /**
   * Opens what the configuration names.
   *
   * @param diversion the way to the kernel's network; null: none
   * @throws IOException in one line if something cannot be had
   */
  public static PacketLinks open(RouterSetup setup, Diversion diversion) throws IOException {
    PacketLinks links = new PacketLinks(diversion);
    try {
      links.open(setup);
      return links;
    } catch (IOException e) {
      links.close();
      throw e;
    }
  }

  private void open(RouterSetup setup) throws IOException {
    if (diversion == null) {
      InetSocketAddress listen = setup.config().overlay().listen().toSocketAddress();
      all.add(OverlayPacketIo.open(listen, setup.routes()));
      return;
    }
    for (int worker = 0; worker < diversion.sockets().workers(); worker++) {
      all.add(RingPacketIo.attach(diversion.sockets(), worker, diversion.ringOptions()));
    }
  }

  /** One for every worker. */
  public List<PacketIo> all() {
    return all;
  }

  /** Description of the links, for the ready line. */
  public String description() throws IOException {
    return diversion == null
        ? "overlay=" + HostPort.of(overlayAddress())
        : "assistant-link=%s workers=%d"
            .formatted(diversion.ringOptions().interfaceName(), all.size());
  }

  /** Address at which overlay links end. */
  public InetSocketAddress overlayAddress() throws IOException {
    return ((OverlayPacketIo) all.get(0)).address();
  }

  /** State of the diversion; null without one. From any thread. */
  public DiversionStatus diversion() {
    if (diversion == null) {
      return null;
    }
    return new DiversionStatus(
        diversion.state(),
        diversion.remade(),
        diversion.bypasses(),
        ofAllRings(RingPacketIo::droppedByRing),
        ofAllRings(RingPacketIo::undiverted),
        diversion.dropped());
  }

  private long ofAllRings(ToLongFunction<RingPacketIo> count) {
    return all.stream().map(RingPacketIo.class::cast).mapToLong(count).sum();
  }

  /** Closes all of them, also if one fails; throws the first failure. */
  @Override
  public void close() throws IOException {
    IOException complaint = null;
    for (PacketIo link : all) {
      try {
        link.close();
      } catch (IOException e) {
        complaint = complaint == null ? e : complaint;
      }
    }
    if (complaint != null) {
      throw complaint;
    }
  }
}

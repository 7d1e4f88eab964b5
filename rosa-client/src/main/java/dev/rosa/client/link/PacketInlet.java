package dev.rosa.client.link;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Inlet by which a Destination receives active packets, from an overlay link or the kernel
 * (PROTOCOL §1). Owned by one thread, but for {@link #wakeUp}.
 */
public interface PacketInlet extends AutoCloseable {

  /**
   * The last router's overlay datagrams.
   *
   * @throws IOException in one line if the address cannot be had
   */
  static PacketInlet overlay(HostPort listen) throws IOException {
    return OverlayInlet.open(listen);
  }

  /**
   * Inlet for the kernel's datagrams to UDP port 3322 of an address of this machine.
   *
   * @param own IPd; not the wildcard, for it goes into the key
   * @throws IOException in one line if the address cannot be had
   */
  static PacketInlet kernel(InetAddress own) throws IOException {
    return KernelInlet.open(own);
  }

  /** The address at which packets come in, with its port. */
  HostPort address() throws IOException;

  /** Waits for a packet or {@link #wakeUp}, at most so long. */
  void await(int millis) throws IOException;

  /** Ends the owner's wait, or its next one; nothing happens once it is closed. From any thread. */
  void wakeUp();

  /**
   * Takes one packet, if there is one. One that is longer than IP allows arrives cut off: it is
   * malformed.
   *
   * @param memory gets the IP packet at 0
   * @return the packet's bytes; −1: there is none
   */
  int receive(ByteBuffer memory) throws IOException;

  @Override
  void close() throws IOException;
}

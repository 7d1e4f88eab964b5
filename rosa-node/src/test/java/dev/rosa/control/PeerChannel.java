package dev.rosa.control;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Connection from an address, without a network. */
final class PeerChannel extends EmbeddedChannel {

  private final String address;

  PeerChannel(String address) {
    this.address = address;
  }

  /** Null while the constructor above runs, which asks before the field is there. */
  @Override
  protected SocketAddress remoteAddress0() {
    return address == null ? null : new InetSocketAddress(address, 4_711);
  }
}

package dev.rosa.serving;

import java.net.InetSocketAddress;

/** Server at a port. Owns its threads; {@link #close} ends them. */
public interface PortServer extends AutoCloseable, WatchedPart {

  /** The address that it serves on, with the port it got. */
  InetSocketAddress address();

  /** Ends every connection. */
  @Override
  void close();
}

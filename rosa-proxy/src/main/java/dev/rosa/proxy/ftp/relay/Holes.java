package dev.rosa.proxy.ftp.relay;

import dev.rosa.proxy.ftp.DataConnection;
import java.io.IOException;

/** Opener of holes for data connections. Called by several threads. */
@FunctionalInterface
public interface Holes {

  /**
   * Lets one connection pass; when this method returns, the kernel does.
   *
   * @param seconds time in which the connection must be made
   * @throws IOException in one line if there is no room for another hole
   */
  void open(DataConnection data, int seconds) throws IOException;
}

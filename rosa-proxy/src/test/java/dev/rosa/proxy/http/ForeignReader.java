package dev.rosa.proxy.http;

import java.io.IOException;
import java.util.List;

/** Another project's server, which tells what it has read. Owned by one thread. */
interface ForeignReader extends AutoCloseable {

  /**
   * Sends a stream in a connection of its own.
   *
   * @return method, target and Host of each request that it has not refused
   */
  List<String> read(byte[] stream) throws IOException;

  @Override
  void close();
}

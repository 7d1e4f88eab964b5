package dev.rosa.client.link;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Link by which a Source's active packets leave. Owned by one thread. */
public interface PacketLink extends AutoCloseable {

  /** The most bytes that an IP packet may have to fit, as far as is known now. */
  int largestPacketBytes();

  /**
   * Sends the sealed IP packet between position and limit.
   *
   * @return false if it turned out not to fit; {@link #largestPacketBytes} knows better now
   * @throws IOException in one line if the link did not take it
   */
  boolean send(ByteBuffer packet) throws IOException;

  @Override
  void close() throws IOException;
}

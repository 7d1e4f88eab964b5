package dev.rosa.packetio;

import dev.rosa.wire.ip.Ip;
import java.io.IOException;

/**
 * Source and sink of a router's packets. The seam between the pipeline and links. All but {@link
 * #wakeUp} and {@link #close} are called by one worker thread.
 */
public interface PacketIo extends AutoCloseable {

  /**
   * Waits for packets and puts as many as there are, up to the batch's capacity, into the batch,
   * which is emptied first.
   *
   * @param waitMillis the longest to wait for the first; 0: do not wait
   * @return false when there will never be more (a capture's end, or closed); the batch may still
   *     hold the last ones
   */
  boolean receive(PacketBatch batch, long waitMillis) throws IOException;

  /**
   * Sends the packets whose fate is {@link PacketBuffer.Fate#FORWARD}, as the kernel would, or by
   * way of the kernel: TTL or hop limit falls by one, the route is chosen by the destination, and
   * the UDP checksum of those that are {@linkplain PacketBuffer#isProven proven} is right. Sets the
   * fate of each.
   */
  void send(PacketBatch batch) throws IOException;

  /**
   * The longest packet that goes on to a packet's destination, in bytes, as far as is known. Asked
   * when code makes a packet longer, and at no other time.
   */
  default int longestTo(PacketBuffer packet) {
    return Ip.MAX_BYTES;
  }

  /** Lets a waiting {@link #receive} return early. From any thread. */
  void wakeUp();

  @Override
  void close() throws IOException;
}

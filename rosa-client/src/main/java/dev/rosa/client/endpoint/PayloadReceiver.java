package dev.rosa.client.endpoint;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Application behind a {@link Destination}, to which it hands the payloads of packets. Called on
 * the Destination's thread.
 */
@FunctionalInterface
public interface PayloadReceiver {
  /**
   * Takes one payload.
   *
   * @param payload all between position and limit; valid during the call only
   * @param servicePort which application the Source meant, 0–65535
   * @param verified false only where unverified delivery was asked for
   * @throws IOException if it cannot be taken; it is counted and dropped
   */
  void deliver(ByteBuffer payload, int servicePort, boolean verified) throws IOException;
}

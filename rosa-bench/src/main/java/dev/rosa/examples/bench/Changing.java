package dev.rosa.examples.bench;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/**
 * Application that gives every packet another payload of the same length, so that it has to be
 * sealed again.
 */
public final class Changing implements ActiveApplication {

  private byte[] copy = new byte[0];

  @Override
  public void onPacket(Packet packet) {
    int length = packet.payloadLength();
    if (!packet.isPayloadReadable() || length == 0) {
      return;
    }
    if (copy.length < length) {
      copy = new byte[length];
    }
    packet.copyPayload(0, copy, 0, length);
    copy[length - 1] ^= 1;
    packet.replacePayload(copy, 0, length);
  }
}

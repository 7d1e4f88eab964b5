package dev.rosa.examples.prewarm;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** Application that replaces a payload by one of the same length, or one byte shorter or longer. */
public final class Rewriting implements ActiveApplication {

  private byte[] copy = new byte[0];

  @Override
  public void onPacket(Packet packet) {
    if (!packet.isPayloadReadable()) {
      return;
    }
    int length = packet.payloadLength();
    int wanted = length + (int) (packet.sequence() % 3) - 1;
    int after = Math.max(0, Math.min(wanted, packet.maxPayloadLength()));
    if (copy.length < length + 1) {
      copy = new byte[length + 1];
    }
    packet.copyPayload(0, copy, 0, length);
    copy[0] ^= 1;
    packet.replacePayload(copy, 0, after);
  }
}

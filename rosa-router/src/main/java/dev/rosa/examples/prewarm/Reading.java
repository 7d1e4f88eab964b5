package dev.rosa.examples.prewarm;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.RouterContext;

/** Application that reads a payload and changes nothing. */
public final class Reading implements ActiveApplication {

  private static final int STEP = 16;

  private Counter packets;
  private Counter bytes;

  @Override
  public void start(RouterContext router) {
    packets = router.counter("packets");
    bytes = router.counter("bytes");
  }

  @Override
  public void onPacket(Packet packet) {
    packets.add(1);
    if (!packet.isPayloadReadable()) {
      return;
    }
    int sum = packet.servicePort();
    for (int i = 0; i < packet.payloadLength(); i += STEP) {
      sum += packet.payloadByte(i);
    }
    bytes.add(sum & 1);
  }
}

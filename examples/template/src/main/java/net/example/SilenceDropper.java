package net.example;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.RouterContext;

/**
 * Active application that drops packets whose payload begins with a blank. Needs the permission
 * drop, and read if the payload is encrypted.
 */
public final class SilenceDropper implements ActiveApplication {
  private Counter seen;
  private Counter dropped;

  @Override
  public void start(RouterContext router) {
    seen = router.counter("seen");
    dropped = router.counter("dropped");
  }

  @Override
  public void onPacket(Packet packet) {
    seen.add(1);
    if (packet.payloadLength() > 0 && packet.payloadByte(0) == ' ') {
      packet.drop();
      dropped.add(1);
    }
  }
}

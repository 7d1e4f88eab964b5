package example.active;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** An active application that leaves every packet as it is. */
public final class PassThrough implements ActiveApplication {

  /** As a router makes it. */
  public PassThrough() {}

  @Override
  public void onPacket(Packet packet) {}
}

package example.active;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** An application that does what active code may not. */
public final class Exiting implements ActiveApplication {

  /** As a router makes it. */
  public Exiting() {}

  @Override
  public void onPacket(Packet packet) {
    System.exit(1);
  }
}

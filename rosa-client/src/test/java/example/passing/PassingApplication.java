package example.passing;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** Active code that leaves every packet as it is. */
public final class PassingApplication implements ActiveApplication {
  @Override
  public void onPacket(Packet packet) {}
}

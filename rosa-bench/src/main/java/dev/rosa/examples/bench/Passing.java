package dev.rosa.examples.bench;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** Application that lets every packet pass as it is: what is left is the router's own work. */
public final class Passing implements ActiveApplication {

  @Override
  public void onPacket(Packet packet) {}
}

package dev.rosa.examples.hostile;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** Active application that never returns from a packet, and catches all that it can. */
public final class EndlessLoop implements ActiveApplication {

  @SuppressWarnings("UnusedVariable")
  private int turns;

  @Override
  @SuppressWarnings({"CatchThrowable", "InfiniteLoopStatement", "EmptyCatch"})
  public void onPacket(Packet packet) {
    while (true) {
      try {
        while (true) {
          turns++;
        }
      } catch (Throwable e) {
        turns = 0;
      }
    }
  }
}

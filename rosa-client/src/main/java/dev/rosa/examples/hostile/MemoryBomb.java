package dev.rosa.examples.hostile;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** Active application that asks for twice the memory each time, and keeps all that it gets. */
public final class MemoryBomb implements ActiveApplication {

  private static final int MOST = 64;

  private final long[][] kept = new long[MOST][];

  @Override
  public void onPacket(Packet packet) {
    int size = 1;
    for (int i = 0; i < MOST; i++) {
      kept[i] = new long[size];
      size *= 2;
    }
  }
}

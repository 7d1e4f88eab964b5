package dev.rosa.examples.prewarm;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.api.SessionState;
import java.util.function.LongUnaryOperator;

/**
 * Application that counts in its session, drops every seventh packet and fails on every eleventh.
 */
public final class Deciding implements ActiveApplication {

  private static final int DROPPED = 7;
  private static final int FAILING = 11;

  @Override
  public void onPacket(Packet packet) {
    SessionState state = packet.sessionState();
    long seen = state.get(0) + 1;
    state.set(0, seen);
    if (seen % DROPPED == 0) {
      packet.drop();
    }
    if (seen % FAILING == 0) {
      LongUnaryOperator remainder = number -> seen % number;
      throw new IllegalStateException(remainder.applyAsLong(DROPPED) + " of " + DROPPED);
    }
  }
}

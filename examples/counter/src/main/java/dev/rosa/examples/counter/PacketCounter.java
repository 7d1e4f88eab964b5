package dev.rosa.examples.counter;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.PermissionDeniedException;
import dev.rosa.api.RouterContext;
import dev.rosa.api.SessionState;

/**
 * Active application that counts packets and bytes of payload, without a look at the payload. It
 * works on encrypted ones, too, and needs no permission.
 *
 * <p>Counts {@code packets}, {@code bytes} and, of those whose grant lets it keep per-session
 * state, {@code sessions}: each is counted with its first packet here.
 */
public final class PacketCounter implements ActiveApplication {

  private static final int PACKETS_SLOT = 0;
  private static final int BYTES_SLOT = 1;

  private Counter packets;
  private Counter bytes;
  private Counter sessions;

  /** The last session whose grant has no state: asking once is enough, a refusal is expensive. */
  private long sessionWithoutState;

  @Override
  public void start(RouterContext router) {
    packets = router.counter("packets");
    bytes = router.counter("bytes");
    sessions = router.counter("sessions");
  }

  @Override
  public void onPacket(Packet packet) {
    int length = packet.payloadLength();
    packets.add(1);
    bytes.add(length);
    if (packet.session() == sessionWithoutState) {
      return;
    }
    try {
      countInSession(packet.sessionState(), length);
    } catch (PermissionDeniedException e) {
      sessionWithoutState = packet.session();
    }
  }

  private void countInSession(SessionState state, int length) {
    long before = state.get(PACKETS_SLOT);
    if (before == 0) {
      sessions.add(1);
    }
    state.set(PACKETS_SLOT, before + 1);
    state.set(BYTES_SLOT, state.get(BYTES_SLOT) + length);
  }
}

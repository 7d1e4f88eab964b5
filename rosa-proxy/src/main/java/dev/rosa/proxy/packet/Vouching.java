package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.stream.TcpSegment;
import java.io.IOException;

/**
 * Acknowledgement of bytes that are held. A client that has lost a piece of a head repeats the
 * first one, and sends no other before that is acknowledged; its server cannot acknowledge what is
 * held. So the worker does, in the server's name, and keeps copies until the server has the bytes:
 * the client will not repeat them. Owned by one thread.
 */
final class Vouching {
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final long MOST_PAUSE_NANOS = 16_000_000_000L;

  private final ForgedSegments forged;
  private final Outgoing outgoing;
  private final HeldPackets held;

  Vouching(ForgedSegments forged, Outgoing outgoing, HeldPackets held) {
    this.forged = forged;
    this.outgoing = outgoing;
    this.held = held;
  }

  /** A packet of a client that has lost one is held. */
  void held(Flow flow, TcpSegment segment) throws IOException {
    if (flow.isLossy || flow.isVouched) {
      acknowledge(flow, segment);
    }
  }

  /** The client repeats bytes that are held: it has waited for an acknowledgement. */
  void repeated(Flow flow, TcpSegment segment) throws IOException {
    acknowledge(flow, segment);
  }

  private void acknowledge(Flow flow, TcpSegment segment) throws IOException {
    boolean isHeld = flow.connection.heldBytes() > 0 && segment.isAcknowledgement();
    if (!isHeld || flow.connection.state() == ConnectionState.REFUSED) {
      return;
    }
    flow.isVouched = true;
    flow.vouchedTo = flow.connection.nextSequence();
    forged.toClient(
        flow.ends, flow.serverLink, ForgedSegments.ACK, segment.acknowledgement(), flow.vouchedTo);
  }

  /** What was held goes to the server. */
  void release(Flow flow, long nowNanos) throws IOException {
    flow.isLossy = false;
    if (!flow.isVouched) {
      outgoing.release(held, flow.held);
    } else if (!flow.held.isEmpty()) {
      held.move(flow.held, flow.vouched);
      outgoing.repeat(held, flow.vouched);
      flow.resendPause = FIRST_PAUSE_NANOS;
      flow.resendNanos = nowNanos + flow.resendPause;
    }
  }

  /** The server has all bytes up to a number. */
  void received(Flow flow, int acknowledgement) {
    if (flow.isVouched && acknowledgement - flow.vouchedTo >= 0) {
      flow.isVouched = false;
      held.drop(flow.vouched);
    }
  }

  /**
   * Sends again what the server has not acknowledged for a while.
   *
   * @return false if it was sent often enough: the connection is to end
   */
  boolean goesOn(Flow flow, long nowNanos) throws IOException {
    if (flow.vouched.isEmpty() || nowNanos - flow.resendNanos < 0) {
      return true;
    }
    if (flow.resendPause > MOST_PAUSE_NANOS) {
      return false;
    }
    outgoing.repeat(held, flow.vouched);
    flow.resendPause *= 2;
    flow.resendNanos = nowNanos + flow.resendPause;
    return true;
  }
}

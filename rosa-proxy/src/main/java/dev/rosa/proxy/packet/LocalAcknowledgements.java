package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.stream.TcpSegment;
import java.io.IOException;

/**
 * Acknowledgement of bytes that are held. A client that has lost a piece of a head repeats the
 * first one, and sends no other before that is acknowledged; its server cannot acknowledge what is
 * held. So the worker does, in the server's name, and keeps copies until the server has the bytes:
 * the client will not repeat them. The same is done for a server whose answer is held, in the
 * client's name. An acknowledgement covers all bytes before it: there is none while something that
 * has passed may be lost: it would not be repeated then. Owned by one thread.
 */
final class LocalAcknowledgements {
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;

  /** Packets of interim answers that are kept for a client. */
  private static final int MOST_INTERIM = 8;

  private static final long MOST_PAUSE_NANOS = 16_000_000_000L;

  /** Bytes that a server may acknowledge beyond: a stranger does not know the numbers. */
  private static final int MOST_MORE = 1 << 20;

  private final ForgedSegments forged;
  private final Outgoing outgoing;
  private final HeldPackets held;

  LocalAcknowledgements(ForgedSegments forged, Outgoing outgoing, HeldPackets held) {
    this.forged = forged;
    this.outgoing = outgoing;
    this.held = held;
  }

  /** A packet of a client that has lost one is held. */
  void held(Flow flow, TcpSegment segment) throws IOException {
    if (flow.isLossy || flow.isAcknowledgedHere) {
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
    boolean isAllKept = flow.isAcknowledgedHere && flow.forwardedTo - flow.keptForServerTo <= 0;
    if (isAllKept || flow.connection.hasAllArrived()) {
      acknowledge(flow, segment.acknowledgement());
    } else {
      flow.isServerAsked = true;
      flow.isReceiptAwaited = true;
      forged.askServer(flow.ends, flow.clientLink, flow.forwardedTo, segment.acknowledgement());
    }
  }

  private void acknowledge(Flow flow, int serverSequence) throws IOException {
    flow.isAcknowledgedHere = true;
    flow.keptForServerTo = flow.connection.nextSequence();
    forged.toClient(
        flow.ends, flow.serverLink, ForgedSegments.ACK, serverSequence, flow.keptForServerTo);
  }

  /** Sends held packets to the server. */
  void release(Flow flow, long nowNanos) throws IOException {
    flow.isLossy = false;
    flow.isServerAsked = false;
    if (!flow.isAcknowledgedHere) {
      outgoing.release(held, flow.held);
    } else if (!flow.held.isEmpty()) {
      keep(flow, flow.held, flow.keptForServer, nowNanos);
    }
  }

  /** The server has all bytes up to the number that it acknowledges. */
  void received(Flow flow, TcpSegment segment) throws IOException {
    int more = segment.acknowledgement() - flow.keptForServerTo;
    if (flow.isAcknowledgedHere && more >= 0 && more < MOST_MORE) {
      flow.isAcknowledgedHere = false;
      held.drop(flow.keptForServer);
    }
    if (flow.isServerAsked && flow.connection.hasAllArrived()) {
      flow.isServerAsked = false;
      if (flow.connection.heldBytes() > 0) {
        acknowledge(flow, segment.sequence());
      }
    }
  }

  /** The server repeats bytes of an answer that are held, or sends more of one. */
  void acknowledgeToServer(Flow flow) throws IOException {
    if (mayLack(flow)) {
      return;
    }
    flow.answer.isAcknowledgedHere = true;
    flow.keptForClientTo = flow.answer.next;
    forged.probeServer(flow.ends, flow.clientLink, flow.forwardedTo, flow.answer.next);
  }

  /**
   * Sends held packets of an answer to the client.
   *
   * @return true if its acknowledgement is to be seen
   */
  boolean releaseAnswer(Flow flow, long nowNanos) throws IOException {
    AwaitedAnswer answer = flow.answer;
    if (!answer.isAcknowledgedHere) {
      outgoing.release(held, answer.held);
    } else if (!answer.held.isEmpty()) {
      keep(flow, answer.held, flow.keptForClient, nowNanos);
    }
    return !flow.keptForClient.isEmpty();
  }

  /**
   * Sends the held packets of an interim answer to the client, and keeps them and the last one: a
   * server may repeat them only together with bytes that are held.
   *
   * @param last which the caller sends
   */
  void releaseInterim(Flow flow, PacketBuffer last, long nowNanos) throws IOException {
    boolean isGapless = !mayLack(flow) && held.size(flow.keptForClient) < MOST_INTERIM;
    keep(flow, flow.answer.held, flow.keptForClient, nowNanos);
    if (isGapless && held.hold(flow.keptForClient, last)) {
      flow.keptForClientTo = flow.answer.next;
    }
  }

  /** True if the client may lack bytes before those that are held, of which there is no copy. */
  private static boolean mayLack(Flow flow) {
    boolean isKept = !flow.keptForClient.isEmpty() && flow.keptForClientTo - flow.answer.begin >= 0;
    return flow.heardTo - flow.answer.begin < 0 && !isKept;
  }

  /** Those that were kept before are not sent with it: a peer could ask for that without an end. */
  private void keep(Flow flow, HeldPackets.Queue from, HeldPackets.Queue to, long nowNanos)
      throws IOException {
    outgoing.repeat(held, from);
    if (flow.keptForServer.isEmpty() && flow.keptForClient.isEmpty()) {
      flow.resendPause = FIRST_PAUSE_NANOS;
      flow.resendNanos = nowNanos + flow.resendPause;
    }
    held.move(from, to);
  }

  /**
   * The client has acknowledged what was sent; its packets need not come here for that any more.
   */
  void heard(Flow flow) {
    if (!flow.keptForClient.isEmpty() && flow.heardTo - flow.keptForClientTo >= 0) {
      held.drop(flow.keptForClient);
    }
  }

  /**
   * Sends again what was not acknowledged for a while. A client whose line is down may come back as
   * long as the connection is there.
   *
   * @return false if it was sent to the server often enough: the connection is to end
   */
  boolean goesOn(Flow flow, long nowNanos) throws IOException {
    boolean isAll = flow.keptForServer.isEmpty() && flow.keptForClient.isEmpty();
    if (isAll || nowNanos - flow.resendNanos < 0) {
      return true;
    }
    if (flow.resendPause > MOST_PAUSE_NANOS && !flow.keptForServer.isEmpty()) {
      return false;
    }
    outgoing.resend(held, flow.keptForServer);
    outgoing.resend(held, flow.keptForClient);
    flow.resendPause = Math.min(2 * flow.resendPause, 2 * MOST_PAUSE_NANOS);
    flow.resendNanos = nowNanos + flow.resendPause;
    return true;
  }
}

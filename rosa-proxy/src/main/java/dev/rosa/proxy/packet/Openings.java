package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;

/**
 * Keeper of the first number of clients' bytes: the server has to begin with the byte that the
 * worker has judged first.
 *
 * <p>A server that answers by SYN cookies keeps nothing of an opening. For two minutes it takes any
 * acknowledgement that fits one of its answers, and a client that has seen one answer knows all
 * that fit: it chooses where its bytes begin. So until the client's first bytes come, all of its
 * packets come to the worker, and only those with the right number go on. Before its first bytes, a
 * copy of their header does, so that the server has the connection even if it has lost the
 * acknowledgement. A server with a connection ignores other openings until it forgets that one.
 *
 * <p>Owned by one thread.
 */
final class Openings {
  private static final long SECOND = 1_000_000_000L;

  /** Longer than a server takes an acknowledgement of its cookie. */
  private static final long COOKIE_NANOS = 150 * SECOND;

  /** Linux forgets a connection that it has closed after a minute, or later. */
  private static final long SILENCE_NANOS = 45 * SECOND;

  /** Packets with fewer hops may not come as far as the server. */
  private static final int HOPS = 64;

  private final ForgedSegments forged;
  private final CachedFlows cached;

  Openings(ForgedSegments forged, CachedFlows cached) {
    this.forged = forged;
    this.cached = cached;
  }

  /**
   * Takes a packet of a client, no reset, before it is judged.
   *
   * @return why it must not go on; null if it may
   */
  RefusalReason take(PacketBuffer packet, TcpSegment segment, Flow flow) throws IOException {
    if (!flow.isFresh || !flow.isOpened) {
      return null;
    }
    boolean isFirst = segment.sequence() == flow.clientFirst;
    if (isFirst && segment.payloadLength() == 0 && !segment.isLast()) {
      raiseHops(packet);
      return null;
    }
    if (isFirst && mayBegin(segment, flow)) {
      complete(packet, segment, flow, segment.acknowledgement());
      return null;
    }
    // The kernel's cache has let its first bytes pass.
    if (flow.forwardedTo != flow.clientFirst || cached.hasPassed(flow)) {
      complete(packet, segment, flow, flow.serverFirst);
      return null;
    }
    return RefusalReason.WRONG_NUMBER;
  }

  /** A server takes no other number for an acknowledgement of its cookie. */
  private static boolean mayBegin(TcpSegment segment, Flow flow) {
    boolean isServerFirst = flow.scheme == Scheme.TELNET;
    return isServerFirst
        || segment.payloadLength() == 0
        || segment.acknowledgement() == flow.serverFirst;
  }

  private void complete(PacketBuffer packet, TcpSegment segment, Flow flow, int acknowledgement)
      throws IOException {
    flow.isFresh = false;
    raiseHops(packet);
    forged.complete(packet, segment.payloadOffset(), flow.clientFirst, acknowledgement);
  }

  private static void raiseHops(PacketBuffer packet) {
    int ip = packet.offset();
    boolean isIpv4 = Ip.isIpv4(packet.memory(), ip);
    int at = ip + (isIpv4 ? Ip.V4_TTL : Ip.V6_HOP_LIMIT);
    if ((packet.memory().get(at) & 0xff) < HOPS) {
      packet.memory().put(at, (byte) HOPS);
      if (isIpv4) {
        Ip.refreshChecksumV4(packet.memory(), ip);
      }
    }
  }

  /** True if the server may have forgotten the connection, and still take another opening of it. */
  static boolean isForgotten(Flow flow, long now) {
    return flow.connection.state() != ConnectionState.PASS_THROUGH
        && now - flow.openedNanos < COOKIE_NANOS
        && now - flow.movedNanos >= SILENCE_NANOS;
  }

  /** True if the kernel's cache must let nothing of it pass, so that {@link #isForgotten} holds. */
  boolean isSilentInKernel(Flow flow, long now) {
    boolean isDue =
        flow.isKernels
            && now - flow.openedNanos < COOKIE_NANOS
            && now - flow.movedNanos >= SILENCE_NANOS / 4;
    if (isDue && cached.isUsed(flow)) {
      flow.movedNanos = now;
    }
    return isDue && now - flow.movedNanos >= SILENCE_NANOS / 2;
  }
}

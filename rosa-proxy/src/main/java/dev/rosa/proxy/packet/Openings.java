package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.divert.Verdict;
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
 * that fit: it chooses where its bytes begin. So until the client's first bytes come, the kernel
 * drops its bare acknowledgements, or hands them over where the server waits for one; only those
 * with the right number go on. The first bytes complete the handshake, or a copy of their header
 * does before them. A server with a connection ignores other openings until it forgets that one.
 *
 * <p>Owned by one thread.
 */
final class Openings {
  private static final long SECOND = 1_000_000_000L;

  /** Longer than a server takes an acknowledgement of its cookie. */
  private static final long COOKIE_NANOS = 150 * SECOND;

  /** Linux forgets a connection that it has closed after a minute, or later. */
  private static final long SILENCE_NANOS = 45 * SECOND;

  /** Linux's cookies have a number below this one for the size of segments. */
  private static final int COOKIE_SIZES = 4;

  /** Bytes that are so far back are in no window any more. */
  private static final int FAR = 1 << 29;

  /** IPv6's least MTU: a longer packet may be too long for a link behind this machine. */
  private static final int MOST_ON_ALL_PATHS = 1280;

  /** Packets with fewer hops may not come as far as the server. */
  private static final int HOPS = 64;

  private final ForgedSegments forged;
  private final CachedFlows cached;

  Openings(ForgedSegments forged, CachedFlows cached) {
    this.forged = forged;
    this.cached = cached;
  }

  /** A server has answered a handshake, perhaps again; it may wait for an acknowledgement. */
  void answered(Flow flow) throws IOException {
    boolean isWaiting = flow.isOpened || flow.scheme == Scheme.TELNET;
    if (flow.isFresh && isWaiting) {
      forged.watch(flow.ends, flow.clientLink);
    }
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
    // Else the kernel's cache may have let its first bytes pass.
    if (!isFirst && flow.forwardedTo == flow.clientFirst && !cached.hasPassed(flow)) {
      return RefusalReason.WRONG_NUMBER;
    }
    // A server takes no other number for an acknowledgement of its cookie.
    boolean isExact = segment.acknowledgement() == flow.serverFirst;
    flow.isAcknowledged |= !isFirst || isExact;
    if (segment.payloadLength() > 0 && !flow.isAcknowledged) {
      return RefusalReason.WRONG_NUMBER;
    }
    raiseHops(packet);
    boolean isUnsure = !isExact || packet.length() > MOST_ON_ALL_PATHS;
    if (!isFirst || (segment.payloadLength() > 0 && isUnsure)) {
      complete(packet, segment, flow);
    }
    return null;
  }

  /** The verdict on a packet of a client that goes on: first bytes complete the handshake. */
  Verdict passes(PacketBuffer packet, TcpSegment segment, Flow flow, Verdict verdict)
      throws IOException {
    boolean isBare = segment.payloadLength() == 0 && !segment.isLast();
    if (!flow.isFresh || !flow.isProven || isBare || segment.isReset()) {
      return verdict;
    }
    if (verdict == Verdict.KEEP || verdict == Verdict.PASS) {
      flow.isFresh = false;
      return Verdict.COMPLETE;
    }
    complete(packet, segment, flow);
    return verdict;
  }

  /** Completes the handshake by a copy of a packet's header. */
  void complete(PacketBuffer packet, TcpSegment segment, Flow flow) throws IOException {
    if (flow.isFresh) {
      flow.isFresh = false;
      forged.complete(packet, segment.payloadOffset(), flow.clientFirst, flow.serverFirst);
    }
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

  /**
   * Looks whether the server may have forgotten the connection, and still take another opening of
   * it. If so, asks the server by a byte that it has had, which it answers with its numbers.
   *
   * @return true if the packet is to be dropped: TCP repeats it
   */
  boolean asks(PacketBuffer packet, TcpSegment segment, Flow flow, long now) throws IOException {
    boolean isForgotten =
        flow.connection.state() != ConnectionState.PASS_THROUGH
            && now - flow.openedNanos < COOKIE_NANOS
            && now - flow.movedNanos >= SILENCE_NANOS;
    if (isForgotten) {
      flow.isAsked = true;
      boolean isNear = Integer.compareUnsigned(flow.forwardedTo - flow.clientFirst, FAR) < 0;
      int had = isNear ? flow.clientFirst - 1 : flow.forwardedTo - FAR;
      forged.ask(packet, segment.payloadOffset(), had);
    }
    return isForgotten;
  }

  /** True if a server's packet tells the numbers of its connection. */
  static boolean tells(TcpSegment segment) {
    return segment.isAcknowledgement() && !segment.isOpening() && !segment.isReset();
  }

  /**
   * True if the server's packet is of the connection that was judged. In another opening the server
   * has sent as many bytes as it has received, by its numbers: they differ by the cookie alone.
   */
  static boolean isKnown(Flow flow, TcpSegment segment) {
    int received = flow.forwardedTo - flow.clientFirst;
    int sent = segment.sequence() - flow.serverFirst;
    return segment.acknowledgement() == flow.forwardedTo
        && Math.abs(sent - received) > COOKIE_SIZES;
  }

  /** True if the kernel's cache must let nothing of it pass, so that the server can be asked. */
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

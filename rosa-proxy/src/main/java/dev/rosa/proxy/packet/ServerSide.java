package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.SegmentFate;
import dev.rosa.proxy.stream.TcpSegment;
import java.io.IOException;

/** Packets of servers: what opens and ends connections, and answers. Owned by one thread. */
final class ServerSide {
  private final Flows flows;
  private final Outgoing outgoing;
  private final Refusals refusals;
  private final LocalAcknowledgements acknowledgements;
  private final AnswerSide answers;
  private final WorkerCounts counts;
  private final CachedFlows cached;
  private final Endings endings;

  ServerSide(
      Flows flows,
      Outgoing outgoing,
      Refusals refusals,
      LocalAcknowledgements acknowledgements,
      AnswerSide answers,
      WorkerCounts counts,
      CachedFlows cached) {
    this.flows = flows;
    this.outgoing = outgoing;
    this.refusals = refusals;
    this.acknowledgements = acknowledgements;
    this.answers = answers;
    this.counts = counts;
    this.cached = cached;
    endings = new Endings(flows);
  }

  /** Takes a packet whose segment can be judged. */
  void take(PacketBuffer packet, TcpSegment segment, Ends ends, long now) throws IOException {
    Flow flow = flows.find(ends);
    if (flow == null) {
      unknown(packet, segment);
      return;
    }
    if (isForged(flow, segment)) {
      counts.refusals().add(RefusalReason.WRONG_NUMBER);
      return;
    }
    if (flow.isProbed && segment.isReset() && segment.sequence() == flow.probe) {
      // It is for nobody else: the client has not asked.
      endings.end(flow, now);
      return;
    }
    flow.bytesSeen += segment.payloadLength();
    SegmentFate fate = flow.connection.fromServer(segment);
    if (fate == SegmentFate.DROP) {
      counts.refusals().add(flow.connection.reason());
    } else if (fate == SegmentFate.REFUSE) {
      refusals.againToServer(flow, segment, now);
    }
    if (fate != SegmentFate.PASS) {
      return;
    }
    flow.sent(segment);
    if (segment.isAcknowledgement() && !segment.isReset()) {
      acknowledgements.received(flow, segment);
    }
    boolean isOfAnswer = segment.payloadLength() > 0 || segment.isLast();
    if (flow.answer != null && isOfAnswer && !segment.isReset()) {
      answers.take(packet, segment, flow, now);
      return;
    }
    if (AnswerSide.isSurplus(segment, flow)) {
      surplus(segment, flow, now);
      return;
    }
    if (segment.isOpening() && !opens(packet, segment, flow, now)) {
      counts.refusals().add(RefusalReason.WRONG_NUMBER);
      return;
    }
    if (segment.isReset()) {
      endings.ofServer(flow, segment, now);
    }
    outgoing.forward(packet, verdict(flow, segment, now));
  }

  /** Nothing of it passes; a stranger's packet ends nothing. */
  private void surplus(TcpSegment segment, Flow flow, long now) throws IOException {
    if (AnswerSide.isNext(segment, flow)) {
      refusals.refuse(flow, RefusalReason.AMBIGUOUS, now);
    } else {
      counts.refusals().add(RefusalReason.WRONG_NUMBER);
    }
  }

  /**
   * Takes the answer to a handshake. One with another number begins the connection anew: that is so
   * only before the client's first bytes.
   */
  private boolean opens(PacketBuffer packet, TcpSegment segment, Flow flow, long now) {
    if (flow.isOpened && segment.sequence() + 1 == flow.serverFirst) {
      return true;
    }
    boolean isLate = flow.hasTwoAnswers || flows.hasBegun(flow);
    if (isLate || !Openings.answered(flow, segment, now)) {
      return false;
    }
    flow.hasTwoAnswers = flow.isOpened;
    flow.earlierFirst = flow.serverFirst;
    opened(packet, segment, flow, now);
    return true;
  }

  private void opened(PacketBuffer packet, TcpSegment segment, Flow flow, long now) {
    flow.isOpened = true;
    flow.serverLink = Verdict.link(packet.ingress());
    flow.begin(segment.sequence() + 1);
    flow.openedNanos = now;
    flow.mayBeCookie |= Openings.mayBeCookie(segment);
    cached.opened(flow, now);
  }

  /** While a connection is asked for, the number that its server must acknowledge is known. */
  private static boolean isForged(Flow flow, TcpSegment segment) {
    boolean isAsked = flow.connection.state() == ConnectionState.HANDSHAKE;
    return isAsked && segment.isReset() && !Endings.isOfServer(flow, segment);
  }

  /**
   * Once the server has all that was judged before everything passed, or that a client was told to
   * have arrived, the client has all that the server was told so of, and the connection is not
   * watched, its packets need not come here.
   */
  private static Verdict verdict(Flow flow, TcpSegment segment, long now) {
    if (segment.isOpening() && flow.mayBeCookie) {
      return Verdict.WATCH;
    }
    boolean isThrough = flow.connection.state() == ConnectionState.PASS_THROUGH;
    boolean hasAll = isThrough ? flow.connection.passesUnseen() : !flow.isAcknowledgedHere;
    boolean isOther = flow.answer == null && !flow.isEndWatched && !flow.isServerAsked;
    boolean isReceived = flow.isReceiptAwaited && hasAll && isOther && flow.keptForClient.isEmpty();
    boolean wasWatched = flow.mayBeCookie && flow.answer == null && !flow.isReceiptAwaited;
    if (Openings.hasCookies(flow, now) || !(isReceived || wasWatched)) {
      return Verdict.PASS;
    }
    flow.isReceiptAwaited = false;
    flow.mayBeCookie = false;
    return Verdict.ANSWERED;
  }

  /** A connection that began before this process did may end, but bytes would be unjudged. */
  private void unknown(PacketBuffer packet, TcpSegment segment) throws IOException {
    if (segment.isOpening() || segment.payloadLength() > 0) {
      counts.refusals().add(RefusalReason.UNKNOWN_CONNECTION);
    } else {
      outgoing.forward(packet, Verdict.PASS);
    }
  }
}

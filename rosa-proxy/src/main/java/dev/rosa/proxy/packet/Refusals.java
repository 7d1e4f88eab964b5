package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.http.AnswerPages;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;

/**
 * Ends of refused connections: the client gets an answer of HTTP with the rule's name, or a reset;
 * the server gets a reset. Owned by one thread.
 */
final class Refusals {
  private static final long LINGER_NANOS = 30_000_000_000L;

  private final ForgedSegments forged;
  private final HeldPackets held;
  private final AnswerPages pages;
  private final RulesInForce rules;
  private final WorkerCounts counts;
  private final CachedFlows cached;

  Refusals(
      ForgedSegments forged,
      HeldPackets held,
      AnswerPages pages,
      RulesInForce rules,
      WorkerCounts counts,
      CachedFlows cached) {
    this.forged = forged;
    this.held = held;
    this.pages = pages;
    this.rules = rules;
    this.counts = counts;
    this.cached = cached;
  }

  /**
   * Keeps a copy of a connection's packet, if need be in the room of the one that has waited
   * longest of its client, or of one that holds more; refuses the connection if there is none.
   */
  void hold(Flow flow, HeldPackets.Queue queue, PacketBuffer packet, long nowNanos)
      throws IOException {
    makeRoom(queue, nowNanos);
    if (!held.hold(queue, packet)) {
      refuse(flow, RefusalReason.NO_ROOM, nowNanos);
    }
  }

  /** Packets behind a hole were sent already: their connection loses no more than its end. */
  void makeRoom(HeldPackets.Queue queue, long nowNanos) throws IOException {
    HeldPackets.Queue other = held.givesWay(queue);
    if (other != null && !leaves(other)) {
      refuse(other.flow(), RefusalReason.NO_ROOM, nowNanos);
    }
  }

  /** As above, for such packets: nothing is refused for them. */
  void makeRoomOfSent(HeldPackets.Queue queue) {
    HeldPackets.Queue other = held.givesWay(queue);
    if (other != null) {
      boolean unused = leaves(other);
    }
  }

  private boolean leaves(HeldPackets.Queue other) {
    Flow flow = other.flow();
    boolean isSent = flow.answer != null && flow.answer.isDecided && flow.answer.held == other;
    if (isSent) {
      flow.leaveAnswer(held);
    }
    return isSent;
  }

  /** Refuses a connection for a reason that its judge does not see. */
  void refuse(Flow flow, RefusalReason reason, long nowNanos) throws IOException {
    flow.connection.refuse(reason);
    counts.refusals().add(reason);
    end(flow, nowNanos);
  }

  /** Ends a connection that its judge has refused. */
  void judged(Flow flow, long nowNanos) throws IOException {
    if (!flow.judge.countsRefusals()) {
      counts.refusals().add(flow.connection.reason());
    }
    end(flow, nowNanos);
  }

  private void end(Flow flow, long nowNanos) throws IOException {
    flow.refusal = flow.connection.reason();
    // Of a connection that is not judged any more, all that is known is what packets say.
    boolean isThrough = flow.connection.wasPassedThrough();
    boolean isAnswering = flow.answer != null && flow.answer.isDecided;
    int heardTo = isAnswering ? flow.answer.begin : flow.heardTo;
    flow.answeredTo = isThrough ? flow.serverNext : heardTo;
    flow.clientEnd = isThrough ? flow.clientNext : flow.clientEnd;
    // First: what the server still sends must not follow the answer.
    close(flow, nowNanos);
    answer(flow);
  }

  private void close(Flow flow, long nowNanos) throws IOException {
    cached.close(flow);
    flow.dropHeld(held);
    flow.judge.close();
    flow.isEnded = false;
    flow.end(nowNanos + LINGER_NANOS);
    forged.resetServer(flow.ends, flow.clientLink, flow.forwardedTo);
  }

  /** Ends a connection at its server alone: nobody may be at its other end. */
  void closeServer(Flow flow) throws IOException {
    forged.resetServer(flow.ends, flow.clientLink, flow.forwardedTo);
  }

  /** Ends a connection at its server, which may still send an answer that was to be judged. */
  void giveUp(Flow flow, long nowNanos) throws IOException {
    flow.connection.refuse(RefusalReason.CONTENT);
    close(flow, nowNanos);
  }

  /**
   * A further segment of the server of a refused connection: the reset was lost, or had another
   * number than the server expects, because not all of the client's segments reached it.
   */
  void againToServer(Flow flow, TcpSegment segment, long nowNanos) throws IOException {
    if (!segment.isReset() && segment.isAcknowledgement()) {
      flow.endNanos = nowNanos + LINGER_NANOS;
      forged.resetServer(flow.ends, flow.clientLink, segment.acknowledgement());
    }
  }

  /**
   * Answers the client. An answer of HTTP would be taken for a part of a response that is on its
   * way: then the connection is reset.
   */
  private void answer(Flow flow) throws IOException {
    if (flow.scheme != Scheme.HTTP || flow.refusal == null || hasAnswerOnItsWay(flow)) {
      reset(flow);
      return;
    }
    byte[] page = page(flow);
    flow.pageEnd = flow.answeredTo + page.length + 1;
    forged.toClient(
        flow.ends,
        flow.serverLink,
        ForgedSegments.ACK | ForgedSegments.PSH | ForgedSegments.FIN,
        flow.answeredTo,
        flow.clientEnd,
        page);
  }

  /** Of an answer that was held, the client has got nothing. */
  private static boolean hasAnswerOnItsWay(Flow flow) {
    boolean isLate = flow.knowsAnswersEnd && flow.answersEnd - flow.answeredTo > 0;
    return (flow.isAnswerOwed || isLate) && !flow.isUnanswered();
  }

  private void reset(Flow flow) throws IOException {
    flow.isReset = true;
    forged.toClient(
        flow.ends,
        flow.serverLink,
        ForgedSegments.ACK | ForgedSegments.RST,
        flow.answeredTo,
        flow.clientEnd);
  }

  private byte[] page(Flow flow) {
    boolean isByRule = flow.refusal == RefusalReason.RULE || flow.refusal == RefusalReason.CONTENT;
    if (!isByRule) {
      return pages.refusedFor(flow.refusal);
    }
    Rule rule = flow.judge.rule();
    boolean mayLogIn =
        flow.user == Question.NO_USER && pages.login() != null && rules.mayAllowWithLogin(rule);
    if (!mayLogIn) {
      return pages.refusedBy(FlowLog.name(rule));
    }
    counts.addSentToLogin();
    return pages.login();
  }

  /**
   * Asks the server whether it knows a connection. One that does ignores the packet, for its
   * numbers; any other one resets it with the number that it acknowledges (RFC 9293).
   */
  void probe(Flow flow, int sequence) throws IOException {
    forged.probeServer(flow.ends, flow.clientLink, sequence, flow.probe);
  }

  /** The kernel asks again about a connection of which nothing was judged any more. */
  void takeBack(Flow flow) throws IOException {
    forged.takeBack(flow.ends, flow.clientLink, flow.forwardedTo);
  }

  /** Nothing of a connection comes any more. */
  void abandon(Flow flow) throws IOException {
    boolean isAwaited = flow.answer != null || flow.isEndWatched || flow.isReceiptAwaited;
    if (isAwaited || flow.mayBeCookie) {
      forged.abandon(flow.ends, flow.serverLink);
    }
  }

  /**
   * A further segment of the client: its answer was lost, or it ends the connection, too. Or the
   * answer had a number that bytes of the server had passed, which were on their way: the client
   * has ignored it, and is reset at the number that it expects.
   */
  void again(Flow flow, TcpSegment segment) throws IOException {
    if (segment.isReset() || !segment.isAcknowledgement()) {
      return;
    }
    boolean isAnswered = segment.acknowledgement() - flow.answeredTo > 0;
    boolean isIgnored =
        flow.isReset || (segment.payloadLength() > 0 && segment.acknowledgement() != flow.pageEnd);
    if (isAnswered && isIgnored) {
      forged.toClient(
          flow.ends,
          flow.serverLink,
          ForgedSegments.ACK | ForgedSegments.RST,
          segment.acknowledgement(),
          segment.sequence() + segment.payloadLength());
    } else if (isAnswered && segment.payloadLength() > 0) {
      // It has the page, and sends its body to the end before it reads that.
      forged.toClient(
          flow.ends,
          flow.serverLink,
          ForgedSegments.ACK,
          segment.acknowledgement(),
          segment.sequence() + segment.payloadLength() + (segment.isLast() ? 1 : 0));
    } else if (isAnswered && segment.isLast()) {
      forged.toClient(
          flow.ends,
          flow.serverLink,
          ForgedSegments.ACK,
          segment.acknowledgement(),
          segment.sequence() + segment.payloadLength() + 1);
    } else if (!isAnswered && segment.payloadLength() > 0) {
      answer(flow);
    }
  }
}

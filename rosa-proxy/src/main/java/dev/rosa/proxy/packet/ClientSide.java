package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;

/** Packets of clients. Owned by one thread. */
final class ClientSide {
  private static final long SECOND = 1_000_000_000L;
  private static final int LEAST_HOPS = 32;
  private static final long KEEP_NANOS = 10 * SECOND;

  private final Flows flows;
  private final Outgoing outgoing;
  private final LocalAcknowledgements acknowledgements;
  private final Refusals refusals;
  private final LoginGate gate;
  private final ForgedSegments forged;
  private final LoggedIn loggedIn;
  private final RulesInForce rules;
  private final WorkerCounts counts;
  private final CachedFlows cached;
  private final Endings endings;
  private final ClientOpenings openings;
  private final int serverLink;

  /** Parts of a worker that its sides share. */
  record Parts(
      Flows flows,
      Outgoing outgoing,
      LocalAcknowledgements acknowledgements,
      Refusals refusals,
      LoginGate gate,
      ForgedSegments forged,
      LoggedIn loggedIn,
      RulesInForce rules,
      WorkerCounts counts,
      CachedFlows cached) {}

  /**
   * A side.
   *
   * @param serverLink number of the link where answers come in that no server has sent
   */
  ClientSide(Parts parts, int serverLink) {
    flows = parts.flows();
    outgoing = parts.outgoing();
    acknowledgements = parts.acknowledgements();
    refusals = parts.refusals();
    gate = parts.gate();
    forged = parts.forged();
    loggedIn = parts.loggedIn();
    rules = parts.rules();
    counts = parts.counts();
    cached = parts.cached();
    endings = new Endings(flows);
    openings = new ClientOpenings(parts, serverLink);
    this.serverLink = serverLink;
  }

  /**
   * Takes a packet.
   *
   * @param fault why its segment cannot be judged, if the connection is to end; else null
   */
  void take(PacketBuffer packet, TcpSegment segment, Ends ends, RefusalReason fault, long now)
      throws IOException {
    Flow flow = flows.find(ends);
    if (fault != null) {
      fault(flow, segment, fault, now);
    } else if (segment.isOpening()) {
      openings.open(packet, segment, ends, flow, now);
    } else if (flow == null) {
      unknown(packet, segment, ends);
    } else {
      known(packet, segment, flow, now);
    }
  }

  /**
   * Refuses the connection if its client has sent the segment, else drops the segment alone: a
   * client that may be forged gets no answer and no line of the log.
   */
  private void fault(Flow flow, TcpSegment segment, RefusalReason fault, long now)
      throws IOException {
    boolean isOfClient =
        flow != null
            && flow.isProven
            && flow.connection.state() != ConnectionState.REFUSED
            && !flow.isKernels
            && flow.connection.expects(segment.sequence());
    if (isOfClient) {
      refusals.refuse(flow, fault, now);
    } else {
      counts.refusals().add(fault);
    }
  }

  /** A connection that began before this process did, or that was not let begin. */
  private void unknown(PacketBuffer packet, TcpSegment segment, Ends ends) throws IOException {
    boolean isOutside = loggedIn.userAt(ends.client()) == Question.NO_USER && rules.needLogin();
    if (isOutside) {
      int clientLink = Verdict.link(packet.ingress());
      gate.take(ends, segment, flows.schemeOf(ends.serverPort), clientLink, serverLink);
    } else if (segment.payloadLength() == 0) {
      outgoing.forward(packet, Verdict.PASS);
    } else {
      counts.refusals().add(RefusalReason.UNKNOWN_CONNECTION);
      forged.toClient(
          ends,
          serverLink,
          ForgedSegments.RST | ForgedSegments.ACK,
          segment.acknowledgement(),
          segment.sequence() + segment.payloadLength());
    }
  }

  private void known(PacketBuffer packet, TcpSegment segment, Flow flow, long now)
      throws IOException {
    flow.seenNanos = now;
    flow.bytesSeen += segment.payloadLength();
    if (flow.connection.state() == ConnectionState.REFUSED) {
      refusals.again(flow, segment);
      return;
    }
    boolean isBare = segment.payloadLength() == 0 && !segment.isLast() && !segment.isReset();
    if (!isBare && !takeBack(flow, now)) {
      counts.refusals().add(RefusalReason.HOLE);
      return;
    }
    if (segment.isReset() && !Endings.isNext(flow, segment)) {
      resetByAnybody(packet, segment, flow, now);
      return;
    }
    int end = segment.sequence() + segment.payloadLength() + (segment.isLast() ? 1 : 0);
    if (segment.isAcknowledgement()) {
      Openings.choose(flow, segment);
      flows.acknowledged(flow, segment.acknowledgement());
    }
    counts.addMoved(flow.count(end, segment.acknowledgement(), segment.isAcknowledgement()));
    hear(segment, flow, end);
    acknowledgements.heard(flow);
    if (flow.isAnswerOwed && flow.heardTo - flow.answeredTo > 0) {
      flow.isAnswerOwed = false;
    }
    if (isLoggedOut(flow, now)) {
      // Without a request, a page would be taken for a part of an answer, or for the next one's.
      flow.isAnswerOwed |= isBare;
      refusals.refuse(flow, RefusalReason.LOGGED_OUT, now);
      return;
    }
    RefusalReason misplaced = misplaced(flow, segment, end);
    if (misplaced == null && (Openings.isStrange(segment) || endsEarly(packet, segment))) {
      misplaced = RefusalReason.BAD_HEADER;
    } else if (misplaced == null && Openings.hasCookies(flow, now) && !segment.isReset()) {
      misplaced = Openings.watched(flow, segment);
    }
    if (misplaced != null) {
      counts.refusals().add(misplaced);
      return;
    }
    switch (flow.connection.fromClient(segment, packet.memory(), now)) {
      case PASS -> pass(packet, segment, flow, now);
      case HOLD -> {
        refusals.hold(flow, flow.held, packet, now);
        acknowledgements.held(flow, segment);
      }
      case DROP -> drop(segment, flow);
      case REFUSE -> refusals.judged(flow, now);
    }
  }

  /** Notes the numbers of a segment that its client has sent, if it has the next number. */
  private static void hear(TcpSegment segment, Flow flow, int end) {
    boolean isNext =
        flow.isOpened && segment.isAcknowledgement() && flow.connection.expects(segment.sequence());
    if (isNext) {
      flow.clientEnd = end;
      boolean isLater = segment.acknowledgement() - flow.heardTo > 0;
      flow.heardTo = isLater ? segment.acknowledgement() : flow.heardTo;
    }
  }

  private void drop(TcpSegment segment, Flow flow) throws IOException {
    RefusalReason reason = flow.connection.reason();
    counts.refusals().add(reason);
    if (reason == RefusalReason.REPEAT_OF_HELD) {
      acknowledgements.repeated(flow, segment);
    }
    flow.isLossy |= reason == RefusalReason.HOLE;
  }

  /** The server knows whether it is its client's; of bytes that were judged, so does this. */
  private void resetByAnybody(PacketBuffer packet, TcpSegment segment, Flow flow, long now)
      throws IOException {
    boolean isThrough = flow.connection.state() == ConnectionState.PASS_THROUGH;
    boolean isKnown = !isThrough && !flow.isEnded;
    if (isKnown || segment.payloadLength() > 0) {
      counts.refusals().add(RefusalReason.WRONG_NUMBER);
      return;
    }
    endings.ofClient(flow, segment, now);
    outgoing.forward(packet, isThrough ? Verdict.ADMIT : Verdict.PASS);
  }

  /** Takes the connection from the kernel's cache; false if TCP is to repeat the packet. */
  private boolean takeBack(Flow flow, long now) {
    boolean wasProven = flow.isProven;
    boolean isOurs = cached.takeBack(flow, now);
    if (flow.isProven && !wasProven) {
      flows.proven(flow);
    }
    return isOurs;
  }

  /**
   * Why bytes are dropped that no client sends which hears its server, and has not ended; else
   * null. Such a connection gives its room to others: no answer to it is awaited, and nothing held.
   */
  private static RefusalReason misplaced(Flow flow, TcpSegment segment, int end) {
    if (segment.payloadLength() == 0) {
      return null;
    }
    if (!flow.isProven) {
      return RefusalReason.BAD_HEADER;
    }
    boolean isJudged = flow.connection.state() != ConnectionState.PASS_THROUGH;
    boolean isFresh = end - flow.forwardedTo > 0;
    return flow.isEnded && isJudged && isFresh ? RefusalReason.AFTER_END : null;
  }

  /**
   * True if bytes, or an end, may be judged that do not arrive: a router on the way drops them, and
   * the server takes another copy. Clients' systems begin with 64 hops or more.
   */
  private static boolean endsEarly(PacketBuffer packet, TcpSegment segment) {
    boolean isJudged = segment.payloadLength() > 0 || segment.isLast() || segment.isReset();
    return isJudged && Ip.hopLimit(packet.memory(), packet.offset()) < LEAST_HOPS;
  }

  /** Tells those who know of logins that the client is there, and asks them for its user. */
  private boolean isLoggedOut(Flow flow, long now) {
    if (flow.user != Question.NO_USER && now - flow.keptNanos > SECOND) {
      loggedIn.seen(flow.client);
    }
    int user = loggedIn.userAt(flow.client);
    if (user == flow.user) {
      return false;
    }
    if (flow.user != Question.NO_USER || (user == Question.NO_USER && rules.needLogin())) {
      return true;
    }
    flow.user = user;
    flow.judge.by(user);
    return false;
  }

  private void pass(PacketBuffer packet, TcpSegment segment, Flow flow, long now)
      throws IOException {
    int fresh = flow.judge.requests() - flow.requests;
    boolean mustSeeAnswer =
        fresh > 0 && flow.judge instanceof HttpFlow http && http.takeWantsAnswer();
    if (fresh > 0 && !canTellAnswers(flow, fresh, mustSeeAnswer)) {
      // An earlier answer may go on: a page would be taken for a part of it.
      boolean hasSurplus = flow.knowsAnswersEnd && flow.heardTo - flow.answersEnd > 0;
      flow.isAnswerOwed |= flow.answer == null && (!flow.knowsAnswersEnd || hasSurplus);
      refusals.refuse(flow, RefusalReason.CONTENT, now);
      return;
    }
    // A repeat of earlier bytes, or an acknowledgement, says nothing of those that are held.
    if (flow.connection.heldBytes() == 0) {
      acknowledgements.release(flow, now);
    }
    flow.forward(segment);
    if (fresh > 0) {
      ask(flow, fresh, mustSeeAnswer);
      giveBack(segment, flow, fresh, now);
    }
    if (segment.isReset() || segment.isLast()) {
      endings.ofClient(flow, segment, now);
    } else if (segment.payloadLength() > 0) {
      flows.goesOn(flow);
    }
    // A repeated request, too: the kernel may have had no room to note the first copy.
    boolean isAwaited = flow.isUnanswered() && segment.payloadLength() > 0;
    Verdict verdict = isAwaited ? Verdict.AWAIT : verdict(segment, flow, now);
    outgoing.forward(packet, verdict);
  }

  private void ask(Flow flow, int fresh, boolean mustSeeAnswer) {
    flow.requests += fresh;
    counts.addRequests(fresh);
    flow.isAnswerOwed = true;
    flow.answeredTo = flow.heardTo;
    flow.knowsAnswersEnd = false;
    // What follows is an answer again; if it is not to be judged, it need not come here.
    flow.isReceiptAwaited |= flow.isEndWatched && !mustSeeAnswer;
    flow.isEndWatched = false;
    if (mustSeeAnswer) {
      flow.answer = ((HttpFlow) flow.judge).await(flow.answersEnd, flow);
    }
  }

  private void giveBack(TcpSegment segment, Flow flow, int fresh, long now) {
    boolean isKnown = flow.judge instanceof HttpFlow http && http.takeIsKnownToKernel();
    if (isKnown && fresh == 1 && flow.answer == null && !segment.isLast()) {
      cached.giveBack(flow, segment.acknowledgement(), now);
    }
  }

  /** Where an answer begins is known only if the end of all earlier ones is, and they are over. */
  private static boolean canTellAnswers(Flow flow, int fresh, boolean mustSeeAnswer) {
    boolean isAlone = fresh == 1 && flow.knowsAnswersEnd && flow.heardTo == flow.answersEnd;
    return flow.answer == null && (isAlone || !mustSeeAnswer);
  }

  private static Verdict verdict(TcpSegment segment, Flow flow, long now) {
    boolean isThrough = flow.connection.state() == ConnectionState.PASS_THROUGH;
    if (isThrough && (flow.isEnded || segment.isReset() || segment.isLast())) {
      // It may be forgotten soon: what goes on behind it must come here.
      flow.isPassed = false;
      return Verdict.ADMIT;
    }
    if (isThrough && segment.payloadLength() > 0 && !Openings.hasCookies(flow, now)) {
      flow.isReceiptAwaited |= !flow.connection.passesUnseen();
      flow.isPassed |= flow.connection.passesUnseen();
      return flow.connection.passesUnseen() ? Verdict.PASS_THROUGH : Verdict.AWAIT;
    }
    boolean wantsReceipt = flow.isAcknowledgedHere || flow.connection.wantsAcknowledgement();
    if (wantsReceipt && segment.payloadLength() > 0 && !Openings.hasCookies(flow, now)) {
      flow.isReceiptAwaited = true;
      return Verdict.AWAIT;
    }
    boolean isDue = segment.payloadLength() == 0 || now - flow.keptNanos > KEEP_NANOS;
    if (flow.isProven && isDue) {
      flow.keptNanos = now;
      return Verdict.KEEP;
    }
    return Verdict.PASS;
  }
}

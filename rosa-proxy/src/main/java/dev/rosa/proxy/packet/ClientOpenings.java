package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.serving.MinuteRates;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;

/**
 * Packets by which clients ask for connections: one begins, is asked for again, or is none that may
 * begin ({@link Openings}). Owned by one thread.
 */
final class ClientOpenings {

  /** A client has acknowledged its server's answer by then. */
  private static final long ANSWERED_NANOS = 2_000_000_000L;

  /** Lines about refused connections that anybody may have asked for, with any address. */
  private static final int LINES_PER_MINUTE = 600;

  private final Flows flows;
  private final Outgoing outgoing;
  private final Refusals refusals;
  private final LoginGate gate;
  private final ForgedSegments forged;
  private final LoggedIn loggedIn;
  private final RulesInForce rules;
  private final WorkerCounts counts;
  private final MinuteRates<RefusalReason> lines = new MinuteRates<>();
  private final int serverLink;

  ClientOpenings(ClientSide.Parts parts, int serverLink) {
    flows = parts.flows();
    outgoing = parts.outgoing();
    refusals = parts.refusals();
    gate = parts.gate();
    forged = parts.forged();
    loggedIn = parts.loggedIn();
    rules = parts.rules();
    counts = parts.counts();
    this.serverLink = serverLink;
  }

  /**
   * Takes a client's wish for a connection.
   *
   * @param before connection with these ends; null: there is none
   */
  void open(PacketBuffer packet, TcpSegment segment, Ends ends, Flow before, long now)
      throws IOException {
    if (before != null && isRepeated(before, segment)) {
      again(before, segment, now);
      return;
    }
    Flow flow = before;
    if (flow != null && isAbandoned(flow, segment, now)) {
      refusals.closeServer(flow);
      flows.end(flow, now);
    }
    Flow watched = flow != null && Openings.hasCookies(flow, now) ? flow : null;
    // While an awaited answer may come, the kernel must not forget that: TCP asks again.
    if (flow != null && flow.isEnded && !flow.isUnanswered()) {
      if (watched == null) {
        flows.remove(flow, now);
      }
      flow = null;
    }
    if (flow != null && flow.isDoubtful) {
      // If its server knows it no more, the client's next try begins another one.
      flows.probe(flow, now);
    }
    if (flow != null && flows.hasBegun(flow)) {
      // The server would begin anew, with a byte that was judged as a later one.
      again(flow, segment, now);
      return;
    }
    if (flow == null) {
      flow = begin(segment, ends, Verdict.link(packet.ingress()), watched, now);
      if (flow == null) {
        return;
      }
      Openings.follow(watched, flow, flows, now);
      flow.openedNanos = now;
      flow.clientLink = Verdict.link(packet.ingress());
      flow.serverLink = serverLink;
      flow.clientFirst = segment.sequence() + 1;
      flow.clientNext = flow.clientFirst;
      flow.forwardedTo = flow.clientFirst;
    }
    switch (flow.connection.fromClient(segment, packet.memory(), now)) {
      // A repeat must not let the kernel forget that an answer is awaited.
      case PASS -> {
        Openings.ask(segment);
        outgoing.forward(packet, verdict(flow));
      }
      case REFUSE -> refusals.again(flow, segment);
      default -> dropOpening(flow, segment, flow.connection.reason(), now);
    }
  }

  /**
   * True if a stranger may have asked for a watched connection in the client's name: no
   * acknowledgement of the answer has come, and another one is asked for. Of others the kernel lets
   * acknowledgements pass unseen.
   */
  private boolean isAbandoned(Flow flow, TcpSegment segment, long now) {
    boolean isUnheard = flow.isOpened && !flow.isProven && !flow.isEnded && !flows.hasBegun(flow);
    return isUnheard
        && segment.sequence() + 1 != flow.clientFirst
        && Openings.hasCookies(flow, now)
        && now - flow.openedNanos > ANSWERED_NANOS;
  }

  /**
   * True if a connection that has bytes is asked for once more, with the same number. It may be
   * over here alone: its server need not have got the end, and an earlier answer of the server
   * would open the next one, whose bytes would be judged at other places than the server puts them.
   */
  private boolean isRepeated(Flow flow, TcpSegment segment) {
    return segment.sequence() + 1 == flow.clientFirst && flows.hasBegun(flow);
  }

  private static Verdict verdict(Flow flow) {
    if (flow.isOpened) {
      return Verdict.PASS;
    }
    return flow.mayBeCookie ? Verdict.ADMIT_WATCHED : Verdict.ADMIT;
  }

  private void again(Flow flow, TcpSegment segment, long now) throws IOException {
    if (flow.connection.state() == ConnectionState.REFUSED) {
      refusals.again(flow, segment);
    } else {
      dropOpening(flow, segment, RefusalReason.BAD_HEADER, now);
    }
  }

  /**
   * A client that has forgotten the connection resets it once its server says where it is. A server
   * that has not heard of the client yet would refuse to go on.
   */
  private void dropOpening(Flow flow, TcpSegment segment, RefusalReason reason, long now)
      throws IOException {
    counts.refusals().add(reason);
    boolean isAnother = segment.sequence() + 1 != flow.clientFirst;
    if (isAnother && flow.isProven && !flow.isEnded && !Openings.hasCookies(flow, now)) {
      flows.probe(flow, now);
    }
  }

  private Flow begin(TcpSegment segment, Ends ends, int clientLink, Flow watched, long now)
      throws IOException {
    Scheme scheme = flows.schemeOf(ends.serverPort);
    InetAddress client = ends.client();
    int user = loggedIn.userAt(client);
    if (scheme == null || (user == Question.NO_USER && rules.needLogin())) {
      gate.take(ends, segment, scheme, clientLink, serverLink);
      return null;
    }
    if (flows.isLost(ends, segment.sequence() + 1, now)) {
      counts.refusals().add(RefusalReason.BAD_HEADER);
      return null;
    }
    Flow flow = flows.begin(ends, client, user, scheme, now);
    if (flow != null && flow.judge instanceof TelnetFlow telnet && !telnet.mayConnect()) {
      counts.refusals().add(RefusalReason.RULE);
      Instant time = Instant.EPOCH.plusNanos(now);
      if (lines.take(RefusalReason.RULE, LINES_PER_MINUTE, time).isPresent()) {
        telnet.tell();
        flow.refusal = RefusalReason.RULE;
      }
      if (watched == null) {
        flows.remove(flow, now);
      } else {
        flows.forget(flow, now);
      }
      forged.toClient(
          ends, serverLink, ForgedSegments.RST | ForgedSegments.ACK, 0, segment.sequence() + 1);
      return null;
    }
    return flow;
  }
}

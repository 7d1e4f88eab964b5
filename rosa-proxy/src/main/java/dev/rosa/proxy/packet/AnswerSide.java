package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.http.ResponseStart;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;

/**
 * Answers of servers that must be judged: held till their beginning is read. Of those in chunks the
 * end is looked for as well: what comes behind a hole passes, and is read later. One thread.
 */
final class AnswerSide {
  private final Outgoing outgoing;
  private final LocalAcknowledgements acknowledgements;
  private final Refusals refusals;
  private final WorkerCounts counts;
  private final HeldPackets held;
  private final TcpSegment later = new TcpSegment();

  AnswerSide(
      HeldPackets held,
      Outgoing outgoing,
      LocalAcknowledgements acknowledgements,
      Refusals refusals,
      WorkerCounts counts) {
    this.held = held;
    this.outgoing = outgoing;
    this.acknowledgements = acknowledgements;
    this.refusals = refusals;
    this.counts = counts;
  }

  /** Takes a segment with bytes, or the end, of a server whose answer is awaited. */
  void take(PacketBuffer packet, TcpSegment segment, Flow flow, long now) throws IOException {
    AwaitedAnswer answer = flow.answer;
    int end = segment.sequence() + segment.payloadLength();
    int read = answer.next - segment.sequence();
    if (endsHere(packet) || (segment.payloadLength() == 0 && read != 0)) {
      counts.refusals().add(RefusalReason.BAD_HEADER);
    } else if (segment.payloadLength() > 0 && end - answer.begin <= 0) {
      outgoing.forward(packet, Verdict.PASS);
    } else if (read < 0 && answer.isDecided && -read > answer.start.unreadBytes()) {
      behindHole(packet, segment, flow, now);
    } else if (read < 0 && answer.isDecided) {
      skip(answer, -read);
      goOn(packet, segment, flow, 0, now);
    } else if (read < 0 || (read > 0 && !answer.isDecided)) {
      missed(flow, read);
    } else if (answer.isDecided) {
      goOn(packet, segment, flow, read, now);
    } else {
      read(packet, segment, flow, now);
    }
  }

  /**
   * TCP repeats what is missing, and soon if it hears what has come. What is held needs no repeat,
   * but an acknowledgement.
   */
  private void missed(Flow flow, int read) throws IOException {
    counts.refusals().add(read < 0 ? RefusalReason.HOLE : RefusalReason.REPEAT_OF_HELD);
    flow.answer.isLossy |= read < 0;
    if (read > 0 || !flow.answer.held.isEmpty()) {
      acknowledgements.acknowledgeToServer(flow);
    }
  }

  /** True if a server has sent more than the answer that was asked for. */
  static boolean isSurplus(TcpSegment segment, Flow flow) {
    int end = segment.sequence() + segment.payloadLength();
    return flow.isEndWatched && segment.payloadLength() > 0 && end - flow.answersEnd > 0;
  }

  /** True if a surplus follows the answer: no stranger knows that number. */
  static boolean isNext(TcpSegment segment, Flow flow) {
    return segment.sequence() == flow.answersEnd;
  }

  /**
   * True if the packet's next hop drops it: the client would get another copy, with other bytes.
   */
  private static boolean endsHere(PacketBuffer packet) {
    return Ip.hopLimit(packet.memory(), packet.offset()) <= 1;
  }

  /** The rest of an answer in chunks, which tell where it ends; some may have been read before. */
  private void goOn(PacketBuffer packet, TcpSegment segment, Flow flow, int read, long now)
      throws IOException {
    AwaitedAnswer answer = flow.answer;
    ResponseStart.Progress step = walk(answer, packet, segment, read);
    while (step == ResponseStart.Progress.MORE) {
      PacketBuffer kept = held.take(answer.held, answer.next);
      if (kept == null) {
        break;
      }
      later.read(kept.memory(), kept.offset(), kept.length());
      step = walk(answer, kept, later, answer.next - later.sequence());
    }
    // If there is a hole, it is another one, or a smaller one.
    answer.sinceNanos = now;
    switch (step) {
      case MORE -> outgoing.forward(packet, Verdict.PASS);
      case COMPLETE -> {
        // They were sent, and their bytes are read or of the next answer.
        held.drop(answer.held);
        finish(packet, flow, now);
      }
      default -> refusals.refuse(flow, RefusalReason.AMBIGUOUS, now);
    }
  }

  /** Bytes of a chunk are missing: they need not be read, and pass once they come. */
  private static void skip(AwaitedAnswer answer, int bytes) {
    answer.start.skip(bytes);
    answer.next += bytes;
    answer.begin = answer.next;
  }

  private static ResponseStart.Progress walk(
      AwaitedAnswer answer, PacketBuffer packet, TcpSegment segment, int read) {
    int fresh = segment.payloadLength() - read;
    ResponseStart.Progress step =
        answer.start.goOn(packet.memory(), segment.payloadOffset() + read, fresh);
    if (step == ResponseStart.Progress.MORE) {
      answer.next += fresh;
      answer.begin = answer.next;
    }
    return step;
  }

  /**
   * Nothing but the end is looked for: the packet passes, so that the client can tell the server
   * what it lacks. Where its copy has no room, the end will not be known.
   */
  private void behindHole(PacketBuffer packet, TcpSegment segment, Flow flow, long now)
      throws IOException {
    AwaitedAnswer answer = flow.answer;
    if (answer.held.isEmpty()) {
      answer.sinceNanos = now;
    }
    if (!isKept(packet, segment, answer)) {
      flow.leaveAnswer(held);
      flow.isReceiptAwaited = Openings.hasCookies(flow, now) || !flow.keptForClient.isEmpty();
    }
    boolean isOver = flow.answer == null && !flow.isReceiptAwaited;
    outgoing.forward(packet, isOver ? Verdict.ANSWERED : Verdict.PASS);
  }

  private boolean isKept(PacketBuffer packet, TcpSegment segment, AwaitedAnswer answer) {
    int begin = segment.sequence();
    int end = begin + segment.payloadLength();
    if (held.holdInOrder(answer.held, packet, begin, end)) {
      return true;
    }
    refusals.makeRoomOfSent(answer.held);
    return held.holdInOrder(answer.held, packet, begin, end);
  }

  private void read(PacketBuffer packet, TcpSegment segment, Flow flow, long now)
      throws IOException {
    AwaitedAnswer answer = flow.answer;
    answer.next += segment.payloadLength();
    switch (answer.start.add(
        packet.memory(), segment.payloadOffset(), segment.payloadLength(), segment.isLast())) {
      case MORE -> hold(packet, flow, now);
      case INTERIM -> {
        refusals.makeRoom(flow.keptForClient, now);
        acknowledgements.releaseInterim(flow, packet, now);
        // Whether the client has it is to be known before more is acknowledged in its name.
        pass(packet, flow, Verdict.WATCH, now);
        answer.begin = answer.next;
        answer.sinceNanos = 0;
      }
      case COMPLETE -> decide(packet, flow, now);
      case AMBIGUOUS -> refusals.refuse(flow, RefusalReason.AMBIGUOUS, now);
      case TOO_LONG -> refusals.refuse(flow, RefusalReason.HEAD_TOO_LONG, now);
      case NO_ROOM -> refusals.refuse(flow, RefusalReason.NO_ROOM, now);
    }
  }

  private void hold(PacketBuffer packet, Flow flow, long now) throws IOException {
    if (flow.answer.sinceNanos == 0) {
      flow.answer.sinceNanos = now;
    }
    refusals.hold(flow, flow.answer.held, packet, now);
    boolean isHeld = flow.connection.state() != ConnectionState.REFUSED;
    if (isHeld && (flow.answer.isLossy || flow.answer.isAcknowledgedHere)) {
      acknowledgements.acknowledgeToServer(flow);
    }
  }

  private void decide(PacketBuffer packet, Flow flow, long now) throws IOException {
    AwaitedAnswer answer = flow.answer;
    RefusalReason refused = ((HttpFlow) flow.judge).decide(answer.start);
    if (refused != null) {
      refusals.refuse(flow, refused, now);
      return;
    }
    if (answer.start.isToGoOn()) {
      pass(packet, flow, Verdict.PASS, now);
      answer.isDecided = true;
      answer.begin = answer.next;
      answer.start.close();
    } else {
      finish(packet, flow, now);
    }
  }

  private void finish(PacketBuffer packet, Flow flow, long now) throws IOException {
    AwaitedAnswer answer = flow.answer;
    boolean isThrough = flow.connection.state() == ConnectionState.PASS_THROUGH;
    if (answer.start.hasSurplus() && !isThrough) {
      // The client would take it for a part of the next answer, which nobody has judged.
      refusals.refuse(flow, RefusalReason.AMBIGUOUS, now);
      return;
    }
    long bytes = answer.start.wholeBytes();
    flow.answersEnd = answer.first + (int) bytes;
    flow.knowsAnswersEnd = bytes >= 0;
    flow.isEndWatched = answer.start.isWhole() && !isThrough;
    boolean goesOn = flow.isEndWatched || Openings.hasCookies(flow, now);
    pass(packet, flow, goesOn ? Verdict.PASS : Verdict.ANSWERED, now);
    answer.start.close();
    flow.answer = null;
  }

  private void pass(PacketBuffer packet, Flow flow, Verdict verdict, long now) throws IOException {
    boolean isWatched = acknowledgements.releaseAnswer(flow, now);
    flow.isReceiptAwaited |= isWatched;
    outgoing.forward(packet, isWatched ? Verdict.WATCH : verdict);
  }
}

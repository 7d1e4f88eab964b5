package dev.rosa.proxy.connection;

import dev.rosa.proxy.stream.JudgedStream;
import dev.rosa.proxy.stream.KeptRoom;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.SegmentFate;
import dev.rosa.proxy.stream.StreamJudge;
import dev.rosa.proxy.stream.TcpSegment;
import java.nio.ByteBuffer;

/**
 * A client's connection to a server, from the packet that asks for it to its end. Times are
 * nanoseconds of a clock that only goes on. Nothing is allocated for a segment. Owned by one
 * thread.
 */
public final class ProxiedConnection {
  private final StreamJudge judge;
  private final long headNanos;
  private final KeptRoom room;

  private ConnectionState state = ConnectionState.HANDSHAKE;
  private JudgedStream client;
  private int openingSequence;
  private boolean isAsked;
  private boolean wasHeld;
  private long heldSince;
  private RefusalReason reason;

  /**
   * A connection of which no packet was seen.
   *
   * @param judge of the client's bytes
   * @param headNanos how long an incomplete head is held
   * @param room for bytes that may be repeated
   */
  public ProxiedConnection(StreamJudge judge, long headNanos, KeptRoom room) {
    this.judge = judge;
    this.headNanos = headNanos;
    this.room = room;
  }

  /** A segment of the client. */
  public SegmentFate fromClient(TcpSegment segment, ByteBuffer memory, long nowNanos) {
    if (state == ConnectionState.REFUSED) {
      return SegmentFate.REFUSE;
    }
    if (segment.isReset()) {
      // Servers throw its bytes away, but they would get them unjudged.
      return segment.payloadLength() == 0 ? SegmentFate.PASS : drop(RefusalReason.BAD_HEADER);
    }
    return segment.isOpening() ? opening(segment) : going(segment, memory, nowNanos);
  }

  private SegmentFate opening(TcpSegment segment) {
    boolean isRepeated = isAsked && segment.sequence() == openingSequence;
    if (isRepeated || (!isAsked && client == null)) {
      isAsked = true;
      openingSequence = segment.sequence();
      return SegmentFate.PASS;
    }
    return drop(RefusalReason.BAD_HEADER);
  }

  private SegmentFate going(TcpSegment segment, ByteBuffer memory, long nowNanos) {
    if (client == null) {
      return drop(RefusalReason.HOLE);
    }
    SegmentFate fate =
        client.segment(
            memory,
            segment.sequence(),
            segment.payloadOffset(),
            segment.payloadLength(),
            segment.isLast());
    if (fate == SegmentFate.REFUSE || fate == SegmentFate.DROP) {
      return refusedBy(fate);
    }
    settle(nowNanos);
    return fate;
  }

  /**
   * Goes on behind bytes of the client that passed elsewhere.
   *
   * @see JudgedStream#jump
   */
  public void jump(int sequence, ByteBuffer memory, int offset, int length) {
    client.jump(sequence, memory, offset, length);
  }

  /** Sequence number of the client's next byte; the server has answered the handshake. */
  public int nextSequence() {
    return client.nextSequence();
  }

  private SegmentFate refusedBy(SegmentFate fate) {
    reason = client.reason();
    if (fate == SegmentFate.REFUSE) {
      move(ConnectionState.REFUSED);
    }
    return fate;
  }

  private void settle(long nowNanos) {
    boolean isHeld = client.heldBytes() > 0;
    if (isHeld && !wasHeld) {
      heldSince = nowNanos;
    }
    wasHeld = isHeld;
    if (state != ConnectionState.CLOSING) {
      move(going(isHeld));
    }
  }

  private ConnectionState going(boolean isHeld) {
    if (client.isPassedThrough()) {
      return ConnectionState.PASS_THROUGH;
    }
    if (isHeld) {
      return ConnectionState.WAITING;
    }
    return client.hasEnded() ? ConnectionState.CLOSING : ConnectionState.CONTROL;
  }

  /**
   * A segment of the server.
   *
   * @return {@link SegmentFate#PASS}, or that of a refused connection
   */
  public SegmentFate fromServer(TcpSegment segment) {
    if (state == ConnectionState.REFUSED) {
      return SegmentFate.REFUSE;
    }
    if (segment.isOpening() && client == null) {
      return answered(segment);
    }
    if (segment.isOpening() && segment.acknowledgement() != openingSequence + 1) {
      return drop(RefusalReason.BAD_HEADER);
    }
    if (client != null && segment.isAcknowledgement() && !segment.isReset()) {
      client.acknowledged(segment.acknowledgement());
    }
    return SegmentFate.PASS;
  }

  /** The server has reset it: its client may ignore that, so its bytes are judged as before. */
  public void end() {
    if (client != null && state != ConnectionState.REFUSED) {
      move(ConnectionState.CLOSING);
    }
  }

  /** True once the server has acknowledged bytes of the client. */
  public boolean hasArrived() {
    return client != null && client.hasArrived();
  }

  /** True if the server has acknowledged all bytes of the client that have passed. */
  public boolean hasAllArrived() {
    return client != null && client.hasAllArrived();
  }

  /** True if so much has passed that the server's acknowledgements are to be seen. */
  public boolean wantsAcknowledgement() {
    return client != null && client.wantsAcknowledgement();
  }

  /** Gives memory back: no packet of it comes any more. */
  public void forget() {
    if (client != null) {
      client.forget();
    }
  }

  /** True if the client's next byte, or what follows its end, has that number. */
  public boolean expects(int sequence) {
    return client == null ? isAsked && sequence == openingSequence + 1 : client.expects(sequence);
  }

  private SegmentFate answered(TcpSegment segment) {
    boolean isAnswer =
        isAsked && segment.isAcknowledgement() && segment.acknowledgement() == openingSequence + 1;
    if (!isAnswer) {
      return drop(RefusalReason.BAD_HEADER);
    }
    client = new JudgedStream(judge, openingSequence + 1, room);
    move(ConnectionState.CONTROL);
    return SegmentFate.PASS;
  }

  /** From now on everything passes, as after an answer that changes the protocol. */
  public void passThrough() {
    if (state == ConnectionState.CONTROL || state == ConnectionState.WAITING) {
      client.passThrough();
      move(ConnectionState.PASS_THROUGH);
    }
  }

  /** Refuses it, for a rule or content that the judge of the client's bytes does not see. */
  public void refuse(RefusalReason why) {
    if (state != ConnectionState.REFUSED) {
      reason = why;
      move(ConnectionState.REFUSED);
    }
  }

  /**
   * Looks at the clock.
   *
   * @return true if that has refused it: a head is not complete in time
   */
  public boolean tick(long nowNanos) {
    boolean isWaiting = state != ConnectionState.REFUSED && heldBytes() > 0;
    if (!isWaiting || nowNanos - heldSince < headNanos) {
      return false;
    }
    refuse(RefusalReason.HEAD_TOO_SLOW);
    return true;
  }

  private SegmentFate drop(RefusalReason why) {
    reason = why;
    return SegmentFate.DROP;
  }

  private void move(ConnectionState to) {
    if (state == to) {
      return;
    }
    if (!state.next().contains(to)) {
      throw new IllegalStateException("a connection cannot go from " + state + " to " + to);
    }
    state = to;
  }

  /** True once nothing is judged any more, also if it was refused afterwards. */
  public boolean wasPassedThrough() {
    return client != null && client.isPassedThrough();
  }

  /** True once nothing is judged any more, and the server has all that was. */
  public boolean passesUnseen() {
    return state == ConnectionState.PASS_THROUGH && client.passesUnseen();
  }

  public ConnectionState state() {
    return state;
  }

  /** Reason of the last segment that did not pass, or of the refusal; null if there is none. */
  public RefusalReason reason() {
    return reason;
  }

  /** Bytes of the client that wait for a verdict. */
  public long heldBytes() {
    return client == null ? 0 : client.heldBytes();
  }

  /** Bytes of the client that were judged. */
  public long judgedBytes() {
    return client == null ? 0 : client.judgedBytes();
  }
}

package dev.rosa.proxy.stream;

import java.nio.ByteBuffer;

/**
 * Byte stream of one direction of a TCP connection, made of segments. Each byte is judged once, in
 * order. A segment behind a hole is dropped, unless the judge does not read what is missing. A
 * repeated byte passes only if it is the one that was judged: what a receiver puts together is what
 * the judge has read, whichever copy arrives. That the receiver has acknowledged a byte changes
 * nothing: others may have said so in its name.
 *
 * <p>Positions count the bytes of the stream from 0. Nothing is allocated for a segment, except
 * while the memory for comparisons grows. Owned by one thread.
 */
public final class JudgedStream {
  private static final long NO_END = -1;

  /**
   * Bytes that pass before the receiver has acknowledged some. It may have none of them, and then
   * positions must stay nearer to its own than half of the sequence numbers.
   */
  private static final long MOST_UNACKNOWLEDGED = 1 << 30;

  private static final long MANY_UNACKNOWLEDGED = 1 << 28;

  /**
   * Missing bytes that are passed over beyond those that came since: acknowledgements may be a
   * friend's, who could else move positions with a few packets.
   */
  private static final long MOST_SKIPPED = 1 << 30;

  private final StreamJudge judge;
  private final KeptBytes kept;
  private final int firstSequence;

  private long judged;
  private long released;

  private long skipped;

  /** Position from which on the receiver may have nothing. */
  private long acknowledged;

  private long end = NO_END;
  private boolean isPassedThrough;
  private RefusalReason reason;

  /**
   * Begins after the handshake.
   *
   * @param firstSequence sequence number of the first byte: that of the SYN plus 1
   * @param room for bytes that may be repeated
   */
  public JudgedStream(StreamJudge judge, int firstSequence, KeptRoom room) {
    this.judge = judge;
    this.kept = new KeptBytes(room);
    this.firstSequence = firstSequence;
  }

  /**
   * Judges a segment.
   *
   * @param sequence of its first byte
   * @param offset of its bytes in {@code memory}
   * @param length of its bytes; 0 for an acknowledgement alone
   * @param isLast true if the sender ends the stream behind it (FIN)
   */
  public SegmentFate segment(
      ByteBuffer memory, int sequence, int offset, int length, boolean isLast) {
    if (reason != null && reason.endsConnection()) {
      return SegmentFate.REFUSE;
    }
    if (passesUnseen()) {
      return SegmentFate.PASS;
    }
    // Sequence numbers wrap; a segment is at most 2^31 bytes away from the next byte.
    long begin = judged + (sequence - (firstSequence + (int) judged));
    if (begin < 0 && length > 0) {
      // They can be bytes of another connection only.
      return drop(RefusalReason.HOLE);
    }
    if (isPassedThrough) {
      return through(memory, begin, offset, length);
    }
    if (length == 0 && !isLast) {
      return SegmentFate.PASS;
    }
    long skippable = Math.min(judge.skippableBytes(), MOST_SKIPPED - skipped);
    boolean isBehindHole = begin > judged + skippable;
    if (isBehindHole || begin + length > acknowledged + MOST_UNACKNOWLEDGED) {
      return drop(RefusalReason.HOLE);
    }
    if (end != NO_END && begin + length > end) {
      return drop(RefusalReason.AFTER_END);
    }
    if (isLast && !mayEnd(begin + length)) {
      return drop(RefusalReason.REPEAT_CHANGED);
    }
    if (begin > judged) {
      skip(begin - judged);
    }
    int repeated = (int) Math.min(length, judged - begin);
    RefusalReason difference = compare(memory, begin, offset, repeated);
    if (difference != null) {
      return drop(difference);
    }
    skipped = Math.max(0, skipped - length);
    if (isLast) {
      end = begin + length;
    }
    return repeated == length
        ? repeat(begin + length)
        : fresh(memory, offset + repeated, length - repeated);
  }

  /**
   * Goes on behind bytes that passed elsewhere, and were judged there. Nothing may be held.
   *
   * @param sequence of the next byte
   * @param offset of the last bytes in {@code memory}
   * @param length of the last bytes, which may be repeated; those before them may not
   */
  public void jump(int sequence, ByteBuffer memory, int offset, int length) {
    if (heldBytes() > 0 || isPassedThrough || end != NO_END) {
      throw new IllegalStateException("a stream jumps only between its bytes");
    }
    judged += sequence - nextSequence();
    released = judged;
    kept.skipTo(judged - length);
    kept.add(memory, offset, length);
  }

  /** Goes on behind bytes that are missing, and are not to be read: they pass once they come. */
  private void skip(long bytes) {
    judge.skip(bytes);
    skipped += bytes;
    judged += bytes;
    released = judged;
    kept.skip(bytes);
  }

  /** The receiver may still take other bytes than those that were judged. */
  private SegmentFate through(ByteBuffer memory, long begin, int offset, int length) {
    int repeated = (int) Math.min(length, Math.max(0, judged - begin));
    RefusalReason difference = compare(memory, begin, offset, repeated);
    return difference == null ? SegmentFate.PASS : drop(difference);
  }

  private boolean mayEnd(long wanted) {
    return end == NO_END ? wanted >= judged : wanted == end;
  }

  private RefusalReason compare(ByteBuffer memory, long begin, int offset, int length) {
    // While all passes, the kernel does not bring the packets of which nothing is compared.
    long from = kept.behindGap(isPassedThrough ? Math.max(begin, acknowledged) : begin);
    long to = begin + length;
    if (from >= to) {
      return null;
    }
    if (from < kept.begin()) {
      return RefusalReason.REPEAT_TOO_OLD;
    }
    boolean isSame = kept.hasSame(from, memory, offset + (int) (from - begin), (int) (to - from));
    return isSame ? null : RefusalReason.REPEAT_CHANGED;
  }

  private SegmentFate repeat(long segmentEnd) {
    return segmentEnd > released ? drop(RefusalReason.REPEAT_OF_HELD) : SegmentFate.PASS;
  }

  private SegmentFate fresh(ByteBuffer memory, int offset, int length) {
    judged += length;
    Judgement judgement = judge.judge(memory, offset, length);
    int counted = (int) Math.min(length, judge.unreadBytes());
    if (counted < length) {
      kept.add(memory, offset, length - counted);
    }
    if (counted > 0) {
      kept.skip(counted);
    }
    return fate(judgement);
  }

  private SegmentFate fate(Judgement judgement) {
    return switch (judgement) {
      case HOLD -> SegmentFate.HOLD;
      case REFUSE -> {
        reason = judge.reason();
        yield SegmentFate.REFUSE;
      }
      case PASS -> {
        released = judged;
        yield SegmentFate.PASS;
      }
      case PASS_THROUGH -> {
        passThrough();
        yield SegmentFate.PASS;
      }
    };
  }

  /**
   * From now on all bytes pass, those that are held first; the receiver's TCP orders them. Those
   * that were judged are compared until the receiver has them.
   */
  public void passThrough() {
    isPassedThrough = true;
    released = judged;
    forgetWhatHasArrived();
  }

  private void forgetWhatHasArrived() {
    if (passesUnseen()) {
      forget();
    }
  }

  /** Gives memory back: nothing that was judged can be repeated from now on. */
  public void forget() {
    kept.forget();
  }

  private SegmentFate drop(RefusalReason why) {
    reason = why;
    return SegmentFate.DROP;
  }

  /** Ends the connection for a reason that the stream itself does not see, such as time. */
  public void refuse(RefusalReason why) {
    reason = why;
  }

  /**
   * Notes an acknowledgement by the receiver.
   *
   * @param number the acknowledgement number
   */
  public void acknowledged(int number) {
    long position = judged + (number - (firstSequence + (int) judged));
    // Bytes that pass through are not counted.
    boolean wasSeen = position <= judged || isPassedThrough;
    if (wasSeen && position > acknowledged) {
      acknowledged = Math.min(position, judged);
      forgetWhatHasArrived();
    }
  }

  /** The reason of the last segment that did not pass; null if there was none. */
  public RefusalReason reason() {
    return reason;
  }

  /** Bytes that were judged, and do not pass yet. */
  public long heldBytes() {
    return judged - released;
  }

  /** Bytes that were judged, each counted once. */
  public long judgedBytes() {
    return judged;
  }

  /** True once the receiver has acknowledged bytes. */
  public boolean hasArrived() {
    return acknowledged > 0;
  }

  /** True if so much has passed that the receiver's acknowledgements are to be seen. */
  public boolean wantsAcknowledgement() {
    return judged - acknowledged > MANY_UNACKNOWLEDGED;
  }

  /** True if the receiver has acknowledged all that has passed. */
  public boolean hasAllArrived() {
    return acknowledged >= released;
  }

  /** Sequence number of the next byte. */
  public int nextSequence() {
    return firstSequence + (int) judged;
  }

  /** True if that is the number of what the sender sends next; its end has one, too. */
  public boolean expects(int sequence) {
    return sequence == nextSequence() + (hasEnded() ? 1 : 0);
  }

  /** True once all bytes pass. */
  public boolean isPassedThrough() {
    return isPassedThrough;
  }

  /** True once all bytes pass, and the receiver has acknowledged those that were judged. */
  public boolean passesUnseen() {
    return isPassedThrough && acknowledged >= judged;
  }

  /** True once the sender's end was seen, and all bytes before it were judged. */
  public boolean hasEnded() {
    return end != NO_END && end == judged;
  }
}

package dev.rosa.proxy;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.StreamJudge;
import java.nio.ByteBuffer;

/** A stream, given to judges in one piece and in several. */
final class CutStream {

  private CutStream() {}

  /** The last judgement; judging ends with a refusal, or once all passes. */
  static Judgement whole(StreamJudge judge, byte[] stream) {
    return stream.length == 0
        ? Judgement.PASS
        : judge.judge(ByteBuffer.wrap(stream), 0, stream.length);
  }

  /** The same in pieces of a length. */
  static Judgement pieces(StreamJudge judge, byte[] stream, int length) {
    Judgement last = Judgement.PASS;
    for (int at = 0; at < stream.length; at += length) {
      last = judge.judge(ByteBuffer.wrap(stream), at, Math.min(length, stream.length - at));
      if (last == Judgement.REFUSE || last == Judgement.PASS_THROUGH) {
        return last;
      }
    }
    return last;
  }

  /** Fails if two judges differ. */
  static void requireSame(
      Judgement whole, StreamJudge first, Judgement pieces, StreamJudge second) {
    if (whole != pieces || first.reason() != second.reason()) {
      throw new AssertionError(
          "%s %s in one piece, %s %s in several"
              .formatted(whole, first.reason(), pieces, second.reason()));
    }
  }
}

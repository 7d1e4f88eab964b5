package dev.rosa.proxy.stream;

/** Judgement on the bytes of a stream that were seen so far. */
public enum Judgement {
  /** All of them may pass. */
  PASS,
  /** The last ones cannot be judged before more come. */
  HOLD,
  /** The connection is refused. */
  REFUSE,
  /** All of them may pass, and all that follows. */
  PASS_THROUGH
}

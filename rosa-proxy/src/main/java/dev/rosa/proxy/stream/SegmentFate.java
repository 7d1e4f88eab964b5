package dev.rosa.proxy.stream;

/** What happens to a segment. */
public enum SegmentFate {
  /** It goes on, after all segments of its stream that were held. */
  PASS,
  /** It is kept until the stream's next verdict. */
  HOLD,
  /** It is dropped; the stream says why. */
  DROP,
  /** It is dropped, and the connection ends; the stream says why. */
  REFUSE
}

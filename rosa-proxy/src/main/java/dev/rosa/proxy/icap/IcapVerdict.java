package dev.rosa.proxy.icap;

/**
 * What a service says about an answer.
 *
 * @param kind of the verdict
 * @param text what was found, or why there is no verdict; empty if nothing is to be said
 * @param head of the answer in its place, framed for its body; null: none
 * @param body of that answer; null: none
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record IcapVerdict(Kind kind, String text, byte[] head, byte[] body) {

  /** Kind of a verdict. */
  public enum Kind {
    /** The answer passes as it is. */
    UNCHANGED,
    /** The service gives another one. */
    CHANGED,
    /** The service gives another one, as it has found something. */
    FOUND,
    /** There is no verdict. */
    FAILED
  }

  static IcapVerdict unchanged() {
    return new IcapVerdict(Kind.UNCHANGED, "", null, null);
  }

  static IcapVerdict failed(String why) {
    return new IcapVerdict(Kind.FAILED, why, null, null);
  }
}

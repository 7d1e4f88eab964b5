package dev.rosa.proxy.ftp;

import dev.rosa.proxy.stream.RefusalReason;

/**
 * Verdict on a line.
 *
 * @param kind what happens
 * @param reply line for the client instead, without CRLF; null if the line goes on
 * @param reason null if the line goes on
 * @param data the data connection that the line announces; null if none
 * @param line that goes on instead of it, without CRLF; null if it goes on itself, or not at all
 */
public record FtpVerdict(
    Kind kind, String reply, RefusalReason reason, DataConnection data, String line) {

  /** Fate of a line. */
  public enum Kind {
    /** It goes on. */
    FORWARD,
    /** It goes on, and nothing behind it is judged. */
    PASS_THROUGH,
    /** It is judged again after the server's next reply, which may change what it means. */
    WAIT,
    /** It does not go on; the client reads the reply, and the session goes on. */
    REFUSE,
    /** It does not go on, and the session ends. */
    END
  }

  static final FtpVerdict FORWARD = new FtpVerdict(Kind.FORWARD, null, null, null, null);
  static final FtpVerdict WAIT = new FtpVerdict(Kind.WAIT, null, null, null, null);
  static final FtpVerdict PASS_THROUGH = new FtpVerdict(Kind.PASS_THROUGH, null, null, null, null);

  static FtpVerdict forward(DataConnection data) {
    return new FtpVerdict(Kind.FORWARD, null, null, data, null);
  }

  /** Another line goes on. */
  static FtpVerdict instead(String line) {
    return new FtpVerdict(Kind.FORWARD, null, null, null, line);
  }

  static FtpVerdict byRule(String rule) {
    return new FtpVerdict(
        Kind.REFUSE, "550 refused by rule " + rule, RefusalReason.RULE, null, null);
  }

  static FtpVerdict refused(RefusalReason reason, String because) {
    return new FtpVerdict(Kind.REFUSE, "550 refused: " + because, reason, null, null);
  }

  static FtpVerdict end(RefusalReason reason) {
    return new FtpVerdict(Kind.END, "421 refused, closing", reason, null, null);
  }
}

package dev.rosa.proxy.ftp;

import dev.rosa.proxy.stream.RefusalReason;
import java.nio.charset.StandardCharsets;

/**
 * Lines of a control connection from its bytes. A line ends with CRLF; other control characters and
 * TELNET's commands are refused, as servers take them out of the line or not. Owned by one thread.
 */
public final class FtpLines {

  /** Most bytes of a line with its CRLF. */
  static final int LONGEST = 2048;

  private static final int IAC = 0xff;

  private final byte[] line = new byte[LONGEST];
  private int length;
  private RefusalReason reason;

  /**
   * Adds a byte.
   *
   * @return the line that it completes, without CRLF, one character a byte; else null
   */
  public String add(byte b) {
    if (reason != null) {
      return null;
    }
    if (length == LONGEST) {
      reason = RefusalReason.HEAD_TOO_LONG;
      return null;
    }
    boolean isBehindCr = length > 0 && line[length - 1] == '\r';
    line[length++] = b;
    if (b == '\n' && isBehindCr) {
      String text = new String(line, 0, length - 2, StandardCharsets.ISO_8859_1);
      length = 0;
      return text;
    }
    if ((b & 0xff) == IAC) {
      reason = RefusalReason.TELNET_IN_FTP;
    } else if (isBehindCr || (b >= 0 && b < ' ' && b != '\r' && b != '\t') || b == 0x7f) {
      reason = RefusalReason.BAD_COMMAND;
    }
    return null;
  }

  /** Why no more lines come; null if nothing is wrong. */
  public RefusalReason reason() {
    return reason;
  }
}

package dev.rosa.proxy.ftp;

import java.util.regex.Pattern;

/** Reader of replies, which may have several lines (RFC 959 §4.2). Owned by one thread. */
final class FtpReplies {
  private static final Pattern FIRST = Pattern.compile("[1-5]\\d\\d([ -].*)?", Pattern.DOTALL);

  /** Most lines of a reply. */
  private static final int MOST_LINES = 1000;

  /** Kind of a line. */
  enum Line {
    /** A reply that another one follows. */
    PRELIMINARY,
    /** The end of the last reply to a command. */
    FINAL,
    /** A line of a reply that goes on. */
    CONTINUED,
    /** No reply. */
    BAD
  }

  private String code;
  private int lines;

  Line read(String line) {
    if (code != null) {
      return continued(line);
    }
    if (!FIRST.matcher(line).matches()) {
      return Line.BAD;
    }
    if (line.length() > 3 && line.charAt(3) == '-') {
      code = line.substring(0, 3);
      lines = 1;
      return Line.CONTINUED;
    }
    return end(line);
  }

  private Line continued(String line) {
    if (++lines > MOST_LINES) {
      return Line.BAD;
    }
    boolean isEnd = line.startsWith(code) && (line.length() == 3 || line.charAt(3) == ' ');
    return isEnd ? end(line) : Line.CONTINUED;
  }

  private Line end(String line) {
    code = null;
    return line.charAt(0) == '1' ? Line.PRELIMINARY : Line.FINAL;
  }
}

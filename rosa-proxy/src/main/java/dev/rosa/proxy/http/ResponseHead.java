package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import java.util.Arrays;

/**
 * Head of an HTTP/1.x response that all clients read alike, or the reason why they may not. Reused;
 * nothing is allocated. Owned by one thread.
 */
public final class ResponseHead {
  private static final byte[] VERSION_11 = AsciiBytes.of("HTTP/1.1 ");
  private static final byte[] VERSION_10 = AsciiBytes.of("HTTP/1.0 ");
  private static final byte[] CONTENT_TYPE = AsciiBytes.of("content-type");
  private static final byte[] CONTENT_ENCODING = AsciiBytes.of("content-encoding");
  private static final byte[] CONTENT_DISPOSITION = AsciiBytes.of("content-disposition");
  private static final byte[][] ONCE = {CONTENT_TYPE, CONTENT_ENCODING, CONTENT_DISPOSITION};

  /** They are for the next hop alone (RFC 3507 §4.4.2). */
  private static final byte[][] OF_THE_HOP = {
    AsciiBytes.of("connection"),
    AsciiBytes.of("keep-alive"),
    AsciiBytes.of("proxy-authenticate"),
    AsciiBytes.of("proxy-authorization"),
    AsciiBytes.of("proxy-connection"),
    AsciiBytes.of("te"),
    AsciiBytes.of("trailer"),
    AsciiBytes.of("trailers"),
    AsciiBytes.of("transfer-encoding"),
    AsciiBytes.of("upgrade")
  };

  private static final byte[] CONTENT_LENGTH = AsciiBytes.of("content-length");
  private static final int STATUS_BEGIN = 9;
  private static final int STATUS_END = 12;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int SWITCHING = 101;

  private final HeaderFields fields = new HeaderFields();
  private final MessageLength bodyLength = new MessageLength();
  private byte[] bytes;
  private int end;
  private int status;

  /**
   * Reads a complete head.
   *
   * @param length with the empty line
   * @return null if it can be judged
   */
  public Ambiguity read(byte[] head, int length) {
    bytes = head;
    end = length;
    int lineEnd = 0;
    while (head[lineEnd] != '\r') {
      lineEnd++;
    }
    boolean isVersion11 = AsciiBytes.beginsWith(head, lineEnd, VERSION_11);
    if (!isVersion11 && !AsciiBytes.beginsWith(head, lineEnd, VERSION_10)) {
      return Ambiguity.BAD_STATUS_LINE;
    }
    status = status(lineEnd);
    if (status < 100) {
      return Ambiguity.BAD_STATUS_LINE;
    }
    Ambiguity wrong = fields.read(head, lineEnd + 2, length);
    if (wrong == null) {
      wrong = readOnce();
    }
    return wrong == null ? bodyLength.read(fields, head, isVersion11) : wrong;
  }

  private int status(int lineEnd) {
    boolean isWhole = lineEnd == STATUS_END || (lineEnd > STATUS_END && bytes[STATUS_END] == ' ');
    return isWhole ? (int) AsciiBytes.number(bytes, STATUS_BEGIN, STATUS_END) : -1;
  }

  /** Clients take the first or the last of several. */
  private Ambiguity readOnce() {
    for (byte[] name : ONCE) {
      int first = fields.find(name, 0);
      if (first >= 0 && fields.find(name, first + 1) >= 0) {
        return Ambiguity.SEVERAL_CONTENT_FIELDS;
      }
    }
    return null;
  }

  /** A copy of the head without what is for the next hop alone. */
  public byte[] copyWithoutHop() {
    return fields.headWithout(end, OF_THE_HOP);
  }

  /** A copy of the head for a body of this length, behind which the connection ends. */
  public byte[] copyFor(int bodyBytes) {
    byte[][] left = Arrays.copyOf(OF_THE_HOP, OF_THE_HOP.length + 1);
    left[OF_THE_HOP.length] = CONTENT_LENGTH;
    byte[] rest = fields.headWithout(end, left);
    String length = isWithoutBody() ? "" : "Content-Length: " + bodyBytes + "\r\n";
    byte[] last = AsciiBytes.of(length + "Connection: close\r\n\r\n");
    byte[] copy = Arrays.copyOf(rest, rest.length - 2 + last.length);
    System.arraycopy(last, 0, copy, rest.length - 2, last.length);
    return copy;
  }

  /** Memory of the head. */
  public byte[] bytes() {
    return bytes;
  }

  public int status() {
    return status;
  }

  /** True for a status of 1xx, behind which another head follows. */
  public boolean isInterim() {
    return status < 200 && status != SWITCHING;
  }

  /** True if the server changes the protocol. */
  public boolean isSwitch() {
    return status == SWITCHING;
  }

  /** True if the status lets no body follow. */
  public boolean isWithoutBody() {
    return status < 200 || status == NO_CONTENT || status == NOT_MODIFIED;
  }

  /** Index of the Content-Type field; -1 if there is none. */
  public int contentType() {
    return fields.find(CONTENT_TYPE, 0);
  }

  /** Index of the Content-Disposition field; -1 if there is none. */
  public int contentDisposition() {
    return fields.find(CONTENT_DISPOSITION, 0);
  }

  public HeaderFields fields() {
    return fields;
  }

  /** Bytes of the body; -1 if the head does not say. */
  public long statedBytes() {
    return bodyLength.isStated() && !bodyLength.isChunked() ? bodyLength.bytes() : -1;
  }

  public boolean isChunked() {
    return bodyLength.isChunked();
  }
}

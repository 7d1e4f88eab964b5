package dev.rosa.proxy.icap;

import dev.rosa.proxy.http.HeaderFields;
import dev.rosa.proxy.stream.AsciiBytes;
import java.util.Locale;

/** Head of an answer of a service: status and fields. Owned by one thread. */
final class IcapHead {
  private static final byte[] VERSION = AsciiBytes.of("ICAP/1.0 ");
  private static final byte[] ENCAPSULATED = AsciiBytes.of("encapsulated");
  private static final byte[] METHODS = AsciiBytes.of("methods");
  private static final byte[] PREVIEW = AsciiBytes.of("preview");
  private static final byte[] TTL = AsciiBytes.of("options-ttl");
  private static final byte[] RESPMOD = AsciiBytes.of("respmod");

  /** In the order in which they are told. */
  private static final byte[][] FINDINGS = {
    AsciiBytes.of("x-infection-found"),
    AsciiBytes.of("x-virus-id"),
    AsciiBytes.of("x-violations-found")
  };

  private static final int STATUS_DIGITS = 3;

  private final HeaderFields fields = new HeaderFields();
  private final int status;

  /**
   * Reads a complete head.
   *
   * @param length with the empty line
   * @throws IcapException if it is none
   */
  IcapHead(byte[] head, int length) throws IcapException {
    int lineEnd = 0;
    while (head[lineEnd] != '\r') {
      lineEnd++;
    }
    int end = VERSION.length + STATUS_DIGITS;
    boolean isLine =
        AsciiBytes.beginsWith(head, lineEnd, VERSION)
            && (lineEnd == end || (lineEnd > end && head[end] == ' '));
    status = isLine ? (int) AsciiBytes.number(head, VERSION.length, end) : -1;
    if (status < 100 || fields.read(head, lineEnd + 2, length) != null) {
      throw new IcapException("what it says is no ICAP");
    }
  }

  int status() {
    return status;
  }

  /** What was found; empty if nothing is told. */
  String finding() {
    for (byte[] name : FINDINGS) {
      String text = fields.text(name);
      if (!text.isEmpty()) {
        return text.replaceAll("\\s+", " ");
      }
    }
    return "";
  }

  boolean hasRespmod() {
    int index = fields.find(METHODS, 0);
    return index >= 0 && fields.hasWord(index, RESPMOD);
  }

  /** Bytes of a preview that it wants; -1: none. */
  int preview() {
    return (int) Math.min(number(PREVIEW, -1), Integer.MAX_VALUE);
  }

  /** Seconds for which its options hold; -1 if it does not say. */
  long secondsToLive() {
    return number(TTL, -1);
  }

  private long number(byte[] name, long otherwise) {
    byte[] text = AsciiBytes.of(fields.text(name));
    long number = AsciiBytes.number(text, 0, text.length);
    return number < 0 ? otherwise : number;
  }

  /** What is encapsulated, in lower case without blanks; empty if nothing is told. */
  String encapsulated() {
    return fields.text(ENCAPSULATED).replace(" ", "").toLowerCase(Locale.ROOT);
  }
}

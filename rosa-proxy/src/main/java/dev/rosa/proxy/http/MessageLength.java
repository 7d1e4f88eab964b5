package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;

/**
 * Length of a message's body, by Content-Length and Transfer-Encoding (RFC 9112 §6). Whatever two
 * readers may take differently is refused. Reused; owned by one thread.
 */
final class MessageLength {
  private static final byte[] CONTENT_LENGTH = AsciiBytes.of("content-length");
  private static final byte[] TRANSFER_ENCODING = AsciiBytes.of("transfer-encoding");
  private static final byte[] CHUNKED = AsciiBytes.of("chunked");

  private long bytes;
  private boolean isChunked;
  private boolean isStated;

  /** Reads the fields; null if they agree. */
  Ambiguity read(HeaderFields fields, byte[] head, boolean isVersion11) {
    bytes = 0;
    int length = fields.find(CONTENT_LENGTH, 0);
    int encoding = fields.find(TRANSFER_ENCODING, 0);
    isChunked = encoding >= 0;
    isStated = isChunked || length >= 0;
    if (isChunked && length >= 0) {
      return Ambiguity.LENGTH_AND_CHUNKS;
    }
    if (isChunked) {
      return readEncoding(fields, head, encoding, isVersion11);
    }
    return length < 0 ? null : readLength(fields, head, length);
  }

  private static Ambiguity readEncoding(
      HeaderFields fields, byte[] head, int index, boolean isVersion11) {
    boolean isPlain =
        isVersion11
            && fields.find(TRANSFER_ENCODING, index + 1) < 0
            && AsciiBytes.sameIgnoringCase(
                head, fields.valueBegin(index), fields.valueEnd(index), CHUNKED);
    return isPlain ? null : Ambiguity.BAD_TRANSFER_ENCODING;
  }

  private Ambiguity readLength(HeaderFields fields, byte[] head, int index) {
    if (fields.find(CONTENT_LENGTH, index + 1) >= 0) {
      return Ambiguity.SEVERAL_LENGTHS;
    }
    bytes = AsciiBytes.number(head, fields.valueBegin(index), fields.valueEnd(index));
    return bytes < 0 ? Ambiguity.BAD_LENGTH : null;
  }

  /** Bytes of the body; 0 if there is none, or it is chunked. */
  long bytes() {
    return bytes;
  }

  boolean isChunked() {
    return isChunked;
  }

  /** True if one of the fields is there. */
  boolean isStated() {
    return isStated;
  }
}

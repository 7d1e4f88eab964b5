package dev.rosa.proxy.icap;

import dev.rosa.proxy.stream.AsciiBytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Writer of requests to a service. Immutable. */
final class IcapRequests {
  private static final byte[] END = AsciiBytes.of("0\r\n\r\n");
  private static final byte[] END_OF_WHOLE = AsciiBytes.of("0; ieof\r\n\r\n");
  private static final byte[] LINE_END = AsciiBytes.of("\r\n");

  private final IcapService service;

  IcapRequests(IcapService service) {
    this.service = service;
  }

  /** Asks what the service can do. */
  ByteBuffer options() {
    return ByteBuffer.wrap(AsciiBytes.of(lines("OPTIONS") + "\r\n"));
  }

  private String lines(String method) {
    return "%s %s ICAP/1.0\r\nHost: %s\r\nUser-Agent: ROSA\r\nConnection: close\r\n"
        .formatted(method, service.uri(), service.host());
  }

  /**
   * Shows an answer, or its beginning.
   *
   * @param preview most bytes of the body; -1: all of it
   */
  ByteBuffer[] respmod(ShownAnswer answer, int preview) {
    boolean isPreview = preview >= 0;
    int bytes = isPreview ? Math.min(preview, answer.bodyBytes()) : answer.bodyBytes();
    String head =
        lines("RESPMOD")
            + "Allow: 204\r\n"
            + (isPreview ? "Preview: " + preview + "\r\n" : "")
            + "Encapsulated: req-hdr=0, res-hdr=%d, res-body=%d\r\n\r\n"
                .formatted(answer.request().length, answer.headsLength());
    ByteArrayOutputStream heads = new ByteArrayOutputStream();
    heads.writeBytes(AsciiBytes.of(head));
    heads.writeBytes(answer.request());
    heads.writeBytes(answer.head());
    boolean isWhole = bytes == answer.bodyBytes();
    byte[] end = isPreview && isWhole ? END_OF_WHOLE : END;
    return chunk(heads, answer, 0, bytes, end);
  }

  /** The rest behind a preview. */
  ByteBuffer[] rest(ShownAnswer answer, int preview) {
    int left = answer.bodyBytes() - preview;
    return chunk(new ByteArrayOutputStream(), answer, preview, left, END);
  }

  private static ByteBuffer[] chunk(
      ByteArrayOutputStream before, ShownAnswer answer, int offset, int bytes, byte[] end) {
    if (bytes == 0) {
      before.writeBytes(end);
      return new ByteBuffer[] {ByteBuffer.wrap(before.toByteArray())};
    }
    before.writeBytes(AsciiBytes.of(Integer.toHexString(bytes) + "\r\n"));
    ByteArrayOutputStream after = new ByteArrayOutputStream();
    after.writeBytes(LINE_END);
    after.writeBytes(end);
    return new ByteBuffer[] {
      ByteBuffer.wrap(before.toByteArray()),
      ByteBuffer.wrap(answer.body(), offset, bytes),
      ByteBuffer.wrap(after.toByteArray())
    };
  }
}

package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;

/**
 * URL that a request names beside its target: where COPY and MOVE put something (RFC 4918 §10.3).
 * Reused; owned by one thread.
 */
final class SecondTarget {
  private static final byte[] DESTINATION = AsciiBytes.of("destination");
  private static final byte[] HTTP = AsciiBytes.of("http://");

  private final NormalUrl url = new NormalUrl();
  private boolean isNamed;

  /** The URL in its normal form; null if there is none. */
  NormalUrl url() {
    return isNamed ? url : null;
  }

  /**
   * Reads it; null if there is none, or if it is at the same server.
   *
   * @param first URL of the request
   */
  Ambiguity read(RequestHead head, ServerEnd server, NormalUrl first) {
    HeaderFields fields = head.fields();
    int field = fields.find(DESTINATION, 0);
    isNamed = field >= 0;
    if (!isNamed) {
      return null;
    }
    boolean isSeveral = fields.find(DESTINATION, field + 1) >= 0;
    boolean isRead =
        readUrl(head, server, fields.valueBegin(field), fields.valueEnd(field))
            && url.hasHostOf(first);
    return isSeveral || !isRead ? Ambiguity.HIDDEN_TARGET : null;
  }

  private boolean readUrl(RequestHead head, ServerEnd server, int begin, int end) {
    byte[] bytes = head.bytes();
    if (!AsciiBytes.beginsIgnoringCase(bytes, begin, end, HTTP)) {
      return begin < end
          && bytes[begin] == '/'
          && setFirstHost(head, server)
          && url.setTarget(bytes, begin, end) == null;
    }
    int slash = begin + HTTP.length;
    while (slash < end && bytes[slash] != '/') {
      slash++;
    }
    return slash < end
        && url.setAuthority(Scheme.HTTP, bytes, begin + HTTP.length, slash) == null
        && url.setTarget(bytes, slash, end) == null;
  }

  private boolean setFirstHost(RequestHead head, ServerEnd server) {
    HeaderFields fields = head.fields();
    int host = fields.find(RequestTarget.HOST, 0);
    byte[] address = server.authority();
    return host < 0
        ? url.setAuthority(Scheme.HTTP, address, 0, address.length) == null
        : url.setAuthority(
                Scheme.HTTP, head.bytes(), fields.valueBegin(host), fields.valueEnd(host))
            == null;
  }
}

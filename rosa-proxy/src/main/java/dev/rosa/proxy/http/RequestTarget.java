package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.proxy.url.UrlFault;

/**
 * URL of a request, from its target, its Host field and the connection's server, which must agree
 * (RFC 9112 §3.2). Reused; owned by one thread.
 */
final class RequestTarget {
  static final byte[] HOST = AsciiBytes.of("host");
  private static final byte[] HTTP = AsciiBytes.of("http://");
  private static final byte[] ANY = AsciiBytes.of("*");
  private static final byte[] ROOT = AsciiBytes.of("/");
  private static final byte[] CONNECT = AsciiBytes.of("CONNECT");
  private static final byte[] OPTIONS = AsciiBytes.of("OPTIONS");

  private final NormalUrl url = new NormalUrl();
  private final NormalUrl named = new NormalUrl();
  private boolean isConnect;

  NormalUrl url() {
    return url;
  }

  boolean isConnect() {
    return isConnect;
  }

  /** Reads the URL; null if all parts agree. */
  Ambiguity read(RequestHead head, ServerEnd server) {
    isConnect = head.isMethod(CONNECT);
    Ambiguity wrong = readHost(head, server);
    if (wrong != null) {
      return wrong;
    }
    byte[] bytes = head.bytes();
    int begin = head.targetBegin();
    int end = head.targetEnd();
    if (isConnect) {
      return readNamed(bytes, begin, end) == null ? target(ROOT, 0, 1) : Ambiguity.OTHER_HOST;
    }
    if (head.isMethod(OPTIONS) && AsciiBytes.same(bytes, begin, end, ANY)) {
      return target(ROOT, 0, 1);
    }
    return AsciiBytes.beginsIgnoringCase(bytes, begin, end, HTTP)
        ? readAbsolute(bytes, begin + HTTP.length, end)
        : target(bytes, begin, end);
  }

  private Ambiguity readHost(RequestHead head, ServerEnd server) {
    HeaderFields fields = head.fields();
    int host = fields.find(HOST, 0);
    if (host < 0) {
      if (head.isVersion11()) {
        return Ambiguity.NO_HOST;
      }
      byte[] address = server.authority();
      UrlFault unnamed = url.setAuthority(Scheme.HTTP, address, 0, address.length);
      return unnamed == null ? null : Ambiguity.BAD_HOST;
    }
    if (fields.find(HOST, host + 1) >= 0) {
      return Ambiguity.SEVERAL_HOSTS;
    }
    UrlFault fault =
        url.setAuthority(Scheme.HTTP, head.bytes(), fields.valueBegin(host), fields.valueEnd(host));
    if (fault != null) {
      return Ambiguity.BAD_HOST;
    }
    return isConnect || url.port() == server.port() ? null : Ambiguity.OTHER_HOST;
  }

  private Ambiguity readAbsolute(byte[] bytes, int begin, int end) {
    int slash = begin;
    while (slash < end && bytes[slash] != '/' && bytes[slash] != '?') {
      slash++;
    }
    if (slash == end || bytes[slash] == '?') {
      return Ambiguity.BAD_TARGET;
    }
    return readNamed(bytes, begin, slash) == null
        ? target(bytes, slash, end)
        : Ambiguity.OTHER_HOST;
  }

  private Ambiguity readNamed(byte[] bytes, int begin, int end) {
    UrlFault fault = named.setAuthority(Scheme.HTTP, bytes, begin, end);
    return fault == null && named.hasHostOf(url) ? null : Ambiguity.OTHER_HOST;
  }

  private Ambiguity target(byte[] bytes, int begin, int end) {
    UrlFault fault = url.setTarget(bytes, begin, end);
    if (fault == null) {
      return null;
    }
    return fault == UrlFault.ENCODED_SLASH ? Ambiguity.ENCODED_SLASH : Ambiguity.BAD_TARGET;
  }
}

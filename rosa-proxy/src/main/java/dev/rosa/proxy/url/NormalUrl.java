package dev.rosa.proxy.url;

import dev.rosa.proxy.stream.AsciiBytes;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * URL in its normal form, so that rules and lists know each resource by one name: scheme and host
 * in lower case, names of other scripts as ASCII, the scheme's own port left out, no user; path as
 * {@link PathForm} says.
 *
 * <p>One object serves all requests of a worker. Nothing is allocated, except for IPv6 addresses
 * and very long paths. Owned by one thread.
 */
public final class NormalUrl {
  private static final int MOST_PORT = 65_535;

  private final HostForm host = new HostForm();
  private final PathForm path = new PathForm();
  private Scheme scheme = Scheme.HTTP;
  private int port;

  /**
   * Reads a URL of a list or command: {@code http://a.example/x}.
   *
   * @throws IllegalArgumentException in one line that follows the URL: {@code the host is …}
   */
  public static NormalUrl parse(String text) {
    NormalUrl url = new NormalUrl();
    UrlFault fault = url.setText(text);
    if (fault != null) {
      throw new IllegalArgumentException(fault.sentence());
    }
    return url;
  }

  /** A copy that stays when the original is used for the next request. */
  public static NormalUrl copyOf(NormalUrl original) {
    NormalUrl copy = new NormalUrl();
    copy.scheme = original.scheme;
    copy.port = original.port;
    copy.host.copy(original.host);
    copy.path.copy(original.path);
    return copy;
  }

  private UrlFault setText(String text) {
    int colon = text.indexOf("://");
    Scheme known =
        colon < 0 ? null : Scheme.ofLabel(text.substring(0, colon).toLowerCase(Locale.ROOT));
    if (known == null) {
      return UrlFault.BAD_SCHEME;
    }
    int begin = colon + 3;
    int slash = begin;
    while (slash < text.length() && "/?#".indexOf(text.charAt(slash)) < 0) {
      slash++;
    }
    UrlFault fault = setAuthority(known, text.substring(begin, slash));
    String rest = text.substring(slash);
    byte[] target = (rest.startsWith("/") ? rest : "/" + rest).getBytes(StandardCharsets.UTF_8);
    return fault == null ? setTarget(target, 0, target.length) : fault;
  }

  /** Sets scheme, host and port from text that may have letters of any script. */
  public UrlFault setAuthority(Scheme ofUrl, String authority) {
    try {
      int colon = authority.startsWith("[") ? -1 : authority.lastIndexOf(':');
      String name = colon < 0 ? authority : authority.substring(0, colon);
      String ascii = name.startsWith("[") ? name : IDN.toASCII(name, IDN.ALLOW_UNASSIGNED);
      byte[] bytes =
          (ascii + (colon < 0 ? "" : authority.substring(colon))).getBytes(StandardCharsets.UTF_8);
      return setAuthority(ofUrl, bytes, 0, bytes.length);
    } catch (IllegalArgumentException e) {
      return UrlFault.BAD_HOST;
    }
  }

  /**
   * Sets scheme, host and port.
   *
   * @param bytes {@code a.example}, {@code a.example:8080}, {@code [2001:db8::1]:80}
   * @return null if they have a normal form
   */
  public UrlFault setAuthority(Scheme ofUrl, byte[] bytes, int begin, int end) {
    scheme = ofUrl;
    port = ofUrl.port();
    if (indexOf('@', bytes, begin, end) < end) {
      return UrlFault.USER_INFO;
    }
    boolean isIpv6 = begin < end && bytes[begin] == '[';
    int hostEnd =
        isIpv6
            ? Math.min(end, indexOf(']', bytes, begin, end) + 1)
            : indexOf(':', bytes, begin, end);
    UrlFault fault = host.set(bytes, begin, hostEnd);
    return fault == null && hostEnd < end ? setPort(bytes, hostEnd, end) : fault;
  }

  private static int indexOf(char wanted, byte[] bytes, int begin, int end) {
    int at = begin;
    while (at < end && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  private UrlFault setPort(byte[] bytes, int colon, int end) {
    long number = bytes[colon] == ':' ? AsciiBytes.number(bytes, colon + 1, end) : -1;
    if (number < 1 || number > MOST_PORT) {
      return UrlFault.BAD_PORT;
    }
    port = (int) number;
    return null;
  }

  /**
   * Sets path and query.
   *
   * @param bytes {@code /x?y}
   * @return null if they have a normal form
   */
  public UrlFault setTarget(byte[] bytes, int begin, int end) {
    return path.set(bytes, begin, end);
  }

  public Scheme scheme() {
    return scheme;
  }

  public int port() {
    return port;
  }

  /** Memory of the host; {@link #hostLength} bytes of it count. */
  public byte[] host() {
    return host.bytes;
  }

  public int hostLength() {
    return host.length;
  }

  /** Memory of path and query; {@link #pathLength} bytes are the path. */
  public byte[] target() {
    return path.bytes;
  }

  public int pathLength() {
    return path.pathLength;
  }

  /** Bytes of path and query together. */
  public int targetLength() {
    return path.length;
  }

  public String hostText() {
    return AsciiBytes.text(host.bytes, 0, host.length);
  }

  public String pathText() {
    return AsciiBytes.text(path.bytes, 0, path.pathLength);
  }

  /** Tells whether two URLs have the same host and port. */
  public boolean hasHostOf(NormalUrl other) {
    return port == other.port
        && host.length == other.host.length
        && Arrays.equals(host.bytes, 0, host.length, other.host.bytes, 0, other.host.length);
  }

  /** The whole URL with its query. */
  public String text() {
    return prefix() + AsciiBytes.text(path.bytes, 0, path.length);
  }

  /** The URL without its query, which may hold secrets. */
  @Override
  public String toString() {
    return prefix() + pathText();
  }

  private String prefix() {
    return scheme.label() + "://" + hostText() + (port == scheme.port() ? "" : ":" + port);
  }
}

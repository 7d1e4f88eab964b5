package dev.rosa.proxy.url;

import dev.rosa.proxy.stream.AsciiBytes;

/** Copy of the URL that was asked for last, kept as bytes till a log needs its text. One thread. */
public final class UrlCopy {
  private static final int LEAST_BYTES = 128;

  private byte[] bytes = {};
  private int length;
  private Scheme scheme;
  private int port;
  private int hostLength;

  /** Copies one. */
  public void set(NormalUrl url) {
    scheme = url.scheme();
    port = url.port();
    hostLength = url.hostLength();
    length = hostLength + url.targetLength();
    if (length > bytes.length) {
      bytes = new byte[Math.max(LEAST_BYTES, Integer.highestOneBit(length) << 1)];
    }
    System.arraycopy(url.host(), 0, bytes, 0, hostLength);
    System.arraycopy(url.target(), 0, bytes, hostLength, url.targetLength());
  }

  /** The whole URL with its query; empty if there was none. */
  public String text() {
    if (scheme == null) {
      return "";
    }
    return scheme.label()
        + "://"
        + AsciiBytes.text(bytes, 0, hostLength)
        + (port == scheme.port() ? "" : ":" + port)
        + AsciiBytes.text(bytes, hostLength, length);
  }
}

package dev.rosa.proxy.url;

import java.util.Locale;

/** Scheme of URLs that rules know. */
public enum Scheme {
  HTTP(80),
  HTTPS(443),
  FTP(21),
  TELNET(23);

  private final int port;
  private final String label = name().toLowerCase(Locale.ROOT);

  Scheme(int port) {
    this.port = port;
  }

  /** The port that a URL leaves out. */
  public int port() {
    return port;
  }

  /** Its word in URLs and configurations. */
  public String label() {
    return label;
  }

  /** The scheme of a word in lower case; null if it is none. */
  public static Scheme ofLabel(String label) {
    for (Scheme scheme : values()) {
      if (scheme.label.equals(label)) {
        return scheme;
      }
    }
    return null;
  }
}

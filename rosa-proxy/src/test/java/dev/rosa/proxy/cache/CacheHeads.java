package dev.rosa.proxy.cache;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Requests of which many are plain, many are damaged, and few are alike. */
public final class CacheHeads {
  private static final List<String> METHODS =
      List.of("GET", "GET", "GET", "GET", "GET", "HEAD", "HEAD", "POST", "get", "GETT");
  private static final List<String> TARGETS =
      List.of(
          "/",
          "/a",
          "/a",
          "/a",
          "/a/b",
          "/a/../secret",
          "/secret",
          "/s%65cret",
          "/a?b=c",
          "//a",
          "/a/",
          "/%2f",
          "/a;x",
          "/A",
          "/a#b",
          "/a?secret",
          "http://a.example/a",
          "*",
          "/a\"",
          "/a%00",
          "/..",
          "/|");
  private static final List<String> VERSIONS =
      List.of("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0");
  private static final List<String> HOSTS =
      List.of(
          "a.example",
          "a.example",
          "a.example",
          "a.example",
          "A.example",
          "b.example",
          "a.example.",
          "a.example:80",
          "a.example:81",
          "10.0.1.2",
          "[::1]",
          "a..example",
          "a.example:080",
          ":80",
          "a.example@b",
          "-",
          "1.2.3",
          "a_b.example");
  private static final List<String> FIELDS =
      List.of(
          "Accept: */*",
          "Accept: */*",
          "User-Agent: curl/8 (x; y)",
          "Cookie: a=b; c=\"d\"",
          "Connection: keep-alive",
          "connection: Close",
          "Accept-Encoding: gzip",
          "If-None-Match: \"x\"",
          "Referer: http://a.example/secret",
          "Cache-Control: no-cache",
          "Sec-Fetch-Mode: navigate",
          "Upgrade-Insecure-Requests: 1",
          "Priority: u=1, i",
          "Authorization: Basic eDp5",
          "X-Requested-With: XMLHttpRequest",
          "Sec-CH-UA: \"a\";v=\"1\"");

  /** Fields that change something, or that servers read differently. */
  private static final List<String> ODD_FIELDS =
      List.of(
          "Content-Length: 5",
          "Content-Length: 0",
          "Transfer-Encoding: chunked",
          "Upgrade: h2c",
          "Expect: 100-continue",
          "Connection: host",
          "X-Original-URL: /secret",
          "X-Any-Copy-Source: /secret",
          "Host: a.example",
          "Content_Length: 5",
          " folded",
          "Accept:",
          "Accept : x",
          "Trailer: x",
          "Range: bytes=1-",
          "HTTP2-Settings: x",
          "Keep-Alive: 5",
          "TE: trailers");

  private static final String ODD = "\r\n\t \0:;,\u007f\u00ffaA0\\/GH.%?";

  private final SplittableRandom random;

  /** Requests that a seed makes. */
  public CacheHeads(long seed) {
    random = new SplittableRandom(seed);
  }

  /** The next one. */
  public byte[] next() {
    StringBuilder head = new StringBuilder();
    head.append(one(METHODS)).append(' ').append(one(TARGETS)).append(' ').append(one(VERSIONS));
    head.append("\r\n");
    int fields = random.nextInt(4);
    int host = random.nextInt(fields + 1);
    for (int i = 0; i <= fields; i++) {
      // Of one request in a hundred, none.
      if (i == host && random.nextInt(100) > 0) {
        head.append("Host: ").append(one(HOSTS)).append("\r\n");
      }
      if (i < fields) {
        head.append(one(random.nextInt(6) == 0 ? ODD_FIELDS : FIELDS)).append("\r\n");
      }
    }
    head.append("\r\n");
    for (int damages = random.nextInt(3) - random.nextInt(2);
        damages > 0 && head.length() > 1;
        damages--) {
      damage(head);
    }
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void damage(StringBuilder head) {
    int at = random.nextInt(head.length());
    char odd = ODD.charAt(random.nextInt(ODD.length()));
    switch (random.nextInt(6)) {
      case 0 -> head.setCharAt(at, odd);
      case 1 -> head.insert(at, odd);
      case 2 -> head.deleteCharAt(at);
      case 3 -> head.insert(at, head.substring(at, Math.min(head.length(), at + 20)));
      case 4 -> head.append("GET /secret HTTP/1.1\r\nHost: a.example\r\n\r\n");
      default -> {
        // None this time.
      }
    }
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}

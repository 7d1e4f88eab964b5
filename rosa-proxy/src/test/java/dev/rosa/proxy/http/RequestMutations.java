package dev.rosa.proxy.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Streams of requests, made of parts that parsers are known to differ on, and damaged. Most are
 * refused; those that are allowed are of interest.
 */
final class RequestMutations {
  private static final List<String> METHODS =
      List.of("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "get", "G-T", "");
  private static final List<String> TARGETS =
      List.of(
          "/",
          "/a?b=c",
          "/a/../b",
          "/%41",
          "http://a.example/x",
          "/a//b",
          "/;x",
          "*",
          "/a b",
          "/|",
          "/%2f",
          "/a.",
          "/%7e/~",
          "/a?b?c/../d",
          "http://A.EXAMPLE:80/y");
  private static final List<String> VERSIONS =
      List.of("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/1.2", "http/1.1");
  private static final List<String> FIELDS =
      List.of(
          "Host: a.example",
          "Host: a.example",
          "Host: a.example",
          "Host: A.example:80",
          "host:a.example\t",
          "Content-Length: 5",
          "Content-Length: 5",
          "content-length:0",
          "Content-Length: 05",
          "Content-Length: 5, 5",
          "Transfer-Encoding: chunked",
          "Transfer-Encoding: Chunked",
          "Transfer-Encoding: gzip, chunked",
          "X: y",
          "X:",
          "X:  a b ",
          "X : y",
          " folded",
          "Connection: close",
          "Connection: keep-alive, x",
          "Expect: 100-continue",
          "X: \u00e9",
          "Cookie: a=\"b\"; c",
          "Upgrade: h2c",
          "Content_Length: 5",
          "X: \0");
  private static final List<String> BODIES =
      List.of(
          "",
          "",
          "",
          "hello",
          "5\r\nhello\r\n0\r\n\r\n",
          "05\r\nhello\r\n000\r\n\r\n",
          "A\r\n0123456789\r\n0\r\n\r\n",
          "5;x\r\nhello\r\n0\r\n\r\n",
          "0\r\n\r\n",
          "5\r\nhello\r\n0\r\nX: y\r\n\r\n");
  private static final String ODD = "\r\n\t \0:;,\u007f\u00ffaA0\\/";

  private final SplittableRandom random;

  RequestMutations(long seed) {
    random = new SplittableRandom(seed);
  }

  /** The next stream, of one to three requests. */
  byte[] next() {
    StringBuilder stream = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      request(stream);
    }
    if (random.nextInt(4) == 0) {
      int at = random.nextInt(stream.length());
      stream.setCharAt(at, ODD.charAt(random.nextInt(ODD.length())));
    }
    return stream.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void request(StringBuilder stream) {
    stream.append(one(METHODS)).append(' ').append(one(TARGETS)).append(' ');
    stream.append(one(VERSIONS)).append("\r\n");
    boolean hasHost = random.nextInt(8) > 0;
    if (hasHost) {
      stream.append("Host: a.example\r\n");
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      stream.append(one(FIELDS)).append("\r\n");
    }
    stream.append("\r\n").append(one(BODIES));
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}

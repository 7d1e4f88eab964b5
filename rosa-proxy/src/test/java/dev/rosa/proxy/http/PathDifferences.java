package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.proxy.url.NormalUrl;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Comparison of the paths that have a normal form with what another server reads.
 *
 * @param seed of the paths
 * @param allowed paths that are to be compared
 */
record PathDifferences(long seed, int allowed) {
  private static final List<String> PARTS =
      List.of(
          "/", "/", ".", "..", "/../", "/../", "/./", "//", "a", "B", "/c/", "%61", "%2e", "%2E%2e",
          "%25", "%252e", "~", "%7E", "+", "%2b", "%20", "%c3%a4", "|", "(", "%28", ":", "@", "!",
          "%3b", "%3B", ";", "/;", ";x", ";x=..", "%3f", "?x/../y", "%23", "%5c", "%2f", "%41/",
          "...", "=", "&", "^", "`", "{", "[", "'");

  /** Another project's server. */
  @FunctionalInterface
  interface Reader {

    /** Paths of the requests of a stream that it has not refused, one character a byte. */
    List<String> paths(byte[] stream) throws IOException;
  }

  /** The server reads the same, but for parameters and empty folders, which it may leave in. */
  void compare(Reader server) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    for (int compared = 0; compared < allowed; ) {
      String path = path(random);
      Optional<String> ours = normal(path);
      if (ours.isPresent()) {
        compared++;
        String request = "GET " + path + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
        List<String> theirs = server.paths(request.getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(
            List.of(ours.get()),
            theirs.stream().map(PathDifferences::plain).toList(),
            () -> "-Dfuzz.seed=" + seed + ": " + path);
      }
    }
  }

  private static String path(SplittableRandom random) {
    StringBuilder path = new StringBuilder("/");
    for (int i = random.nextInt(12); i > 0; i--) {
      path.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    return path.toString();
  }

  private static Optional<String> normal(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.ISO_8859_1);
    NormalUrl url = new NormalUrl();
    return url.setTarget(bytes, 0, bytes.length) == null
        ? Optional.of(plain(decoded(url.pathText())))
        : Optional.empty();
  }

  /** A path without its percent signs. */
  static String decoded(String path) {
    return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
  }

  private static String plain(String path) {
    return path.replaceAll(";[^/]*", "").replaceAll("/+", "/");
  }
}

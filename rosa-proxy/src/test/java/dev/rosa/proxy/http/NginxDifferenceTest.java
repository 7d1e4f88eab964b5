package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.proxy.url.NormalUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the judgement allows, the machine's nginx reads alike, or refuses. {@code -Dfuzz.seed=N}
 * repeats a run.
 */
@Tag("fuzz")
class NginxDifferenceTest {
  private static final int ALLOWED = Integer.getInteger("proxy.nginx.streams", 400);
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());

  private static final List<String> PARTS =
      List.of(
          "/", "/", ".", "..", "/../", "/./", "a", "B", "%61", "%2e", "%2E%2e", "%25", "%252e", "~",
          "%7E", "+", "%2b", "%20", "%c3%a4", "|", "(", "%28", ":", "@", "!", "%3b", "%3f",
          "?x/../y", "%23", "%5c", "%2f", "%41/", "...", "=", "&", "^", "`", "{", "[", "'");

  @TempDir private Path folder;

  @Test
  void shouldBeReadAlikeByNginx() throws Exception {
    Path program = program();
    try (NginxProcess nginx = NginxProcess.start(program, folder)) {
      new AllowedDifferences(SEED, ALLOWED).compare(nginx, NginxDifferenceTest::withPath);
    }
  }

  /** Parameters behind semicolons are left out: nginx leaves them in. */
  @Test
  void shouldNormalisePathsAsNginxDoes() throws Exception {
    Path program = program();
    SplittableRandom random = new SplittableRandom(SEED);
    int compared = 0;
    try (NginxProcess nginx = NginxProcess.start(program, folder)) {
      while (compared < ALLOWED) {
        String path = path(random);
        Optional<String> ours = decoded(path);
        if (ours.isPresent()) {
          compared++;
          String request = "GET " + path + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
          List<String> theirs = nginx.paths(request.getBytes(StandardCharsets.ISO_8859_1));
          assertEquals(List.of(ours.get()), theirs, path);
        }
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

  private static Optional<String> decoded(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.ISO_8859_1);
    NormalUrl url = new NormalUrl();
    if (url.setTarget(bytes, 0, bytes.length) != null) {
      return Optional.empty();
    }
    String plus = url.pathText().replace("+", "%2B");
    return Optional.of(URLDecoder.decode(plus, StandardCharsets.ISO_8859_1));
  }

  private static Path program() {
    Optional<Path> program = NginxProcess.program();
    assumeTrue(
        program.isPresent(), "nginx is not here, install it with: apt-get install -y nginx-light");
    return program.get();
  }

  /** nginx shows the path of an absolute target. */
  private static String withPath(String request) {
    return request.replaceFirst(" (?i:http://a\\.example(:80)?)/", " /");
  }
}

package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

  @TempDir private Path folder;

  @Test
  void shouldBeReadAlikeByNginx() throws Exception {
    Optional<Path> program = NginxProcess.program();
    assumeTrue(
        program.isPresent(), "nginx is not here, install it with: apt-get install -y nginx-light");
    RequestMutations mutations = new RequestMutations(SEED);
    AllowedStreams streams = new AllowedStreams();
    int readWhole = 0;
    try (NginxProcess nginx = NginxProcess.start(program.get(), folder)) {
      for (int allowed = 0; allowed < ALLOWED; ) {
        Optional<AllowedStreams.Allowed> stream = streams.judge(mutations.next());
        if (stream.isPresent()) {
          allowed++;
          readWhole += compare(stream.get(), nginx) ? 1 : 0;
        }
      }
    }
    assertTrue(readWhole > ALLOWED / 4, readWhole + " of " + ALLOWED + " were read to the end");
  }

  /** Tells whether nginx has read all requests; it may stop at one, but not read other ones. */
  private static boolean compare(AllowedStreams.Allowed stream, NginxProcess nginx)
      throws Exception {
    List<String> ours = stream.requests().stream().map(NginxDifferenceTest::withPath).toList();
    List<String> theirs = nginx.read(stream.bytes().getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(
        ours.subList(0, Math.min(ours.size(), theirs.size())),
        theirs,
        () -> "-Dfuzz.seed=" + SEED + ": " + stream.bytes().replace("\r", "\\r"));
    return theirs.size() == ours.size();
  }

  /** nginx shows the path of an absolute target. */
  private static String withPath(String request) {
    return request.replaceFirst(" (?i:http://a\\.example(:80)?)/", " /");
  }
}

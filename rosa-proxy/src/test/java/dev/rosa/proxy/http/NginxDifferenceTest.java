package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
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
    Path program = program();
    try (NginxProcess nginx = NginxProcess.start(program, folder)) {
      new AllowedDifferences(SEED, ALLOWED).compare(nginx, NginxDifferenceTest::withPath);
    }
  }

  @Test
  void shouldNormalisePathsAsNginxDoes() throws Exception {
    Path program = program();
    try (NginxProcess nginx = NginxProcess.start(program, folder)) {
      new PathDifferences(SEED, ALLOWED).compare(nginx::paths);
    }
  }

  @Test
  void shouldStepUpAsNginxDoesThatKeepsEmptyFolders() throws Exception {
    Path program = program();
    try (NginxProcess nginx = NginxProcess.keepingEmptyFolders(program, folder)) {
      new PathDifferences(SEED, ALLOWED).compare(nginx::paths);
    }
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

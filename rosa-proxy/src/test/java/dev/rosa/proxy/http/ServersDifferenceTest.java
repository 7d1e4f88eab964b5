package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the judgement allows, Apache and llhttp read alike, or refuse. {@code -Dfuzz.seed=N} repeats
 * a run.
 */
@Tag("fuzz")
class ServersDifferenceTest {
  private static final int ALLOWED = Integer.getInteger("proxy.servers.streams", 400);
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());

  private static final Pattern ABSOLUTE =
      Pattern.compile("(\\S+ (?i:http)://([^/ ]+)/\\S*) \\[.*]");

  @TempDir private Path folder;

  @Test
  void shouldBeReadAlikeByApache() throws Exception {
    Optional<Path> program = ApacheProcess.program();
    assumeTrue(
        program.isPresent(), "Apache is not here, install it with: apt-get install -y apache2-bin");
    try (ApacheProcess apache = ApacheProcess.start(program.get(), folder)) {
      new AllowedDifferences(SEED, ALLOWED).compare(apache, ServersDifferenceTest::byApache);
    }
  }

  /** Apache shows the host and port of an absolute target for the Host field. */
  private static String byApache(String request) {
    if (request.startsWith("OPTIONS * ")) {
      return "";
    }
    Matcher absolute = ABSOLUTE.matcher(request);
    return absolute.matches()
        ? absolute.group(1) + " [" + absolute.group(2).toLowerCase(Locale.ROOT) + "]"
        : request;
  }

  @Test
  void shouldBeReadAlikeByLlhttp() throws Exception {
    Optional<Path> program = NodeProcess.program();
    assumeTrue(program.isPresent(), "Node is not here, install it with: apt-get install -y nodejs");
    try (NodeProcess node = NodeProcess.start(program.get(), folder)) {
      new AllowedDifferences(SEED, ALLOWED).compare(node, UnaryOperator.identity());
    }
  }

  @Test
  void shouldStepUpAsReadersOfUrlsDo() throws Exception {
    Optional<Path> program = NodeProcess.program();
    assumeTrue(program.isPresent(), "Node is not here, install it with: apt-get install -y nodejs");
    try (NodeProcess node = NodeProcess.start(program.get(), folder)) {
      new PathDifferences(SEED, ALLOWED).compare(node::paths);
    }
  }
}

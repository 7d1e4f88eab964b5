package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Comparison of what the judgement allows with what another server reads.
 *
 * @param seed of the streams
 * @param allowed streams that are to be compared
 */
record AllowedDifferences(long seed, int allowed) {

  /**
   * The server reads the same requests, or stops at one: it never reads other ones.
   *
   * @param shown what the server shows of a request; empty if it shows nothing
   */
  void compare(ForeignReader server, UnaryOperator<String> shown) throws IOException {
    RequestMutations mutations = new RequestMutations(seed);
    AllowedStreams streams = new AllowedStreams();
    int readWhole = 0;
    for (int compared = 0; compared < allowed; ) {
      Optional<AllowedStreams.Allowed> stream = streams.judge(mutations.next());
      if (stream.isPresent()) {
        compared++;
        readWhole += isReadWhole(stream.get(), server, shown) ? 1 : 0;
      }
    }
    assertTrue(readWhole > allowed / 4, readWhole + " of " + allowed + " were read to the end");
  }

  private boolean isReadWhole(
      AllowedStreams.Allowed stream, ForeignReader server, UnaryOperator<String> shown)
      throws IOException {
    List<String> ours =
        stream.requests().stream().map(shown).filter(one -> !one.isEmpty()).toList();
    List<String> theirs = server.read(stream.bytes().getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(
        ours.subList(0, Math.min(ours.size(), theirs.size())),
        theirs,
        () -> "-Dfuzz.seed=" + seed + ": " + stream.bytes().replace("\r", "\\r"));
    return theirs.size() == ours.size();
  }
}

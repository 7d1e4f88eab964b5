package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the judgement allows, Netty reads alike. {@code -Dfuzz.seed=N} repeats a run. */
@Tag("fuzz")
class NettyDifferenceTest {
  private static final int STREAMS = Integer.getInteger("proxy.streams", 60_000);
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());

  @Test
  void shouldBeReadAlikeByNetty() {
    RequestMutations mutations = new RequestMutations(SEED);
    AllowedStreams streams = new AllowedStreams();
    int allowed = 0;
    for (int i = 0; i < STREAMS; i++) {
      Optional<AllowedStreams.Allowed> stream = streams.judge(mutations.next());
      if (stream.isPresent()) {
        allowed++;
        String bytes = stream.get().bytes();
        assertEquals(
            stream.get().requests(),
            NettyReading.of(bytes.getBytes(StandardCharsets.ISO_8859_1)),
            () -> "-Dfuzz.seed=" + SEED + ": " + bytes.replace("\r", "\\r"));
      }
    }
    assertTrue(allowed > STREAMS / 100, allowed + " streams were allowed");
  }
}

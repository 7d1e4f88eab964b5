package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.pipeline.DropReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The frame storm: {@code -Dstorm.seconds=N} (3 unless told otherwise), {@code -Dstorm.frames=N}
 * for at least so many, {@code -Dstorm.threads=N} (1), {@code -Dstorm.seed=N} to repeat, {@code
 * -Dstorm.replay=FILE} for one finding alone. What is found is left in {@code
 * target/storm/finding.txt}.
 */
@Tag("fuzz")
class FrameStormFuzzTest {

  private static final Path FINDING = Path.of("target/storm/finding.txt");
  private static final Path PROVIDERS = Path.of("../config/providers.xml");

  @Test
  void shouldAcceptNothingButWhatWasSealedWhateverComesIn() throws Exception {
    ProviderRegistry providers = ProviderRegistry.load(PROVIDERS);
    String replay = System.getProperty("storm.replay", "");
    if (!replay.isEmpty()) {
      FrameStorm.replay(Path.of(replay), providers, System.out);
      return;
    }
    long seed = Long.getLong("storm.seed", new SplittableRandom().nextLong());
    FrameStorm storm = new FrameStorm(providers, seed, System.out);
    storm.run(
        Integer.getInteger("storm.threads", 1),
        Integer.getInteger("storm.seconds", 3),
        Long.getLong("storm.frames", 0),
        FINDING);
    for (DropReason reason :
        new DropReason[] {
          DropReason.FRAGMENT,
          DropReason.MALFORMED,
          DropReason.BEHIND_HEADERS,
          DropReason.ENCAPSULATED,
          DropReason.HOPS_EXHAUSTED,
          DropReason.UNKNOWN_VERSION,
          DropReason.FOREIGN_DOMAIN,
          DropReason.SUITE_REFUSED,
          DropReason.NOT_YET_VALID,
          DropReason.EXPIRED,
          DropReason.UNKNOWN_CODE,
          DropReason.UNKNOWN_EPOCH,
          DropReason.BAD_TAG,
          DropReason.REPLAYED
        }) {
      assertTrue(storm.dropped(reason) > 0, "no frame was dropped as " + reason);
    }
  }

  @Test
  void shouldComeToTheSameEndWhenAnEpochIsRepeated() throws IOException {
    ProviderRegistry providers = ProviderRegistry.builtIn();
    long[] executed = new long[2];
    for (int run = 0; run < executed.length; run++) {
      try (StormEpoch epoch = new StormEpoch(providers, 7, 3)) {
        for (int i = 0; i < 50; i++) {
          epoch.batch(i);
        }
        executed[run] = epoch.executed();
      }
    }
    assertEquals(executed[0], executed[1]);
    assertTrue(executed[0] > 100, "valid packets were accepted: " + executed[0]);
  }
}

package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.LoadedCode.Outcome;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What stays of a code that is loaded again and again; the clock stands still. */
class ReloadsTest {

  private static final Grant ALL = new Grant(0, 0, Grant.ALL);

  private final ShownPackets packets = new ShownPackets();

  private final ExecutionEnvironment environment =
      new ExecutionEnvironment(
          "r1",
          BundleLimits.defaults(),
          new BytecodeLane(),
          CodeBreaker.Limits.NONE,
          WorkerClock.of(InstantSource.fixed(Instant.EPOCH)));

  @Test
  void shouldKeepCountsAndNothingElseWhenCodeIsLoadedAThousandTimes() throws Exception {
    byte[] jar = ExecutionEnvironmentTest.counting("packets").jar();
    CodeDigest digest = CodeDigest.ofBundle(jar);
    LoadedCode first = environment.loadForPackets(jar, digest);
    try (CapturedLog log = CapturedLog.of(ExecutionEnvironment.class)) {
      for (int i = 0; i < 1_000; i++) {
        assertEquals(
            Outcome.FORWARD,
            environment.loadForPackets(jar, digest).run(packets.next(ALL, Suite.HMAC_SHA256)));
      }
      assertEquals(59, log.linesWith(" loaded").size());
    }
    for (int i = 0; i < 50 && environment.liveInstances(digest) > 1; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertEquals(1, environment.liveInstances(digest));
    assertEquals(Outcome.FORWARD, first.run(packets.next(ALL, Suite.HMAC_SHA256)));
    assertEquals(Map.of("packets", 1_001L), environment.applicationCounters().get(digest.hex()));
    assertEquals(1_001, environment.reports().get(digest.hex()).packets());
  }

  @Test
  void shouldTellOfFaultsInFewLinesWhenFailingCodeIsLoadedAgainAndAgain() throws Exception {
    byte[] jar = CompiledBundle.onPacket("throw new IllegalStateException();").jar();
    CodeDigest digest = CodeDigest.ofBundle(jar);
    LoadedCode kept = environment.load(jar, digest);
    try (CapturedLog log = CapturedLog.of(LoadedCode.class)) {
      for (int i = 0; i < 100; i++) {
        assertEquals(
            Outcome.FAULT, environment.load(jar, digest).run(packets.next(ALL, Suite.HMAC_SHA256)));
      }
      assertEquals(20, log.linesWith(" failed: ").size());
    }
    assertEquals(digest, kept.digest());
    assertEquals(100, environment.reports().get(digest.hex()).faults());
  }
}

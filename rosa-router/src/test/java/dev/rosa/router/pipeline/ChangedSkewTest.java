package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.session.ReplayRecord;
import dev.rosa.router.session.ReplayRecords;
import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No packet is accepted twice because a router is started with another skew than before. */
class ChangedSkewTest {

  private static final byte[] IDLE = CompiledBundle.onPacket("").jar();

  /** SET of the session; the next run begins five seconds later. */
  private static final long SET = RouterBench.NOW - 5;

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("r1.replay");
  }

  /** The workers of a router with this skew. */
  private List<RouterBench> start(int workers, long skewSeconds) throws Exception {
    List<RouterBench> benches = new ArrayList<>();
    for (ReplayRecord record : ReplayRecords.open(file(), workers, skewSeconds)) {
      benches.add(new RouterBench(RouterBench.policyOfSkew(skewSeconds), null, record));
    }
    return benches;
  }

  private static void setTime(RouterBench bench, long seconds) {
    bench.now = Instant.ofEpochSecond(seconds);
  }

  /**
   * A packet that one of so many workers has accepted in a run with this skew, which stops in order
   * three seconds after SET.
   */
  private byte[] acceptedBefore(int workers, long skewSeconds) throws Exception {
    List<RouterBench> benches = start(workers, skewSeconds);
    RouterBench bench = benches.get(0);
    benches.forEach(one -> setTime(one, SET - 60));
    RouterBench.Flow flow = bench.flow(bench.source.admit(IDLE));
    flow.sst = SET - 100;
    flow.set = SET;
    byte[] packet = flow.next("once");
    bench.pass(packet);
    assertEquals(1, bench.io.sent.size());
    benches.forEach(one -> setTime(one, SET + 3));
    for (RouterBench one : benches) {
      one.sweep();
      one.pass();
    }
    return packet;
  }

  private static void assertDropped(RouterBench bench, byte[] packet, DropReason reason) {
    bench.source.admit(IDLE);
    bench.pass(packet);
    bench.assertDropped(reason, 1);
    assertEquals(0, bench.io.sent.size());
  }

  @ParameterizedTest
  @CsvSource({
    "  1, 120, WINDOW_LOST",
    "  0, 300, WINDOW_LOST",
    "  1,   6, WINDOW_LOST",
    "  4,   6, REPLAYED",
    "120, 120, REPLAYED",
    "300,   6, REPLAYED",
    "  1,   1, EXPIRED",
    "300,   1, EXPIRED"
  })
  void shouldDropPacketsOfBeforeWhateverTheSkewIsNow(long before, long now, DropReason reason)
      throws Exception {
    byte[] old = acceptedBefore(1, before);
    assertDropped(start(1, now).get(0), old, reason);
  }

  @Test
  void shouldDropPacketsOfBeforeAtEveryWorkerWhenTheSkewIsLargerNow() throws Exception {
    byte[] old = acceptedBefore(2, 1);
    for (RouterBench bench : start(2, 120)) {
      assertDropped(bench, old, DropReason.WINDOW_LOST);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldDropPacketsOfASessionThatIsForgottenWhenTheSkewIsLargerNow(int workers)
      throws Exception {
    byte[] old = acceptedBefore(workers, 1);
    // A record that is written anew has no floor of a session that has ended.
    List<String> lines = Files.readAllLines(file());
    List<String> others = lines.stream().filter(line -> !line.matches("[0-9a-f]{16} .*")).toList();
    assertTrue(others.size() < lines.size());
    Files.write(file(), others);
    for (RouterBench bench : start(workers, 120)) {
      assertDropped(bench, old, DropReason.WINDOW_LOST);
      RouterBench.Flow later = bench.flow(bench.source.admit(IDLE));
      later.sst = SET - 100;
      later.set = SET + 1;
      bench.pass(later.next("ends after all that was forgotten"));
      assertEquals(1, bench.io.sent.size());
    }
  }
}

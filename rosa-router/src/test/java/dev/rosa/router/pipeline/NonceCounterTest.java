package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.session.NonceRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NonceCounterTest {

  private static final int NODE = 3;
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

  @TempDir Path folder;

  private NonceCounter started(Instant now) throws Exception {
    return NonceCounter.of(
        NODE, new NonceRecord(folder.resolve("windows"), InstantSource.fixed(now)));
  }

  @Test
  void shouldRepeatNoNonceWhenClockIsSetBackBeforeRestart() throws Exception {
    Set<Long> used = new HashSet<>();
    for (int run = 0; run < 3; run++) {
      NonceCounter counter = started(NOW.minusNanos(run * 500L));
      for (NonceCounter.Share share : new NonceCounter.Share[] {counter.share(), counter.share()}) {
        for (int i = 0; i < 5_000; i++) {
          assertTrue(used.add(share.next()));
        }
      }
    }
  }

  @Test
  void shouldNameItselfAsWriter() throws Exception {
    assertEquals(NODE, started(NOW).share().writer());
  }

  @Test
  void shouldGoOnInNextRangeWhenOneIsUsedUp() throws Exception {
    Iterator<NonceRecord.Range> ranges =
        List.of(new NonceRecord.Range(5, 5 + 2_048), new NonceRecord.Range(1L << 40, 1L << 41))
            .iterator();
    NonceCounter.Share share = NonceCounter.of(NODE, ranges::next).share();
    for (long expected = 5; expected < 5 + 2_048; expected++) {
      assertEquals(expected, share.next());
    }
    assertEquals(1L << 40, share.next());
  }

  @Test
  void shouldSealNothingMoreWhenNoFurtherRangeCanBeReserved() throws Exception {
    Deque<NonceRecord.Range> ranges = new ArrayDeque<>(List.of(new NonceRecord.Range(0, 1_024)));
    NonceCounter counter =
        NonceCounter.of(
            NODE,
            () -> {
              if (ranges.isEmpty()) {
                throw new IOException("the disk is full");
              }
              return ranges.pop();
            });
    NonceCounter.Share one = counter.share();
    assertEquals(0, one.next());
    assertThrows(UncheckedIOException.class, () -> counter.share().next());
    assertEquals(1, one.next());
  }
}

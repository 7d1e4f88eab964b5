package dev.rosa.proof;

import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Threads side by side, each with engines and JCE instances of its own, while another one collects
 * garbage: some of it engines and keys that were not destroyed. Stateless.
 */
final class ManyThreads {

  private static final int MIX = 33;
  private static final int LONGEST = 2_000;
  private static final int DROPPED_KEYS = 50;

  private ManyThreads() {}

  static void check(int threads, Draw draw) {
    ExecutorService pool = Executors.newFixedThreadPool(threads + 1);
    AtomicBoolean done = new AtomicBoolean();
    try {
      List<Future<?>> work = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Draw own = new Draw(draw.number(), "thread " + i);
        work.add(pool.submit(() -> mixes(own)));
      }
      Future<?> collector = pool.submit(() -> litterAndCollect(done, draw));
      for (Future<?> thread : work) {
        join(thread);
      }
      done.set(true);
      join(collector);
    } finally {
      done.set(true);
      pool.shutdownNow();
    }
  }

  private static void join(Future<?> work) {
    try {
      work.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void mixes(Draw draw) {
    for (Party party : Parties.present()) {
      BatchChecks.anyMix(party, new TrafficDraw(draw).mixed(MIX, LONGEST), draw);
      party.jce().ifPresent(provider -> JceChecks.agreesWithTheJdk(party, draw));
    }
    Tally.add("threads side by side", 1);
  }

  /** Leaves native memory to Cleaners: prepared keys, and the engines that made them. */
  private static void litterAndCollect(AtomicBoolean done, Draw draw) {
    while (!done.get()) {
      for (Party party : Parties.present()) {
        for (Suite suite : party.suites()) {
          SuiteEngine engine = party.engineFor(suite);
          for (int i = 0; i < DROPPED_KEYS; i++) {
            PreparedKeys keys = engine.prepare(Session.draw(suite, draw).key());
            if (draw.oneIn(2)) {
              keys.destroy();
            }
          }
        }
      }
      System.gc();
      Tally.add("collections meanwhile", 1);
    }
  }
}

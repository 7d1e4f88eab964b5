package dev.rosa.proof;

import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.Suite;
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

  static void check(int threads, RandomInput random) {
    ExecutorService pool = Executors.newFixedThreadPool(threads + 1);
    AtomicBoolean done = new AtomicBoolean();
    try {
      List<Future<?>> work = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        RandomInput own = new RandomInput(random.number(), "thread " + i);
        work.add(pool.submit(() -> mixes(own)));
      }
      Future<?> collector = pool.submit(() -> litterAndCollect(done, random));
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

  private static void mixes(RandomInput random) {
    for (TestedProvider tested : TestedProviders.present()) {
      BatchChecks.anyMix(tested, new TrafficDraw(random).mixed(MIX, LONGEST), random);
      tested.jce().ifPresent(provider -> JceChecks.agreesWithTheJdk(tested, random));
    }
    CheckCounts.add("threads side by side", 1);
  }

  /** Leaves native memory to Cleaners: prepared keys, and the engines that made them. */
  private static void litterAndCollect(AtomicBoolean done, RandomInput random) {
    while (!done.get()) {
      for (TestedProvider tested : TestedProviders.present()) {
        for (Suite suite : tested.suites()) {
          SuiteEngine engine = tested.engineFor(suite);
          for (int i = 0; i < DROPPED_KEYS; i++) {
            PreparedKeys keys = engine.prepare(Session.draw(suite, random).key());
            if (random.oneIn(2)) {
              keys.destroy();
            }
          }
        }
      }
      System.gc();
      CheckCounts.add("collections meanwhile", 1);
    }
  }
}

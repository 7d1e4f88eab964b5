package dev.rosa.gcrypt;

import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Bookkeeping of libgcrypt's native memory: it frees an allocation when its Java owner is
 * garbage-collected, and requests a garbage collection above a limit. Thread-safe.
 *
 * <p>A collector sees the small owners only, and would let a program that makes many of them fill
 * the machine. So each native allocation also costs the heap as many bytes, dead at once: young
 * owners go by ordinary collections as if they were of their full size. And where owners died old
 * and native memory outgrows the greatest heap, a full collection is asked for, as the JDK does for
 * direct buffers; what is still in use then counts as needed, and twice of it is the next limit.
 */
final class NativeMemory {

  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicLong IN_USE = new AtomicLong();
  private static final long LONGEST_PAUSE_MILLIS = 64;

  private static volatile long limit = Runtime.getRuntime().maxMemory();

  /** Written only, so that no compiler leaves the allocation out. */
  @SuppressWarnings("UnusedVariable")
  private static volatile byte[] weight;

  private NativeMemory() {}

  /** Release of an allocation whose owner is gone. */
  private record Release(LongConsumer free, long address, int bytes) implements Runnable {
    @Override
    public void run() {
      free.accept(address);
      IN_USE.addAndGet(-bytes);
    }
  }

  /** Bytes that owners have, as far as they were announced. */
  static long inUse() {
    return IN_USE.get();
  }

  /** To be called before an allocation of about so many bytes. */
  static void announce(int bytes) {
    weight = new byte[bytes];
    if (IN_USE.addAndGet(bytes) > limit) {
      collect();
    }
  }

  /** To be called if what was announced came to nothing. */
  static void withdraw(int bytes) {
    IN_USE.addAndGet(-bytes);
  }

  /**
   * Binds an announced allocation to its owner.
   *
   * @param owner whose end frees it; not reachable from {@code free}
   */
  static Cleanable bind(Object owner, LongConsumer free, long address, int bytes) {
    return CLEANER.register(owner, new Release(free, address, bytes));
  }

  private static synchronized void collect() {
    if (IN_USE.get() <= limit) {
      return;
    }
    System.gc();
    awaitCleaner();
    limit = Math.max(Runtime.getRuntime().maxMemory(), 2 * IN_USE.get());
  }

  /** The Cleaner is a thread of its own: it is given some time, and more while it gets on. */
  private static void awaitCleaner() {
    long before = Long.MAX_VALUE;
    long pauseMillis = 1;
    while (pauseMillis <= LONGEST_PAUSE_MILLIS) {
      long now = IN_USE.get();
      pauseMillis = now < before ? 1 : 2 * pauseMillis;
      before = now;
      try {
        TimeUnit.MILLISECONDS.sleep(pauseMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}

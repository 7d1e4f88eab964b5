package dev.rosa.role;

import java.util.List;

/** Program under a watch that fills its heap to the last word, and holds all of it. */
final class FullHeap {

  private static final int LARGEST_WORDS = 1 << 20;

  private FullHeap() {}

  /** Ends by the watch only: with 0 if the heap were not filled. */
  public static void main(String[] arguments) throws InterruptedException {
    NodeWatch unused = NodeWatch.start(List.of(HeapWatch.ofJvm()::look));
    Thread filling = new Thread(FullHeap::fill, "filling");
    filling.start();
    while (filling.isAlive()) {
      filling.join();
    }
  }

  /** Fills the heap in ever smaller pieces, for as long as the watch lets it. */
  @SuppressWarnings("CatchThrowable")
  private static void fill() {
    Object[] held = null;
    int words = LARGEST_WORDS;
    while (true) {
      try {
        Object[] piece = new Object[words];
        piece[0] = held;
        held = piece;
      } catch (Throwable e) {
        words = Math.max(1, words / 2);
      }
    }
  }
}

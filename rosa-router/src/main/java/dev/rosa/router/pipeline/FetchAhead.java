package dev.rosa.router.pipeline;

import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Fetcher of codes before a packet needs them, if the operator wants that. It fetches the codes
 * that the router may have, with their newest secrets, up to a limit. It asks for nothing that a
 * packet could not make it ask for. Owned by one worker.
 */
final class FetchAhead {

  /** Codes that are fetched ahead; further ones wait for their packets. */
  static final int MOST_CODES = 64;

  /** The epoch in use and the one that is staged to follow. */
  static final int NEWEST_EPOCHS = 2;

  private final Deque<AwaitedItem> wanted = new ArrayDeque<>();
  private boolean on;

  /** From now on every new catalogue is gone through. */
  void begin() {
    on = true;
  }

  boolean isOn() {
    return on;
  }

  /** Wants what this catalogue offers, and nothing else any more. */
  void want(Catalogue catalogue) {
    wanted.clear();
    catalogue.entries().stream()
        .filter(Catalogue.Entry::permitted)
        // A code without a secret runs on no packet, and takes no other one's place.
        .filter(code -> !code.epochs().isEmpty())
        .limit(MOST_CODES)
        .forEach(this::want);
  }

  private void want(Catalogue.Entry code) {
    List<Integer> newest =
        code.epochs().stream()
            .sorted(Comparator.comparing(Integer::toUnsignedLong).reversed())
            .limit(NEWEST_EPOCHS)
            .toList();
    newest.forEach(epoch -> wanted.add(new AwaitedItem.Secret(code.digest(), epoch)));
    wanted.add(new AwaitedItem.Bundle(code.digest()));
  }

  /** The next to fetch, or null. */
  AwaitedItem next() {
    return wanted.poll();
  }

  /** True if something is still to be fetched. */
  boolean isWanting() {
    return !wanted.isEmpty();
  }
}

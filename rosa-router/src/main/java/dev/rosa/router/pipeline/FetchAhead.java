package dev.rosa.router.pipeline;

import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Set;

/**
 * Fetcher of secrets and codes before a packet needs them. It fetches the coming secret of every
 * code that is in use here, so that no packet waits when the next epoch begins. If the operator
 * wants that, it fetches all codes that the router may have, with their newest secrets, up to a
 * limit. It asks for nothing that a packet could not make it ask for. Owned by one worker.
 */
final class FetchAhead {

  /** Codes that are fetched ahead; further ones wait for their packets. */
  static final int MOST_CODES = 64;

  /** The epoch in use and the one that is staged to follow. */
  static final int NEWEST_EPOCHS = 2;

  private final Deque<AwaitedItem> wanted = new ArrayDeque<>();
  private boolean on;

  /** From now on all codes of every new catalogue are fetched. */
  void begin() {
    on = true;
  }

  /**
   * Wants what this catalogue offers, and nothing else any more.
   *
   * @param held secrets that are here
   */
  void take(Catalogue catalogue, Set<AwaitedItem.Secret> held) {
    wanted.clear();
    held.stream()
        .map(AwaitedItem.Secret::code)
        .distinct()
        .map(code -> catalogue.find(code.codeId().high(), code.codeId().low()))
        .filter(code -> code != null && code.permitted())
        .forEach(this::wantSecrets);
    if (on) {
      catalogue.entries().stream()
          .filter(Catalogue.Entry::permitted)
          // A code without a secret runs on no packet, and takes no other one's place.
          .filter(code -> !code.epochs().isEmpty())
          .limit(MOST_CODES)
          .forEach(this::want);
    }
  }

  private void want(Catalogue.Entry code) {
    wantSecrets(code);
    wanted.add(new AwaitedItem.Bundle(code.digest()));
  }

  private void wantSecrets(Catalogue.Entry code) {
    code.epochs().stream()
        .sorted(Comparator.comparing(Integer::toUnsignedLong).reversed())
        .limit(NEWEST_EPOCHS)
        .forEach(epoch -> wanted.add(new AwaitedItem.Secret(code.digest(), epoch)));
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

package dev.rosa.router.catalogue;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Table of values by 16-byte name (Ci or U), in two halves. Filled by one thread, then read by any;
 * reading allocates nothing.
 */
final class NameTable<T> {

  private record Named<T>(long low, T value) {}

  /** By the first half. */
  private final LongObjectMap<List<Named<T>>> chains = new LongObjectHashMap<>();

  private int size;

  /** Adds a value, in the place of one with that name. */
  void put(long high, long low, T value) {
    List<Named<T>> chain = chains.get(high);
    if (chain == null) {
      chain = new ArrayList<>(1);
      chains.put(high, chain);
    }
    if (!chain.removeIf(named -> named.low() == low)) {
      size++;
    }
    chain.add(new Named<>(low, value));
  }

  /** The value with this name, or null. */
  T find(long high, long low) {
    List<Named<T>> chain = chains.get(high);
    if (chain == null) {
      return null;
    }
    for (int i = 0; i < chain.size(); i++) {
      if (chain.get(i).low() == low) {
        return chain.get(i).value();
      }
    }
    return null;
  }

  /** Number of names. */
  int size() {
    return size;
  }
}

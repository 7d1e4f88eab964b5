package dev.rosa.bench.measure;

import java.util.Optional;

/** Least number of rounds for a verdict: with fewer, a single disturbance could decide. */
public final class Rounds {

  /** The least. */
  public static final int LEAST = 3;

  private Rounds() {}

  /** Says what is missing, e.g. {@code 1 of 3 rounds}; empty if nothing is. */
  public static Optional<String> shortage(int rounds) {
    return rounds >= LEAST
        ? Optional.empty()
        : Optional.of("%d of %d rounds".formatted(rounds, LEAST));
  }
}

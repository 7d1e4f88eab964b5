package dev.rosa.bench.shootout.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a call itself costs, to a function that does next to nothing.
 *
 * @param name how it is called
 * @param function what is called
 * @param nsByRound one for each round that measured it
 * @param absence why it was not measured, in a sentence without a full stop; empty if it was
 */
public record CallCost(
    String name, String function, List<Double> nsByRound, Optional<String> absence) {

  /** Copies the list. */
  public CallCost {
    nsByRound = List.copyOf(nsByRound);
  }

  /** The median of the rounds; empty if there are none. */
  public OptionalDouble ns() {
    return Results.median(nsByRound);
  }
}

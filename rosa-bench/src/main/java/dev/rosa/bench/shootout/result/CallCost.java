package dev.rosa.bench.shootout.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.bench.measure.Median;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Cost of a call itself, to a function that does next to nothing.
 *
 * @param name of the kind of call
 * @param function that is called
 * @param nsByRound one for each round that measured it
 * @param absence reason why it was not measured, in a sentence without a full stop; empty if it was
 */
public record CallCost(
    @JsonProperty("call") String name,
    String function,
    List<Double> nsByRound,
    Optional<String> absence) {

  /** Copies the list. */
  public CallCost {
    nsByRound = List.copyOf(nsByRound);
  }

  /** The median of the rounds; empty if there are none. */
  @JsonProperty
  public OptionalDouble ns() {
    return Median.of(nsByRound);
  }
}

package dev.rosa.provider;

import dev.rosa.provider.measure.Measurement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Result of the choice of a suite's provider: the serving one, the others that were tried, and when
 * a measurement decided. Immutable.
 *
 * @param serving the one; while it is open, one that could
 * @param isOpen true if a measurement still has to choose the server
 * @param tried all that gave the known answer, in the order of the configuration
 * @param since time of the measurement that the serving one won; empty if it was only named first
 */
record ChosenServer(Server serving, boolean isOpen, List<Server> tried, Optional<Instant> since) {

  static ChosenServer first(List<Server> tried) {
    return new ChosenServer(tried.get(0), false, tried, Optional.empty());
  }

  /** No final choice yet: the fastest will serve, and no measurement exists. */
  static ChosenServer open(List<Server> tried) {
    return new ChosenServer(tried.get(0), tried.size() > 1, tried, Optional.empty());
  }

  static ChosenServer fastest(List<Server> tried, Measurement measurement) {
    Server fastest =
        tried.stream()
            .filter(server -> server.label().equals(measurement.chosen()))
            .findFirst()
            .orElseThrow();
    return new ChosenServer(fastest, false, tried, Optional.of(measurement.at()));
  }
}

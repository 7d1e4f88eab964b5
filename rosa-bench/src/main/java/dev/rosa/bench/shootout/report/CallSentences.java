package dev.rosa.bench.shootout.report;

import dev.rosa.bench.measure.Rounds;
import dev.rosa.bench.shootout.result.CallCost;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Sentences of the shootout's report about the cost of a call, made from the measurements.
 * Stateless.
 */
final class CallSentences {

  private static final String WITHIN_JAVA = "a Java method, not inlined";

  private CallSentences() {}

  static String of(List<CallCost> costs) {
    List<CallCost> out =
        costs.stream()
            .filter(cost -> cost.ns().isPresent() && !cost.name().equals(WITHIN_JAVA))
            .sorted(Comparator.comparingDouble(cost -> cost.ns().orElseThrow()))
            .toList();
    if (out.isEmpty()) {
      return "No way out of Java was measured.";
    }
    Optional<String> shortage =
        out.stream().flatMap(cost -> Rounds.shortage(cost.nsByRound().size()).stream()).findFirst();
    return shortage.map(missing -> "No verdict: " + missing + ".").orElseGet(() -> judged(out))
        + notMeasured(costs);
  }

  private static String judged(List<CallCost> out) {
    CallCost first = out.get(0);
    StringBuilder text =
        new StringBuilder(
            "The cheapest way out of Java is %s with %s"
                .formatted(first.name(), Numbers.nanos(first.ns().orElseThrow())));
    if (out.size() > 1) {
      CallCost last = out.get(out.size() - 1);
      text.append(
          ", the dearest %s with %s, %s times as much"
              .formatted(
                  last.name(),
                  Numbers.nanos(last.ns().orElseThrow()),
                  Numbers.times(last.ns().orElseThrow() / first.ns().orElseThrow())));
    }
    return text.append('.').toString();
  }

  private static String notMeasured(List<CallCost> costs) {
    String absent =
        costs.stream()
            .flatMap(cost -> cost.absence().map(why -> cost.name() + " " + why).stream())
            .collect(Collectors.joining("; "));
    return absent.isEmpty() ? "" : " Not measured: " + absent + ".";
  }
}

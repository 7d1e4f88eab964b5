package dev.rosa.bench.shootout.report;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.result.Standings;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Advice on {@code providers.xml} for this machine: the fastest in the largest batches that were
 * measured, as a router hands packets over. Its static methods keep no state.
 */
final class Recommendation {

  /**
   * A piece of advice.
   *
   * @param sentence for people
   * @param line to write into {@code providers.xml}; empty if nothing should be changed
   */
  record Advice(String sentence, Optional<String> line) {}

  /**
   * The outcome for a suite.
   *
   * @param what the fastest provider, or the reason why there is none
   * @param line of the provider
   */
  private record Outcome(String what, Optional<String> line) {

    static Outcome none(String reason) {
      return new Outcome(reason, Optional.empty());
    }
  }

  private final Findings findings;

  private Recommendation(Findings findings) {
    this.findings = findings;
  }

  /** All there is to say; at least one piece. */
  static List<Advice> of(Findings findings) {
    Recommendation recommendation = new Recommendation(findings);
    Map<Outcome, List<Suite>> suites = new LinkedHashMap<>();
    for (Suite suite : Suite.values()) {
      recommendation
          .outcome(suite)
          .ifPresent(
              outcome -> suites.computeIfAbsent(outcome, absent -> new ArrayList<>()).add(suite));
    }
    if (suites.isEmpty()) {
      return List.of(
          new Advice("No recommendation: nothing was measured in batches.", Optional.empty()));
    }
    return suites.entrySet().stream()
        .map(entry -> recommendation.advice(entry.getKey(), entry.getValue()))
        .toList();
  }

  private Advice advice(Outcome outcome, List<Suite> suites) {
    String names = suites.stream().map(Suite::protocolName).collect(Collectors.joining(", "));
    String sentence =
        outcome.line().isEmpty()
            ? "No recommendation for %s: %s.".formatted(names, outcome.what())
            : "On this machine, put %s first in providers.xml for %s: it is the fastest in batches of %d, %s bytes."
                .formatted(
                    outcome.what(),
                    names,
                    findings.setting().largestBatch(),
                    Numbers.whole(findings.setting().usualBytes()));
    return new Advice(sentence, outcome.line());
  }

  /** Empty if not all of the suite's work was measured. */
  private Optional<Outcome> outcome(Suite suite) {
    List<Standings> parts = operations(suite).stream().map(this::standings).toList();
    if (parts.isEmpty() || parts.stream().anyMatch(part -> part.first().isEmpty())) {
      return Optional.empty();
    }
    Optional<String> shortage =
        parts.stream().flatMap(part -> part.shortage().stream()).findFirst();
    return Optional.of(shortage.map(Outcome::none).orElseGet(() -> fastest(suite, parts)));
  }

  private Standings standings(Operation operation) {
    Findings.Setting setting = findings.setting();
    return Standings.of(
        findings.results(), operation, setting.usualBytes(), setting.largestBatch());
  }

  private Outcome fastest(Suite suite, List<Standings> parts) {
    List<String> names =
        parts.stream()
            .map(Standings::judged)
            .map(part -> clearlyFirst(part).orElse(""))
            .distinct()
            .toList();
    if (names.size() > 1 || names.get(0).isEmpty()) {
      return Outcome.none("no provider is clearly the fastest");
    }
    String name = names.get(0);
    Optional<String> line = findings.serveLine(name, suite);
    return line.isPresent() ? new Outcome(name, line) : Outcome.none(name + " does not serve it");
  }

  private Optional<String> clearlyFirst(Standings part) {
    Cell first = part.first().orElseThrow();
    boolean clear =
        part.second().map(next -> findings.results().ratio(next, first).isClear()).orElse(true);
    return clear ? Optional.of(first.provider()) : Optional.empty();
  }

  /** The operations that a suite's work consists of; none if one of them is not measured. */
  private static List<Operation> operations(Suite suite) {
    return switch (suite) {
      case HMAC_MD5 -> List.of(Operation.HMAC_MD5);
      case HMAC_SHA1 -> List.of(Operation.HMAC_SHA1);
      case HMAC_SHA256 -> List.of(Operation.HMAC_SHA256);
      case AES128_CTR_HMAC_MD5 -> List.of(Operation.AES_CTR, Operation.HMAC_MD5);
      case AES128_CTR_HMAC_SHA1 -> List.of(Operation.AES_CTR, Operation.HMAC_SHA1);
      case AES128_CTR_HMAC_SHA256 -> List.of(Operation.AES_CTR, Operation.HMAC_SHA256);
      case AES256_GCM -> List.of(Operation.AES_GCM);
      case AES256_GMAC -> List.of();
    };
  }
}

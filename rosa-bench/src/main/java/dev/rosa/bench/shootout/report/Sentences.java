package dev.rosa.bench.shootout.report;

import dev.rosa.bench.measure.Rounds;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.result.Ratio;
import dev.rosa.bench.shootout.result.Results;
import dev.rosa.bench.shootout.result.Standings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sentences of the shootout's report about the fastest provider and its lead, made from the
 * measurements. Owned by one thread.
 */
final class Sentences {

  private static final Set<String> WRITTEN_IN_JAVA = Set.of("SunJCE", "BC", "FlexiProvider");

  private final Findings findings;
  private final Results results;

  Sentences(Findings findings) {
    this.findings = findings;
    this.results = findings.results();
  }

  /** One or two sentences about all sizes of an operation in one way of handing over. */
  String fastest(Operation operation, int batch) {
    Map<String, Long> wins = wins(operation, batch);
    if (wins.isEmpty()) {
      return unjudged(operation, batch);
    }
    Standings standings = judged(operation, batch);
    String who = leaders(operation, batch, wins);
    return standings.first().map(first -> who + " " + atSize(standings, first)).orElse(who);
  }

  private Standings judged(Operation operation, int batch) {
    return Standings.of(results, operation, bytes(), batch).judged();
  }

  private String unjudged(Operation operation, int batch) {
    Standings all = Standings.of(results, operation, bytes(), batch);
    return all.first().isEmpty()
        ? "Nothing was measured here: " + nothing(operation, batch) + "."
        : all.shortage()
            .map(missing -> how(batch) + ", no verdict: " + missing + ".")
            .orElseThrow();
  }

  private static String how(int batch) {
    return batch == Cell.ONE_AT_A_TIME ? "One at a time" : "In batches of " + batch;
  }

  /** Comparison of the fastest engine in batches with the fastest provider one at a time. */
  String batchesAgainstSingles(Operation operation, int batch) {
    Optional<Cell> engine = judged(operation, batch).first();
    Optional<Cell> single = judged(operation, Cell.ONE_AT_A_TIME).first();
    if (engine.isEmpty() || single.isEmpty()) {
      return "";
    }
    Ratio ratio = results.ratio(single.get(), engine.get());
    if (ratio.shortage().isPresent()) {
      return "";
    }
    String fast = engine.get().provider() + " is " + times(ratio) + " as fast";
    return engine.get().provider().equals(single.get().provider())
        ? "%s in batches of %d as one at a time (%s bytes)."
            .formatted(fast, batch, Numbers.whole(bytes()))
        : "In batches of %d, %s as %s, the fastest provider one at a time (%s bytes)."
            .formatted(batch, fast, single.get().provider(), Numbers.whole(bytes()));
  }

  /** The paper's fastest provider in Java, and this machine's. */
  String thenAndNow(Paper.Curve curve) {
    String then =
        "In the paper, %s is the fastest provider in Java for %s"
            .formatted(curve.fastest(), curve.shows());
    return fastestInJava(curve.operation())
        .map(now -> then + "; here it is " + here(now, curve) + ".")
        .orElse(then + ".");
  }

  private static String here(Cell now, Paper.Curve curve) {
    String same = now.provider().equals(curve.fastest()) ? ", too," : "";
    return now.provider() + same + " for " + now.operation();
  }

  private Optional<Cell> fastestInJava(Operation operation) {
    return judged(operation, Cell.ONE_AT_A_TIME).ranked().stream()
        .filter(cell -> WRITTEN_IN_JAVA.contains(cell.provider()))
        .findFirst();
  }

  /**
   * Check of the paper's claim that JNI is three times as fast as the best Java provider: for each
   * operation the fastest behind JNI against the fastest that is written in Java.
   */
  String nativeAgainstJava(List<Operation> operations, int batch) {
    String list =
        operations.stream()
            .flatMap(operation -> nativeAgainstJava(operation, batch).stream())
            .collect(Collectors.joining("; "));
    if (list.isEmpty()) {
      String missing =
          Rounds.shortage(results.roundCount())
              .orElse("nothing in Java and in C beside each other");
      return "%s, no verdict: %s.".formatted(how(batch), missing);
    }
    String how = batch == Cell.ONE_AT_A_TIME ? "one at a time" : "in batches of " + batch;
    return "The fastest native code against the fastest Java provider, %s, %s bytes: %s."
        .formatted(how, Numbers.whole(bytes()), list);
  }

  private Optional<String> nativeAgainstJava(Operation operation, int batch) {
    Optional<Cell> inC =
        judged(operation, batch).ranked().stream()
            .filter(cell -> !WRITTEN_IN_JAVA.contains(cell.provider()))
            .findFirst();
    Optional<Cell> inJava = fastestInJava(operation);
    if (inC.isEmpty() || inJava.isEmpty()) {
      return Optional.empty();
    }
    Ratio ratio = results.ratio(inJava.get(), inC.get());
    return Optional.of(
        "%s: %s %s"
            .formatted(
                operation, inC.get().provider(), comparison("is", ratio, inJava.get().provider())));
  }

  /** Providers that are missing from a picture, with reasons; empty if none is. */
  String missing(Operation operation, int batch) {
    String missing =
        findings.setting().providers().keySet().stream()
            .map(provider -> new Cell(operation, provider, bytes(), batch))
            .filter(cell -> results.nsPerPacket(cell).isEmpty())
            .map(cell -> cell.provider() + " (" + reason(cell) + ")")
            .collect(Collectors.joining("; "));
    return missing.isEmpty() ? "" : "Not in the picture: " + missing + ".";
  }

  /** Reason for an empty cell, without the provider's name in front where it has one. */
  private String reason(Cell cell) {
    String why = results.absence(cell).or(findings::incompleteness).orElse("not measured");
    for (String prefix : List.of(" is not measured: ", " cannot be measured: ", " ")) {
      if (why.startsWith(cell.provider() + prefix)) {
        return why.substring(cell.provider().length() + prefix.length());
      }
    }
    return why;
  }

  private int bytes() {
    return findings.setting().usualBytes();
  }

  /** Count of first places of each, most often first. */
  private Map<String, Long> wins(Operation operation, int batch) {
    Map<String, Long> wins =
        findings.setting().sizes().stream()
            .flatMap(
                bytes -> Standings.of(results, operation, bytes, batch).judged().first().stream())
            .collect(
                Collectors.groupingBy(Cell::provider, LinkedHashMap::new, Collectors.counting()));
    return wins.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
  }

  private static String leaders(Operation operation, int batch, Map<String, Long> wins) {
    long sizes = wins.values().stream().mapToLong(Long::longValue).sum();
    String how = how(batch);
    if (wins.size() == 1) {
      return "%s, %s is the fastest at %s at %s."
          .formatted(
              how,
              wins.keySet().iterator().next(),
              operation,
              sizes == 1 ? "the one size that is judged" : "all " + sizes + " sizes");
    }
    String list =
        wins.entrySet().stream()
            .map(win -> "%s at %d".formatted(win.getKey(), win.getValue()))
            .collect(Collectors.joining(", "));
    return "%s, the fastest at %s changes with the size: %s of %d."
        .formatted(how, operation, list, sizes);
  }

  private String atSize(Standings standings, Cell first) {
    StringBuilder text =
        new StringBuilder(
            "At %s bytes %s takes %s per packet"
                .formatted(
                    Numbers.whole(first.bytes()),
                    first.provider(),
                    Numbers.micros(standings.ns(first))));
    Optional<Cell> second = standings.second();
    Optional<Cell> last = standings.last();
    second.ifPresent(
        next ->
            text.append(" and ")
                .append(comparison("is", results.ratio(next, first), next.provider()))
                .append(", the next"));
    if (last.isPresent() && !last.equals(second)) {
      text.append(", and ")
          .append(comparison("", results.ratio(last.get(), first), last.get().provider()))
          .append(", the slowest");
    }
    return text.append('.').toString();
  }

  /** E.g. {@code is 3.1 times as fast as SunJCE}; claims nothing if the rounds disagree. */
  private static String comparison(String verb, Ratio ratio, String whom) {
    return (verb + " " + times(ratio) + " as fast as " + whom).strip();
  }

  private static String times(Ratio ratio) {
    return ratio.isClear() ? Numbers.times(ratio.median().orElse(Double.NaN)) + " times" : "about";
  }

  private String nothing(Operation operation, int batch) {
    return findings
        .incompleteness()
        .or(
            () ->
                findings.setting().providers().keySet().stream()
                    .map(provider -> new Cell(operation, provider, bytes(), batch))
                    .flatMap(cell -> results.absence(cell).stream())
                    .findFirst())
        .orElse("none was asked");
  }
}

package dev.rosa.bench.shootout.result;

import dev.rosa.wire.Suite;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Findings of a run that never was: the same numbers every time. */
public final class FixedFindings {

  /** What a provider takes for 1,024 bytes; a packet of another size takes in proportion. */
  private static final Map<String, Double> SINGLE_NS =
      new LinkedHashMap<>(Map.of("SunJCE", 1_000.0, "BC", 5_000.0, "RosaGcrypt", 900.0));

  private static final List<Integer> SIZES = List.of(256, 1_024, 2_048);

  private FixedFindings() {}

  /** A complete run in which every bar was reached. */
  public static Findings complete() {
    Findings findings = new Findings(setting());
    for (int round = 1; round <= 3; round++) {
      // The second round finds the machine half as fast.
      double drift = round == 2 ? 2 : 1;
      for (Operation operation : Operation.values()) {
        for (int bytes : SIZES) {
          addRound(findings, operation, bytes, round, drift);
        }
      }
      findings.results().add(Yard.cell(Operation.HMAC_SHA1, 1_024), round, 855 * drift);
      findings.add(
          new CallCost("a Java method, not inlined", "itself", List.of(1.5), Optional.empty()));
      findings.add(new CallCost("JNI", "nothing", List.of(9.0), Optional.empty()));
      findings.add(new CallCost("JNA, interface mapping", "abs", List.of(900.0), Optional.empty()));
      findings.add(
          new CallCost(
              "foreign-function API", "abs", List.of(), Optional.of("needs Java 22 or newer")));
    }
    for (Suite suite : Suite.values()) {
      findings.add(new Allocation("multi-buffer", suite, 0.01, 0.02));
    }
    findings.addVersion("JMH", "1.37");
    findings.end(Duration.ofSeconds(252), Optional.empty());
    return findings;
  }

  private static void addRound(
      Findings findings, Operation operation, int bytes, int round, double drift) {
    Results results = findings.results();
    double share = bytes / 1_024.0 * drift;
    SINGLE_NS.forEach(
        (provider, ns) -> {
          double now = ns * share;
          results.add(new Cell(operation, provider, bytes, 0), round, now, now * 1.01, now);
          if (operation.suite().isPresent()) {
            results.add(new Cell(operation, provider, bytes, 64), round, now * 1.1);
          }
        });
    if (operation.suite().isPresent()) {
      results.add(new Cell(operation, "multi-buffer", bytes, 64), round, 150 * share);
      results.addAbsence(
          new Cell(operation, "multi-buffer", bytes, 0),
          "multi-buffer is not measured: it is no JCE provider, so it is not offered one at a"
              + " time");
    }
    results.addAbsence(
        new Cell(operation, "FlexiProvider", bytes, 0),
        "FlexiProvider is not measured: its jar is not there");
  }

  /** The setting of that run. */
  public static Findings.Setting setting() {
    Map<String, String> providers = new LinkedHashMap<>();
    providers.put("multi-buffer", "intel-ipsec-mb 1.3");
    providers.put("SunJCE", "SunJCE 17");
    providers.put("BC", "BC 1.82");
    providers.put("RosaGcrypt", "libgcrypt 1.10");
    providers.put("FlexiProvider", "absent: its jar is not there");
    return new Findings.Setting(
        "quick",
        SIZES,
        List.of(0, 64),
        List.of(Operation.values()),
        providers,
        List.of("-Xmx256m"),
        new Machine("A <CPU> & more", 2, Set.of("avx2"), "Linux 6 amd64", "a JVM 17"),
        Instant.ofEpochSecond(1_800_000_000));
  }
}

package dev.rosa.bench.shootout.result;

import dev.rosa.bench.measure.Machine;
import dev.rosa.wire.active.Suite;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Findings of an invented run: the same numbers every time. */
public final class FixedFindings {

  /** Time of a provider for 1,024 bytes; a packet of another size takes in proportion. */
  private static final Map<String, Double> SINGLE_NS =
      new LinkedHashMap<>(Map.of("SunJCE", 1_000.0, "BC", 5_000.0, "RosaGcrypt", 900.0));

  private FixedFindings() {}

  /** A complete run in which every bar was reached. */
  public static Findings complete() {
    return of(setting(), 3);
  }

  /** A run that was as long as that, and ended after so many rounds. */
  public static Findings after(int rounds) {
    return of(setting(), rounds);
  }

  /** A complete run of all sizes and batches. */
  public static Findings full() {
    return of(
        setting(
            "full",
            List.of(256, 512, 768, 1_024, 1_280, 1_536, 1_792, 2_048),
            List.of(0, 1, 8, 64)),
        3);
  }

  private static Findings of(Findings.Setting setting, int rounds) {
    Findings findings = new Findings(setting);
    for (int round = 1; round <= rounds; round++) {
      // The second round finds the machine half as fast.
      double drift = round == 2 ? 2 : 1;
      for (Operation operation : Operation.values()) {
        for (int bytes : setting.sizes()) {
          addRound(findings, operation, bytes, round, drift);
        }
      }
      findings.results().add(YardstickResults.cell(Operation.HMAC_SHA1, 1_024), round, 855 * drift);
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
    for (String provider : List.of("multi-buffer", "SunJCE", "BC", "RosaGcrypt")) {
      findings.addServeLines(provider, serveLines(provider));
    }
    findings.addVersion("JMH", "1.37");
    findings.end(Duration.ofSeconds(252), Optional.empty());
    return findings;
  }

  private static Map<Suite, String> serveLines(String provider) {
    return Arrays.stream(Suite.values())
        .collect(
            Collectors.toMap(
                Function.identity(), suite -> "<serve provider=\"" + provider + "\"/>"));
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
            for (int batch : inBatches(findings)) {
              results.add(new Cell(operation, provider, bytes, batch), round, now * 1.1);
            }
          }
        });
    if (operation.suite().isPresent()) {
      for (int batch : inBatches(findings)) {
        results.add(new Cell(operation, "multi-buffer", bytes, batch), round, 150 * share);
      }
      results.addAbsence(
          new Cell(operation, "multi-buffer", bytes, 0),
          "multi-buffer is not measured: it is no JCE provider, so it is not offered one at a"
              + " time");
    }
    results.addAbsence(
        new Cell(operation, "Cryptix", bytes, 0),
        "Cryptix is not measured: it has no JCE interface");
    results.addAbsence(
        new Cell(operation, "FlexiProvider", bytes, 0),
        "FlexiProvider is not measured: its jar is not there");
  }

  private static List<Integer> inBatches(Findings findings) {
    return findings.setting().batches().stream().filter(batch -> batch > 0).toList();
  }

  /** The setting of that run. */
  public static Findings.Setting setting() {
    return setting("quick", List.of(256, 1_024, 2_048), List.of(0, 64));
  }

  private static Findings.Setting setting(
      String scope, List<Integer> sizes, List<Integer> batches) {
    Map<String, String> providers = new LinkedHashMap<>();
    providers.put("multi-buffer", "intel-ipsec-mb 1.3");
    providers.put("SunJCE", "SunJCE 17");
    providers.put("BC", "BC 1.82");
    providers.put("RosaGcrypt", "libgcrypt 1.10");
    providers.put("FlexiProvider", "absent: its jar is not there");
    providers.put("Cryptix", "absent: it has no JCE interface");
    return new Findings.Setting(
        scope,
        sizes,
        batches,
        List.of(Operation.values()),
        providers,
        List.of("-Xmx256m"),
        new Machine("A <CPU> & more", 2, Set.of("avx2"), "Linux 6 amd64", "a JVM 17"),
        Instant.ofEpochSecond(1_800_000_000));
  }
}

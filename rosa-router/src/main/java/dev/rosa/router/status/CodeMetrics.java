package dev.rosa.router.status;

import dev.rosa.router.execution.CodeReport;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.Shortage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/**
 * Prometheus metrics of active codes: packets, faults, used up budgets, fuel, stops. Each is read
 * from the code's {@link CodeReport} at a scrape.
 */
final class CodeMetrics {

  private static final String CODE = "code";

  private final MeterRegistry registry;
  private final ExecutionEnvironment environment;

  CodeMetrics(MeterRegistry registry, ExecutionEnvironment environment) {
    this.registry = registry;
    this.environment = environment;
  }

  /**
   * Adds the metrics of a code; once for each.
   *
   * @param digest the code's, in hex
   */
  void register(String digest) {
    count("rosa.code.packets", "Packets that a code was run on", digest, CodeReport::packets);
    count("rosa.code.faults", "Packets that a code failed on", digest, CodeReport::faults);
    count(
        "rosa.code.left.out",
        "Packets that a code was not run on, as it was stopped",
        digest,
        CodeReport::leftOut);
    for (Shortage shortage : Shortage.values()) {
      FunctionCounter.builder(
              "rosa.code.exhausted",
              environment,
              e -> read(e, digest, report -> report.exhausted().getOrDefault(shortage, 0L)))
          .description("Packets on which a code used up a budget")
          .tag(CODE, digest)
          .tag("budget", shortage.word())
          .register(registry);
    }
    fuel(digest, "median", CodeReport::fuelMedian);
    fuel(digest, "p99", CodeReport::fuelP99);
    Gauge.builder(
            "rosa.code.stopped",
            environment,
            e -> read(e, digest, report -> report.stop().isPresent() ? 1 : 0))
        .description("1 while a code is stopped because it failed too often, else 0")
        .tag(CODE, digest)
        .register(registry);
    Gauge.builder(
            "rosa.code.stopped.users",
            environment,
            e -> read(e, digest, report -> report.stopsOfUsers().size()))
        .description("Users for whom a code is stopped, as it failed too often on their packets")
        .tag(CODE, digest)
        .register(registry);
  }

  private void count(
      String name, String description, String digest, ToDoubleFunction<CodeReport> count) {
    FunctionCounter.builder(name, environment, e -> read(e, digest, count))
        .description(description)
        .tag(CODE, digest)
        .register(registry);
  }

  private void fuel(String digest, String which, ToDoubleFunction<CodeReport> units) {
    Gauge.builder("rosa.code.fuel", environment, e -> read(e, digest, units))
        .description("Units of fuel that packets took; an eighth too high at most")
        .tag(CODE, digest)
        .tag("which", which)
        .register(registry);
  }

  private static double read(
      ExecutionEnvironment environment, String digest, ToDoubleFunction<CodeReport> value) {
    CodeReport report = environment.reports().get(digest);
    return report == null ? 0 : value.applyAsDouble(report);
  }
}

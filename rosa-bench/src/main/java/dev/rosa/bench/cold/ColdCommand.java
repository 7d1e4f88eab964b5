package dev.rosa.bench.cold;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.domain.BenchDomain;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.client.process.JavaHome;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code ./rosa bench cold}: first calls, and first packets through a router, against later
 * ones.
 */
@Command(
    name = "cold",
    description = {
      "Measures first calls of crypto, and first packets of routers, against later ones, each in a"
          + " fresh JVM, with and without prewarming; on Java 25 and newer also with an AOT cache."
          + " With --bars it ends with 1 if a prewarmed router's first packet misses its limit.",
      "The routers are real processes, with a real Authorization Server and Code Server."
    },
    footer = {
      "Examples:",
      "  ./rosa bench cold                         everything, about ten minutes",
      "  ./rosa bench cold --part routers --runs 3  first packets only",
      "  ./rosa bench cold --part calls --json c.json",
      "  ./rosa bench cold --java /usr/lib/jvm/temurin-25-jdk-amd64"
    })
public final class ColdCommand implements Callable<Integer> {

  /** Suite of the packets. */
  static final Suite SUITE = Suite.HMAC_SHA256;

  private static final double CALL_SECONDS = 0.8;
  private static final double ROUTER_SECONDS = 9;
  private static final Path JVMS = Path.of("/usr/lib/jvm");

  /** Part of the measurement. */
  enum Part {
    /** First calls of crypto. */
    CALLS,
    /** First packets of routers. */
    ROUTERS,
    /** Both. */
    ALL
  }

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often each thing is measured, 1 to 99 (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--part",
      paramLabel = "PART",
      defaultValue = "ALL",
      description = "calls, routers or all (default: all).")
  private Part part;

  @Option(
      names = "--java",
      paramLabel = "HOME",
      description =
          "A further Java for the routers (default: beside the one that runs this, a Java 25 or"
              + " newer from /usr/lib/jvm, if there is one).")
  private Path further;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      defaultValue = "",
      description =
          "Only routers in whose row of the table this stands, e.g. \"Java 17, prewarmed\".")
  private String only;

  @Mixin private BenchOptions options;

  /** For picocli. */
  public ColdCommand() {}

  @Override
  public Integer call() throws Exception {
    options.require(runs >= 1 && runs <= 99, "--runs is " + runs + ", expected 1 to 99");
    options.requireFolderOfJson();
    Path home = options.home();
    ColdFindings findings = new ColdFindings(runs, options.bars(ColdFindings.FIGURES));
    if (part != Part.ROUTERS) {
      measureCalls(home, findings);
    }
    if (part != Part.CALLS) {
      measureRouters(home, findings);
    }
    options.print(ColdReport.of(findings));
    if (options.json() != null) {
      Files.writeString(options.json(), ColdJson.of(findings));
    }
    return findings.isReached() ? 0 : 1;
  }

  private void measureCalls(Path home, ColdFindings findings)
      throws IOException, InterruptedException {
    Primitives primitives = new Primitives(JavaHome.current(), home.resolve("providers"));
    int steps = runs * primitives.subjects().size();
    Progress progress = Progress.of("cold");
    progress.expect(steps * CALL_SECONDS);
    for (int run = 1; run <= runs; run++) {
      for (Primitives.Subject subject : primitives.subjects()) {
        progress.begin(
            "run %d of %d: first %s of %s"
                .formatted(run, runs, subject.operation().algorithm(), subject.provider()),
            CALL_SECONDS);
        primitives.measure(subject);
      }
    }
    progress.end();
    findings.add(primitives.readings());
  }

  private void measureRouters(Path home, ColdFindings findings)
      throws IOException, InterruptedException {
    List<RouterKind> kinds =
        kinds().stream().filter(kind -> kind.toString().contains(only)).toList();
    if (kinds.isEmpty()) {
      throw options.usage("--only '" + only + "' leaves no router");
    }
    Progress progress = Progress.of("cold");
    progress.expect(runs * kinds.size() * ROUTER_SECONDS);
    System.err.println("cold: setting up a domain with an Authorization Server and a Code Server");
    Map<String, Path> codes =
        Map.of(RouterRun.CODE, home.resolve("examples/transcoder/target/transcoder.jar"));
    Path folder = Files.createTempDirectory("rosa-cold-");
    try (BenchDomain domain = BenchDomain.start(home, folder, codes);
        RouterRun router = RouterRun.in(domain, SUITE)) {
      for (int run = 1; run <= runs; run++) {
        for (RouterKind kind : kinds) {
          progress.begin("run %d of %d: router, %s".formatted(run, runs, kind), ROUTER_SECONDS);
          findings.add(kind, router.measure(kind));
        }
      }
      progress.end();
    }
  }

  private List<RouterKind> kinds() throws IOException {
    JavaHome current = JavaHome.current();
    List<RouterKind> kinds = new ArrayList<>();
    kinds.add(new RouterKind(current, false, false, false));
    kinds.add(new RouterKind(current, true, false, false));
    addFetching(kinds, current);
    Optional<JavaHome> other = other(current);
    if (other.isPresent()) {
      addFetching(kinds, other.get());
    }
    return kinds;
  }

  private static void addFetching(List<RouterKind> kinds, JavaHome java) {
    for (boolean aot : java.hasAotCache() ? new boolean[] {false, true} : new boolean[] {false}) {
      kinds.add(new RouterKind(java, false, true, aot));
      kinds.add(new RouterKind(java, true, true, aot));
    }
  }

  private Optional<JavaHome> other(JavaHome current) throws IOException {
    if (further != null) {
      try {
        return Optional.of(JavaHome.at(further));
      } catch (IllegalArgumentException e) {
        throw options.usage("--java " + e.getMessage());
      }
    }
    if (current.hasAotCache() || !Files.isDirectory(JVMS)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(JVMS)) {
      return homes
          .filter(home -> Files.isRegularFile(home.resolve("release")))
          .map(JavaHome::at)
          .filter(JavaHome::hasAotCache)
          .min((one, two) -> Integer.compare(one.feature(), two.feature()));
    }
  }
}

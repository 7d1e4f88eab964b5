package dev.rosa.bench.authorization;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Load;
import dev.rosa.client.process.TemporaryPostgres;
import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code ./rosa bench as}: sessions a second of the Authorization Server, beside its
 * ceilings.
 */
@Command(
    name = "as",
    description = {
      "Measures how many sessions a second the Authorization Server opens, with 1, 8, 64 and 256"
          + " requests at a time, signed before, over mutual TLS, each durable before its answer.",
      "In the same rounds it measures what bounds that: answers without work over the same TLS, two"
          + " checks of signatures, and transactions that store the same rows and do nothing else.",
      "Beside SQLite it measures step-ca, a certificate authority that is built once with Go, into"
          + " ~/.cache/rosa/peers: X.509 certificates a second, each for a one-time token, each"
          + " durable before its answer. Without Go a line says so.",
      "The server is a real process; the callers are in this one, on the same cores. With --bars it"
          + " ends with 1 if a figure misses its limit."
    },
    footer = {
      "Examples:",
      "  ./rosa bench as                       SQLite, about six minutes",
      "  ./rosa bench as --quick               64 at a time only, one round",
      "  ./rosa bench as --postgres temporary  PostgreSQL, too, with one server and with two",
      "  ./rosa bench as --postgres 'jdbc:postgresql://localhost/bench?user=rosa'",
      "  ./rosa bench as --beside ../old/rosa-as/target/rosa-as.jar --rounds 5 --json as.json"
    })
public final class AuthorizationCommand implements Callable<Integer> {

  private static final List<Integer> ALL = List.of(1, 8, AuthorizationPlan.JUDGED, 256);
  private static final int ROUNDS = 3;
  private static final int MOST_ROUNDS = 99;
  private static final double MOST_SECONDS = 60;

  private static final String TEMPORARY = "temporary";

  @Option(names = "--quick", description = "64 at a time only; one round unless --rounds is given.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each thing is measured, 1 to 99 (default: 3; with --quick 1).")
  private Integer givenRounds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "4",
      description = "How long each takes, 1 to 60 (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--postgres",
      paramLabel = "URL",
      description =
          "An empty database for this bench, whose tables stay, or 'temporary' for a PostgreSQL of"
              + " the bench's own; one server on it is measured, too, and two that share the load.")
  private String postgres;

  @Option(
      names = "--beside",
      paramLabel = "JAR",
      description = "rosa-as.jar of another build, measured on SQLite in the same rounds.")
  private Path beside;

  @Option(names = "--no-step-ca", description = "Leave step-ca out, and do not build it.")
  private boolean withoutStepCa;

  @Option(
      names = "--peers",
      paramLabel = "DIR",
      description = "Where step-ca's program is, or goes (default: ~/.cache/rosa/peers).")
  private Path peersFolder;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Where databases are made and removed again; its disk is measured (default: target in"
              + " ROSA's folder).")
  private Path folder;

  @Mixin private BenchOptions options;

  /** For picocli. */
  public AuthorizationCommand() {}

  @Override
  public Integer call() throws IOException, ConfigException, InterruptedException {
    Bars bars = options.bars(AuthorizationResult.FIGURES);
    options.requireFolderOfJson();
    AuthorizationPlan plan = plan();
    Load.warning().ifPresent(System.err::println);
    AuthorizationResult result = run(plan);
    options.print(AuthorizationReport.lines(result, bars));
    if (options.json() != null) {
      Files.writeString(options.json(), AuthorizationReport.json(result, bars));
    }
    boolean missed =
        result.figures(bars).stream().anyMatch(figure -> figure.verdict() == Figure.Verdict.MISSED);
    return missed ? 1 : 0;
  }

  private AuthorizationResult run(AuthorizationPlan plan)
      throws IOException, ConfigException, InterruptedException {
    if (!TEMPORARY.equals(postgres)) {
      return new AuthorizationBench(plan, Progress.of("as")).run();
    }
    Path data = plan.folder().resolveSibling(plan.folder().getFileName() + "-postgresql");
    try (TemporaryPostgres server = TemporaryPostgres.start(data)) {
      // For the storage of this process; the servers' processes are told by their environment.
      System.setProperty("org.postgresql.pgpassfile", server.passwords().toString());
      AuthorizationPlan all = plan.on(server.location(), server.passwords());
      return new AuthorizationBench(all, Progress.of("as")).run();
    }
  }

  private AuthorizationPlan plan() throws IOException, InterruptedException {
    int rounds = givenRounds == null ? (quick ? 1 : ROUNDS) : givenRounds;
    options.require(
        rounds >= 1 && rounds <= MOST_ROUNDS,
        "--rounds is %d, expected 1 to %d".formatted(rounds, MOST_ROUNDS));
    options.require(
        seconds >= 1 && seconds <= MOST_SECONDS,
        "--seconds is %s, expected 1 to %.0f".formatted(seconds, MOST_SECONDS));
    options.require(
        beside == null || Files.isRegularFile(beside),
        "--beside " + beside + ": no such file, expected a rosa-as.jar");
    options.require(
        folder == null || Files.isDirectory(folder),
        "--folder " + folder + ": no such folder, expected one for the databases");
    Optional<StorageLocation> database =
        Optional.ofNullable(postgres).filter(url -> !TEMPORARY.equals(url)).map(this::database);
    Path home = options.home();
    Path place =
        folder == null ? Files.createDirectories(home.resolve("target")) : folder.toAbsolutePath();
    return new AuthorizationPlan(
        home,
        Files.createTempDirectory(place, "bench-as-"),
        quick ? List.of(AuthorizationPlan.JUDGED) : ALL,
        rounds,
        seconds,
        database,
        Optional.empty(),
        Optional.ofNullable(beside).map(Path::toAbsolutePath),
        stepCa());
  }

  private StepCa stepCa() throws InterruptedException {
    Path place = peersFolder == null ? StepCa.defaultFolder() : peersFolder;
    return withoutStepCa ? StepCa.LEFT_OUT : StepCa.in(place, System.err);
  }

  private StorageLocation database(String url) {
    try {
      StorageLocation location = StorageLocation.parse(url, Path::of);
      options.require(
          location.url().isPresent(),
          "--postgres is " + url + ", expected jdbc:postgresql://HOST/DATABASE");
      return location;
    } catch (IllegalArgumentException e) {
      throw options.usage("--postgres " + e.getMessage());
    }
  }
}

package dev.rosa.bench.sessions;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.bench.measure.Figure;
import dev.rosa.config.ConfigException;
import dev.rosa.provider.ProviderException;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code ./rosa bench sessions}: what a packet costs with few and with very many live
 * sessions.
 */
@Command(
    name = "sessions",
    description = {
      "Measures what a packet of 1,024 bytes costs a router, in batches of 64, with few and with"
          + " very many live sessions, and what it costs when its key has to be derived.",
      "With --revoked also at a router that knows so many revoked sessions of others.",
      "With --bars it ends with 1 if a ratio misses its limit: of a packet's cost among 1,000,000"
          + " sessions and among 1,000, and of the rates with and without revoked sessions. Takes"
          + " about two minutes, with --revoked twice that."
    })
public final class SessionsCommand implements Callable<Integer> {

  private static final int MOST_SESSIONS = 8_000_000;

  @Option(
      names = "--sessions",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,1000,100000,1000000",
      description = "Live sessions, separated by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> sessions;

  @Option(
      names = "--revoked",
      paramLabel = "N",
      defaultValue = "0",
      description = "Revoked sessions of others in further rows (default: none).")
  private int revoked;

  @Option(
      names = "--suite",
      paramLabel = "SUITE",
      defaultValue = "HMAC-SHA256-128",
      description = "The suite of all packets (default: ${DEFAULT-VALUE}).")
  private String suite;

  @Option(
      names = "--providers",
      paramLabel = "FILE",
      description = "Who serves the suite, as for a router (default: config/providers.xml).")
  private Path providers;

  @Option(names = "--quick", description = "Fewer rounds: about half a minute.")
  private boolean quick;

  @Mixin private BenchOptions options;

  /** For picocli. */
  public SessionsCommand() {}

  @Override
  public Integer call() throws IOException, ConfigException {
    SessionsPlan plan = plan();
    Bars bars = options.bars(SessionsResult.FIGURES);
    options.requireFolderOfJson();
    Progress progress = Progress.of("sessions");
    SessionsResult result = new SessionsBench(plan, registry(), progress).run();
    options.print(SessionsReport.lines(result, bars));
    if (options.json() != null) {
      Files.writeString(options.json(), SessionsReport.json(result, bars));
    }
    return result.figures(bars).stream()
            .anyMatch(figure -> figure.verdict() == Figure.Verdict.MISSED)
        ? 1
        : 0;
  }

  private SessionsPlan plan() {
    for (int count : sessions) {
      options.require(
          count >= 1 && count <= MOST_SESSIONS,
          "--sessions is %d, expected 1 to %d".formatted(count, MOST_SESSIONS));
    }
    options.require(
        revoked >= 0 && revoked <= MOST_SESSIONS,
        "--revoked is %d, expected 0 to %d".formatted(revoked, MOST_SESSIONS));
    Suite named = Suite.byName(suite).orElseThrow(() -> options.usage(unknownSuite()));
    List<Integer> ascending = sessions.stream().sorted().distinct().toList();
    return quick
        ? SessionsPlan.quick(named, ascending, revoked)
        : SessionsPlan.full(named, ascending, revoked);
  }

  private String unknownSuite() {
    String known =
        Stream.of(Suite.values()).map(Suite::protocolName).collect(Collectors.joining(", "));
    return "--suite is '%s', expected one of %s".formatted(suite, known);
  }

  private ProviderRegistry registry() throws ConfigException {
    Path shipped = Path.of(System.getProperty("rosa.home", "."), "config", "providers.xml");
    try {
      if (providers == null && !Files.exists(shipped)) {
        return ProviderRegistry.builtIn();
      }
      return ProviderRegistry.load(providers == null ? shipped : providers);
    } catch (ProviderException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }
}

package dev.rosa.client.command;

import dev.rosa.config.ConfigException;
import dev.rosa.provider.ProviderSurvey;
import dev.rosa.provider.measure.Machine;
import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code rosa providers}: the providers of each suite on this machine, their speed, and the
 * chosen one.
 */
@Command(
    name = "providers",
    description = {
      "Shows for every suite the providers that could serve it on this machine.",
      "",
      "Of each: whether it is there, whether it gives the known answers, what it takes per packet"
          + " to seal and to verify (and open, where the suite encrypts), and what the"
          + " configuration makes of it: 'serves', 'named' (another serves), 'auto' (the next start"
          + " measures who serves). Why one is absent or wrong stands below the table. Nothing is"
          + " changed, and measurements that a configuration keeps are left alone.",
      "",
      "Exit code 1 if no role would start with the configuration or a provider that serves was"
          + " wrong while it was measured, 2 if the configuration is not valid."
    },
    footer = {
      "",
      "Examples:",
      "  rosa providers",
      "  rosa providers --suite AES256-GCM --bytes 256 --batch 8",
      "  rosa providers --providers my-providers.xml --quick --json"
    })
public final class ProvidersCommand implements Callable<Integer> {
  private static final int MOST_BYTES = 8_900;
  private static final int MOST_BATCH = 1_024;
  private static final Duration THOROUGH = Duration.ofSeconds(2);
  private static final Duration QUICK = Duration.ofSeconds(1);

  @Option(
      names = "--providers",
      paramLabel = "FILE",
      description = "the configuration (default: config/providers.xml, if it is there)")
  private Path file;

  @Option(names = "--suite", paramLabel = "SUITE", description = "this suite alone")
  private Suite suite;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "payload bytes of the packets measured, 1 to 8900 (default: 1024)")
  private int bytes;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "64",
      description = "packets in one call, 1 to 1024 (default: 64)")
  private int batch;

  @Option(
      names = "--quick",
      description = "measure for one second per suite instead of two: rougher figures")
  private boolean quick;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws CommandFailedException, ConfigException {
    requireRange("--bytes", bytes, MOST_BYTES);
    requireRange("--batch", batch, MOST_BATCH);
    Path home = Path.of(System.getProperty("rosa.home", ""));
    Optional<Path> configuration = configuration(home);
    ProviderSurvey survey = ProviderSurvey.of(configuration, home.resolve("providers"));
    ProviderReport report =
        new ProviderReport(
            Machine.here(), configuration, survey, new ProviderReport.Load(bytes, batch));
    List<Suite> suites = suite == null ? List.of(Suite.values()) : List.of(suite);
    for (Suite each : suites) {
      progress(each, suites);
      report.add(each, survey.measure(each, bytes, batch, quick ? QUICK : THOROUGH));
    }
    if (output.json()) {
      output.json(report.json());
    } else {
      report.lines().forEach(output::line);
    }
    Optional<String> refusal = survey.refusal().or(report::wrongServer);
    if (refusal.isPresent()) {
      throw CommandFailedException.failed(refusal.get());
    }
    return CommandFrame.OK;
  }

  private void progress(Suite each, List<Suite> suites) {
    output.err().printf("measuring %s (%d of %d)%n", each, suites.indexOf(each) + 1, suites.size());
    output.err().flush();
  }

  private Optional<Path> configuration(Path home) {
    Path usual = home.resolve("config/providers.xml");
    return file == null ? Optional.of(usual).filter(Files::isRegularFile) : Optional.of(file);
  }

  private static void requireRange(String name, int value, int most) throws CommandFailedException {
    if (value < 1 || value > most) {
      throw CommandFailedException.usage(
          name + " is " + value + ", expected a whole number from 1 to " + most);
    }
  }
}

package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import dev.rosa.provider.ProviderException;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.vectors.VectorCheck;
import dev.rosa.vectors.VectorFileException;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code rosa vectors}: checks files of test vectors. */
@Command(
    name = "vectors",
    description = {
      "Checks files of test vectors against this implementation.",
      "",
      "Of each vector the KDF context, K_hmac, K_encrypt and the sealed datagram are rebuilt from"
          + " the inputs and compared byte for byte, and the datagram given is verified and opened."
          + " SunJCE computes, or with --providers those that the configuration lets serve."
          + " Exit code 1 if any vector failed or a provider cannot serve, 2 if a file cannot be"
          + " used."
    },
    footer = {
      "",
      "Examples:",
      "  rosa vectors rosa-v1.json",
      "  rosa vectors --json mine.json theirs.json",
      "  rosa vectors --providers config/providers.xml rosa-v1.json"
    })
public final class VectorsCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "JSON files of the format")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--providers",
      paramLabel = "XML",
      description = "compute as a role with this configuration would (default: on SunJCE)")
  private Path providers;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    ProviderRegistry registry = registry();
    VectorCheck check = new VectorCheck(registry::engineFor);
    List<VectorCheck.Outcome> outcomes = new ArrayList<>();
    for (Path file : files) {
      outcomes.add(check(check, file));
    }
    int passed = outcomes.stream().mapToInt(VectorCheck.Outcome::passed).sum();
    int failed = outcomes.stream().mapToInt(outcome -> outcome.failures().size()).sum();
    if (output.json()) {
      printJson(outcomes, passed, failed, registry);
    } else {
      if (providers != null) {
        output.line("computed by " + registry.summary(EnumSet.allOf(Suite.class)));
      }
      outcomes.forEach(this::printFailures);
      output.line(passed + " passed, " + failed + " failed");
    }
    return failed == 0 ? CommandFrame.OK : CommandFrame.FAILED;
  }

  private ProviderRegistry registry() throws CommandFailedException, ConfigException {
    if (providers == null) {
      return ProviderRegistry.builtIn();
    }
    try {
      return ProviderRegistry.check(providers);
    } catch (ProviderException e) {
      throw CommandFailedException.failed(e.getMessage());
    }
  }

  private static VectorCheck.Outcome check(VectorCheck check, Path file)
      throws CommandFailedException {
    try {
      return check.check(file);
    } catch (VectorFileException e) {
      throw CommandFailedException.usage(e.getMessage());
    }
  }

  private void printFailures(VectorCheck.Outcome outcome) {
    for (VectorCheck.Failure failure : outcome.failures()) {
      output.line(
          "FAILED "
              + outcome.file()
              + ": vector "
              + failure.index()
              + ": "
              + String.join("; ", failure.differences()));
    }
  }

  private void printJson(
      List<VectorCheck.Outcome> outcomes, int passed, int failed, ProviderRegistry registry) {
    ObjectNode json = CommandContext.JSON.createObjectNode();
    json.put("passed", passed).put("failed", failed);
    ObjectNode servedBy = json.putObject("providers");
    registry.servedBy().forEach((suite, name) -> servedBy.put(suite.protocolName(), name));
    ArrayNode failures = json.putArray("failures");
    for (VectorCheck.Outcome outcome : outcomes) {
      for (VectorCheck.Failure failure : outcome.failures()) {
        ObjectNode entry = failures.addObject();
        entry.put("file", outcome.file().toString()).put("index", failure.index());
        ArrayNode differences = entry.putArray("differences");
        failure.differences().forEach(differences::add);
      }
    }
    output.json(json);
  }
}

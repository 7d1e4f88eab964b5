package dev.rosa.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option by which every bench judges its figures. Owned by one thread. */
public final class BarsOption {

  @Option(
      names = "--bars",
      paramLabel = "FILE",
      description =
          "Judge the figures by the limits in a file, e.g. config/bench/bars.json; ends with 1 if"
              + " one is missed.")
  private Path file;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** For picocli. */
  public BarsOption() {}

  /** The file; null: nothing is judged. */
  public Path file() {
    return file;
  }

  /** The limits for the command that has this option; wrong usage if they cannot be read. */
  public Bars bars() {
    try {
      return file == null ? Bars.none() : Bars.read(file, spec.name());
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "--bars " + e.getMessage(), e);
    }
  }
}

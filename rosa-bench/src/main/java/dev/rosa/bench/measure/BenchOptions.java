package dev.rosa.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options and usage that every bench has. Owned by one thread. */
public final class BenchOptions {

  @Option(
      names = "--bars",
      paramLabel = "FILE",
      description =
          "Judge the figures by the limits in a file, e.g. config/bench/bars.json; ends with 1 if"
              + " one is missed.")
  private Path bars;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "A further place for the results as JSON.")
  private Path json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** For picocli. */
  public BenchOptions() {}

  /** The file of limits; null: nothing is judged. */
  public Path barsFile() {
    return bars;
  }

  /**
   * The limits for the command that has these options; wrong usage if they cannot be read.
   *
   * @param figures keys of the command's figures
   */
  public Bars bars(List<String> figures) {
    try {
      return bars == null ? Bars.none() : Bars.read(bars, spec.name(), figures);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "--bars " + e.getMessage(), e);
    }
  }

  /** The file for the results; null: none was named. */
  public Path json() {
    return json;
  }

  /** Makes sure that the results can be written, before anything is measured. */
  public void requireFolderOfJson() {
    require(
        json == null || Files.exists(json.toAbsolutePath().getParent()),
        "--json " + json + ": its folder does not exist");
  }

  /** Makes sure that a report can be written there, before anything is measured. */
  public void requireDirectory(Path directory) {
    require(
        !Files.exists(directory) || Files.isDirectory(directory),
        "--out " + directory + " is a file, expected a directory");
  }

  /** Makes sure that there is a sensible number of rounds. */
  public void requireRounds(int rounds) {
    require(rounds >= 1 && rounds <= 99, "--rounds is " + rounds + ", expected 1 to 99");
  }

  /** Adds these options to the arguments of a process that does the work. */
  public void passOn(List<String> arguments) {
    if (json != null) {
      arguments.addAll(List.of("--json", json.toString()));
    }
    if (bars != null) {
      arguments.addAll(List.of("--bars", bars.toString()));
    }
  }

  /** Folder that ROSA was built in: the launcher says so. */
  public Path home() {
    String home = System.getProperty("rosa.home");
    require(
        home != null,
        "start this with ./rosa bench " + spec.name() + ", which knows where ROSA is");
    return Path.of(home);
  }

  /** Wrong usage unless a condition holds. */
  public void require(boolean holds, String otherwise) {
    if (!holds) {
      throw usage(otherwise);
    }
  }

  /** Wrong usage. */
  public ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /** Prints the lines of a report. */
  public void print(List<String> lines) {
    lines.forEach(spec.commandLine().getOut()::println);
    spec.commandLine().getOut().flush();
  }
}

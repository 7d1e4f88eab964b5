package dev.rosa.bench.shootout;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Load;
import dev.rosa.bench.measure.Machine;
import dev.rosa.bench.shootout.report.ReportFiles;
import dev.rosa.bench.shootout.report.Terminal;
import dev.rosa.bench.shootout.result.Figures;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.work.Contender;
import dev.rosa.bench.shootout.work.Contenders;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.openjdk.jmh.util.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code ./rosa shootout}: every provider and engine against every other, by JMH. */
@Command(
    name = "shootout",
    description = {
      "Runs every crypto provider and engine against every other on this machine, and reports as"
          + " JSON, CSV and an HTML page. Without --quick or --figures it takes up to 45 minutes.",
      "Ctrl-C ends it early; what was measured by then is written."
    })
public final class ShootoutCommand implements Callable<Integer> {

  private static final String DEFAULT_DIRECTORY = "shootout-report";

  @Option(
      names = "--quick",
      description =
          "1,024 bytes in three rounds, and two more sizes once for the pictures; batches of 1 and"
              + " 64: less than five minutes.")
  private boolean quick;

  @Option(
      names = "--figures",
      description =
          "Only what the figures need: about three minutes. With --bars it ends with 1 unless"
              + " every limit is reached; fewer than three rounds give no verdict.")
  private boolean figuresOnly;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = DEFAULT_DIRECTORY,
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Mixin private BenchOptions options;

  /** For picocli. */
  public ShootoutCommand() {}

  @Override
  public Integer call() throws IOException {
    options.require(!quick || !figuresOnly, "--quick and --figures exclude each other");
    Bars bars = options.bars(Figures.KEYS);
    ReportFiles files = new ReportFiles(directory, Optional.ofNullable(options.json()), bars);
    prepare(files);
    Scope scope = quick ? Scope.QUICK : figuresOnly ? Scope.FIGURES : Scope.FULL;
    Findings findings = run(scope, files);
    List<Figure> figures = Figures.of(findings, bars);
    options.print(Terminal.lines(findings, figures));
    options.print(List.of("Report: " + directory.resolve(ReportFiles.PAGE)));
    return figuresOnly && options.barsFile() != null && !Figures.allReached(figures) ? 1 : 0;
  }

  private static void prepare(ReportFiles files) throws IOException {
    try {
      files.prepare();
    } catch (IOException e) {
      throw new IOException("the report cannot be written: " + e.getMessage(), e);
    }
  }

  private Findings run(Scope scope, ReportFiles files) throws IOException {
    PrintStream err = System.err;
    err.println("shootout: finding out who takes part");
    Forks forks = new Forks();
    List<Contender> contenders = Contenders.known().all();
    Findings findings = new Findings(setting(scope, contenders, forks));
    contenders.forEach(
        contender -> findings.addServeLines(contender.name(), contender.serveLines()));
    findings.addVersion("JMH", Version.getPlainVersion());
    Load.warning().ifPresent(findings::addRemark);
    Progress progress = Progress.of("shootout");
    List<List<Task>> plan = new Plan(scope, contenders, findings, forks).rounds();
    Interruption interruption = Interruption.arm(files, findings, err);
    new Shootout(scope, findings, progress, System::nanoTime).run(plan);
    interruption.disarm();
    files.writeAll(findings);
    return findings;
  }

  private static Findings.Setting setting(Scope scope, List<Contender> contenders, Forks forks) {
    Map<String, String> providers = new LinkedHashMap<>();
    contenders.forEach(contender -> providers.put(contender.name(), contender.description()));
    return new Findings.Setting(
        scope.name(),
        scope.sizes(),
        scope.batches(),
        scope.operations(),
        providers,
        forks.flags(),
        Machine.here(),
        Instant.now());
  }
}
